// Texts of the page, from the files that the Go program reads too: locales/<language>/<area>.json. An area
// is loaded when a page or board needs it; a switch of language loads the areas in use and shows them at
// once, without a reload.

import { untrack } from 'svelte';
import { choose, settings, type Lang } from './settings.svelte';
import { fill, type Args } from './text';
import type page from '../../../locales/en/page.json';

type Texts = Record<string, string>;
export type PageKey = keyof typeof page;

/** The texts of an area in one language, once they are there. They come as a whole, so that reading one costs no more than reading it: boards read hundreds for a change. */
class Area {
  texts = $state.raw<Texts>();
  constructor(readonly read: () => Promise<Texts>) {}
}

const files = import.meta.glob<Texts>(['../../../locales/*/*.json', '!../../../locales/*/rules_*.json'], { import: 'default' });
const place = (lang: Lang, area: string) => `../../../locales/${lang}/${area}.json`;
const areas = Object.fromEntries(Object.entries(files).map(([file, read]) => [file, new Area(read)]));
const wanted = new Set<string>();

async function load(lang: Lang, name: string) {
  const area = areas[place(lang, name)];
  // An effect that asks for texts does not run again when they come.
  if (area && !untrack(() => area.texts)) area.texts = await area.read();
}

/** Make areas ready in the language in use. */
export async function needTexts(...areas: string[]) {
  for (const a of areas) wanted.add(a);
  await Promise.all(areas.map((a) => load(settings.lang, a)));
}

export async function setLang(lang: Lang) {
  await Promise.all([...wanted].map((a) => load(lang, a)));
  choose('lang', lang);
  document.documentElement.lang = lang;
}

/** Whether a text exists, by its full key. */
export function has(key: string): boolean {
  return lookup(key) !== undefined;
}

function lookup(key: string): string | undefined {
  const dot = key.indexOf('.');
  return areas[place(settings.lang, key.slice(0, dot))]?.texts?.[key.slice(dot + 1)];
}

/** A text by its full key, such as "duel.name.walls"; a key without a text is its own text, so that a gap shows. */
export function t(key: string, args?: Args): string {
  const text = lookup(key);
  return text === undefined ? key : fill(text, args);
}

/** A text of the page itself. */
export function p(key: PageKey, args?: Args): string {
  return t('page.' + key, args);
}

/** A list in words: "wood, clay and glass", or, of alternatives, "2, 3 or 4". Intl.ListFormat keeps the page busy for 20 ms at its first list. */
export function listed(words: string[], last: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${p(`list.${last}`)} ${words.at(-1)}`;
}

/** A day and the time of day, for what ends then. */
export function moment(time: Date): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** A day, short. */
export function day(time: Date): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium' }).format(time);
}

