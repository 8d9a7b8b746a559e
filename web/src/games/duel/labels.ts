// What a screen reader says of the things on the board, and short names where space is small.

import { has, t } from '../../lib/i18n.svelte';
import { nameOf } from '../../lib/log';
import type { Price } from '../../lib/price';
import { hisWords, priceWords } from '../../lib/words';
import type { SeatView } from './view';

export const name = (id: string) => nameOf('duel', id);

/** What a thing does, in words. */
export function about(id: string): string {
  return has(`duel.about.${id}`) ? t(`duel.about.${id}`) : '';
}

/** A short name for plates and chips: without the article of English names. */
export function short(id: string): string {
  const n = name(id);
  return n.replace(/^(The|A|Az) (?=\S)/, '').replace(/^./, (c) => c.toUpperCase());
}

/** Name, effect and prices of a card in one sentence. */
export function cardLabel(id: string, price: Price | null, his: Price | null): string {
  return [name(id), about(id), price ? priceWords(price) : '', his ? hisWords(his) : ''].filter(Boolean).join('. ');
}

/** The places of the structure in words. */
export function backName(back: string): string {
  return t(`duel_board.back.${back}`);
}

/** Makers of the same choice of resources, as one with a number. */
export function makersOf(side: SeatView): { resources: string[]; by: string[] }[] {
  return [...new Set(side.makers.map((m) => m.resources.join()))].map((key) => {
    const list = side.makers.filter((m) => m.resources.join() === key);
    return { resources: list[0].resources, by: list.map((m) => m.by) };
  });
}
