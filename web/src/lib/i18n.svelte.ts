// Texts of the page, from the files that the Go program reads too: locales/<language>/<area>.json. An area
// is loaded when a page or board needs it; a switch of language loads the areas in use and shows them at
// once, without a reload.

import { choose, settings, type Lang } from './settings.svelte';
import { fill, type Args } from './text';
import type page from '../../../locales/en/page.json';

type Texts = Record<string, string>;
export type PageKey = keyof typeof page;

const files = import.meta.glob<Texts>(['../../../locales/*/*.json', '!../../../locales/*/rules_*.json'], { import: 'default' });

const texts: Record<Lang, Record<string, Texts>> = $state({ en: {}, hu: {} });
const wanted = new Set<string>();

async function load(lang: Lang, area: string) {
  if (texts[lang][area]) return;
  const file = files[`../../../locales/${lang}/${area}.json`];
  texts[lang][area] = file ? await file() : {};
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
  return texts[settings.lang][key.slice(0, dot)]?.[key.slice(dot + 1)];
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

/** A list in words: "wood, clay and glass". */
export function listed(words: string[]): string {
  return new Intl.ListFormat(settings.lang, { type: 'conjunction' }).format(words);
}

/** A day, short. */
export function day(time: Date): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium' }).format(time);
}

