// A player's cards and tokens, sorted for display.

import { resources, symbols } from './signs';
import type { CardCount, SeatView } from './view';

export interface Holdings {
  /** Resources and coins that are there, in the usual order. */
  goods: CardCount[];
  /** All three symbols, those that are missing with 0. */
  symbols: CardCount[];
  /** Blue cards that show a cat. */
  cats: number;
  /** Red cards with horns. */
  horned: number;
}

export function holdings(seat: SeatView): Holdings {
  const of = (card: string) => seat.cards.find((c) => c.card === card)?.n ?? 0;
  return {
    goods: [...resources, 'gold'].map((card) => ({ card, n: of(card) })).filter((c) => c.n > 0),
    symbols: symbols.map((card) => ({ card, n: of(card) })),
    cats: of('vp2cat'),
    horned: seat.shields - seat.standing,
  };
}

/** A list of cards one by one: wood, wood, gold. */
export function spread(cards: CardCount[]): string[] {
  return cards.flatMap((c) => Array.from({ length: c.n }, () => c.card));
}
