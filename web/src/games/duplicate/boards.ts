// The two boards in the terms of Duel's own board: on the first the seats are those of the table, on the second they are swapped.

import type { GameEvent } from '../../lib/types';
import { look } from './look.svelte';
import type { BoardView, DuelView, View } from './view';

export type BoardNumber = 1 | 2;

/** One of the two boards, as one viewer has it. */
export interface Half {
  n: BoardNumber;
  view: DuelView;
  /** The viewer's seat in Duel; -1 for a spectator. */
  seat: number;
  /** The table's seats by those of Duel. */
  of: number[];
  /** "waiting": it is a turn ahead, and the other board must catch up. */
  state: 'open' | 'waiting' | 'over';
  /** The table's seat whose move comes next, also while the board waits; null when it is over. */
  mover: number | null;
  /** The viewer owes a move there. */
  mine: boolean;
  /** What the first seat of the table is ahead by, as it counts for the sum. */
  lead: number;
  outcome: BoardView['outcome'];
}

/** A seat of the table as a seat of Duel on a board, and the other way round; a spectator stays one. */
export function seatOn(n: number, seat: number): number {
  return n === 1 || seat < 0 ? seat : 1 - seat;
}

/** What is listed by the table's seats, by those of Duel on a board, and the other way round. */
export function across<T>(n: number, list: T[]): T[] {
  return n === 1 ? list : [...list].reverse();
}

export function halves(view: View, seat: number): Half[] {
  return view.boards.map((b) => ({
    n: b.board as BoardNumber,
    view: b.view,
    seat: seatOn(b.board, seat),
    of: b.seats,
    state: b.state as Half['state'],
    mover: b.owing,
    mine: b.state === 'open' && seat >= 0 && b.owing === seat,
    lead: b.points,
    outcome: b.outcome,
  }));
}

/** The board to which a press leads: the one that is owed a move; without one, the first that is not over. */
export function next(view: View, seat: number): BoardNumber {
  const list = halves(view, seat);
  return (list.find((h) => h.mine) ?? list.find((h) => h.state !== 'over') ?? list[0]).n;
}

/** Whether the viewer owes a move on the board that is looked at. */
export function mineHere(view: View, seat: number): boolean {
  return halves(view, seat).some((h) => h.n === look.board && h.mine);
}

/** The moves of one board, as Duel has them. */
export function movesOn(n: number, moves: string[]): string[] {
  return moves.filter((m) => m.startsWith(`${n}:`)).map((m) => m.slice(2));
}

/** A move of Duel on one of the boards. */
export const moveOn = (n: number, move: string) => `${n}:${move}`;

/** An event in the seats of Duel on its board. */
export function eventOn(n: number, e: GameEvent): GameEvent {
  const seat = (s: number | null) => (s === null ? null : seatOn(n, s));
  return { ...e, seat: seat(e.seat), to: seat(e.to) };
}

/** What a seat of the table is ahead by in all. */
export function sumFor(view: View, seat: number): number {
  return seat === 1 ? -view.sum || 0 : view.sum;
}

/** The points of a seat on both boards, while it is points that make the difference on both. */
export function scores(list: Half[], seat: number): number[] | null {
  const counted = list.every((h) => !h.outcome || ['points', 'tie_break', 'shared'].includes(h.outcome.won_by));
  return counted ? list.map((h) => h.view.seats[seatOn(h.n, seat)].score.total) : null;
}

/** A part of the bar: by how much which seat is ahead on which board. From and part are shares of the bar's length. */
export interface Part {
  n: BoardNumber;
  seat: number;
  by: number;
  from: number;
  part: number;
}

/** Half the bar is at least so many points. */
const least = 15;

/** The bar of the sum, from its middle: what the near seat is ahead by to the left, the other to the right. */
export function bar(list: Half[], near: number): Part[] {
  const leads = list.map((h) => (near === 1 ? -h.lead : h.lead));
  const side = (sign: number) => leads.reduce((n, l) => n + Math.max(0, sign * l), 0);
  const scale = 0.5 / Math.max(least, side(1), side(-1));
  let [left, right] = [0.5, 0.5];
  return list.flatMap((h, i): Part[] => {
    const by = Math.abs(leads[i]);
    if (!by) return [];
    const part = by * scale;
    const ahead = leads[i] > 0;
    if (ahead) left -= part;
    const from = ahead ? left : right;
    if (!ahead) right += part;
    return [{ n: h.n, seat: ahead ? near : 1 - near, by, from, part }];
  });
}
