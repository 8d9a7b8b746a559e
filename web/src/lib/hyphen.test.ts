import { expect, test } from 'vitest';
import duelEn from '../../../locales/en/duel.json';
import wondersEn from '../../../locales/en/wonders.json';
import diceHu from '../../../locales/hu/dice.json';
import duelHu from '../../../locales/hu/duel.json';
import wondersHu from '../../../locales/hu/wonders.json';
import { cards as duelCards } from '../games/duel/faces';
import { cards as wondersCards } from '../games/wonders/faces';
import { known, pieces, syllables } from './hyphen';

test.each([
  ['Dolgozószoba', 'Dol-go-zó-szo-ba'],
  ['Fűszerkereskedő', 'Fű-szer-ke-res-ke-dő'],
  ['csarnok', 'csar-nok'],
  ['Akadémia', 'A-ka-dé-mi-a'],
  ['híd', 'híd'],
])('the syllables of %s', (word, want) => {
  expect(syllables(word).join('-')).toBe(want);
});

test.each([
  ['Dolgozószoba', 'Dol-go-zó-szo-ba'],
  ['Kézművesek céhe', 'Kéz-mű-ve-sek céhe'],
  ['Akadémiája', 'Aka-dé-mi-á-ja'],
  ['Agyaglelőhely', 'Agyag-le-lő-hely'],
  ['Papiruszprés', 'Pa-pi-rusz-prés'],
  ['Kék összehasonlítás', 'Kék össze-ha-son-lí-tás'],
  ['Palota', 'Palota'],
  ['Hosszúszoba', 'Hosszúszoba'],
])('long Hungarian words break at syllables, none at a single letter: %s', (name, want) => {
  expect(pieces(name, 'hu').join('-')).toBe(want);
});

test('English words break where the list says, others not', () => {
  expect(pieces('Craftsmens Guild', 'en').join('-')).toBe('Crafts-mens Guild');
  expect(pieces('Altar', 'en')).toEqual(['Altar']);
  expect(pieces('', 'en')).toEqual(['']);
});

test('a name is its pieces put together', () => {
  for (const texts of [duelEn, wondersEn]) for (const name of Object.values(texts)) expect(pieces(name, 'en').join('')).toBe(name);
  for (const texts of [duelHu, wondersHu]) for (const name of Object.values(texts)) expect(pieces(name, 'hu').join('')).toBe(name);
});

const names = (texts: Record<string, string>, cards: object) => Object.keys(cards).map((id) => texts[`name.${id}`]);
const words = (list: string[]) => new Set(list.flatMap((n) => n.split(/[^\p{L}]+/u)));
const english = words([...names(duelEn, duelCards), ...names(wondersEn, wondersCards)]);
const hungarian = words([...names(duelHu, duelCards), ...names(wondersHu, wondersCards), ...Object.values(diceHu)]);

test('the lists have words of cards and dice only, and every long English one', () => {
  for (const w of known.en) expect(english).toContain(w.replaceAll('-', ''));
  for (const w of known.hu) expect(hungarian).toContain(w.replaceAll('-', ''));
  const listed = new Set(known.en.map((w) => w.replaceAll('-', '')));
  expect([...english].filter((w) => w.length > 9 && !listed.has(w))).toEqual([]);
});
