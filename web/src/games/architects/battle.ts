// A battle, as the events of the turn that brought it tell.

import type { GameEvent } from '../../lib/types';
import type { Fight } from '../../parts/WarOverlay.svelte';
import type { View } from './view';

export interface Battle {
  fights: Fight[];
  /** Who won how many tokens in all, and who lost how many cards with horns; only those who did. */
  won: { seat: number; n: number }[];
  disbanded: { seat: number; n: number }[];
}

/** Every pair of neighbours once, those of whoever looks first; null if there was no battle. */
export function battle(events: GameEvent[], view: View, me: number): Battle | null {
  const from = events.findIndex((e) => e.type === 'battle');
  if (from < 0) return null;
  const told = (type: string) => events.slice(from).filter((e) => e.type === type).map((e) => ({ seat: e.seat ?? -1, n: e.n ?? 0 }));
  const shields = new Map(told('shields').map((x) => [x.seat, x.n]));
  const won = told('victory');
  const of = (seat: number) => shields.get(seat) ?? 0;
  const seats = view.seats.map((_, i) => i);
  // Two players are neighbours on both sides but fight once, for up to two tokens.
  const pairs = seats.length === 2 ? [[0, 1] as const] : seats.map((s) => [s, view.seats[s].right.seat] as const);
  const prize = (a: number, b: number) => {
    if (of(a) <= of(b)) return 0;
    return seats.length === 2 ? (won.find((x) => x.seat === a)?.n ?? 0) : 1;
  };
  const fights = pairs.map(([a, b]): Fight => ({ seats: [a, b], shields: [of(a), of(b)], tokens: [prize(a, b), prize(b, a)] }));
  return { fights: fights.sort((x, y) => Number(y.seats.includes(me)) - Number(x.seats.includes(me))), won, disbanded: told('disband') };
}
