// How far the game is from its end.

import { b } from './labels';
import type { View } from './view';

/** Who is one bonus away from ending the game, or how long it still lasts. */
export function ending(view: View, names: string[], short = false): string {
  if (view.over) return '';
  if (view.last_round !== null) return view.last_round === view.round ? b('end.last') : b('end.round', { n: view.last_round });
  const near = view.seats.filter((s) => s.bonuses.length === view.rules.bonuses_to_end - 1);
  if (near.length === 0) return '';
  const count = { n: near[0].bonuses.length, m: view.rules.bonuses_to_end };
  return near.length === 1 ? b(short ? 'end_short.near' : 'end.near', { seat: names[near[0].seat], ...count }) : b(short ? 'end_short.several' : 'end.several', { k: near.length, ...count });
}
