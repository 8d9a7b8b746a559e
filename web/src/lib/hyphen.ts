// Where long words may break. Browsers without a dictionary of a language, and few have one for Hungarian, break a word that
// does not fit at any letter and without a hyphen.

import type { Lang } from './settings.svelte';

const vowels = 'aáeéiíoóöőuúüű';
// Letters of two or three signs are never parted.
const letter = /dzs|cs|dz|gy|ly|ny|sz|ty|zs|\p{L}/giu;
// A double letter such as "ssz" changes its spelling at a break.
const doubled = /ccs|ddz|ggy|lly|nny|ssz|tty|zzs/i;

/** Words that follow no rule: English ones on cards, and Hungarian ones whose parts the rule does not find. */
export const known: Record<Lang, string[]> = {
  en: [
    'Apoth-e-cary', 'Bar-racks', 'Brick-yard', 'Car-a-van-sery', 'Com-merce', 'Court-house', 'Crafts-mens', 'Dec-o-ra-tors', 'Dis-pen-sary', 'Ex-ca-va-tion', 'For-ti-fi-ca-tions', 'Glass-works', 'Lab-o-ra-tory',
    'Light-house', 'Mag-is-trates', 'Mar-ket-place', 'Mer-chants', 'Mes-o-po-ta-mian', 'Money-lend-ers', 'Ob-ser-va-tory', 'Phar-ma-cist', 'Phi-los-o-phers', 'Phoe-ni-cian', 'Pre-to-ri-um', 'Saw-mill', 'Sci-en-tists', 'Scrip-to-ri-um', 'Ship-owners', 'Stock-ade',
    'Tac-ti-cians', 'Uni-ver-sity', 'Vine-yard', 'Work-shop',
  ],
  hu: ['Pa-pi-rusz-prés', 'össze-ha-son-lí-tás', 'össze-ha-son-lí-tá-sa'],
};

const tables = Object.fromEntries(Object.entries(known).map(([lang, words]) => [lang, new Map(words.map((w) => [w.replaceAll('-', ''), w.split('-')]))]));

/** The syllables of a Hungarian word: each has one vowel, and begins with the last consonant before it. */
export function syllables(word: string): string[] {
  const letters = word.match(letter) ?? [];
  const vowel = (l: string) => vowels.includes(l.toLowerCase());
  const starts = letters.flatMap((l, i) => (vowel(l) ? [i > 0 && !vowel(letters[i - 1]) ? i - 1 : i] : [])).slice(1);
  return [0, ...starts].map((from, i) => letters.slice(from, starts[i]).join(''));
}

/** The parts of a word; a long Hungarian one breaks at its syllables, and none leaves a single letter alone. */
function parts(word: string, lang: Lang): string[] {
  const listed = tables[lang].get(word);
  if (listed) return listed;
  if (lang !== 'hu' || word.length < 9 || doubled.test(word)) return [word];
  const list = syllables(word);
  if (list[0].length === 1) list.splice(0, 2, list[0] + list[1]);
  if (list.at(-1)!.length === 1) list.splice(-2, 2, list.slice(-2).join(''));
  return list;
}

/** A text in pieces, between which a line may end with a hyphen. */
export function pieces(text: string, lang: Lang): string[] {
  const list = [''];
  for (const part of text.split(/(\p{L}+)/u)) {
    const [first, ...rest] = parts(part, lang);
    list[list.length - 1] += first;
    list.push(...rest);
  }
  return list;
}
