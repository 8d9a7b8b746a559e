// The puzzles that come with the page (docs/puzzles.md): a list of all, and a file for each game that is fetched when one of its puzzles is
// opened. Chances are from 0 to 1.

import type { Judgement } from '../study/mga';
import { judge } from '../study/mga';

export interface Choice {
  move: string;
  /** The chances of all seats with it. */
  q: number[];
  se: number;
}

export interface Problem {
  id: string;
  /** The bots that played the game, by seats, and the decision it is from, from 0. */
  bots: string[];
  decision: number;
  prompt: 'only' | 'save';
  /** From 1, seen at once, to 5. */
  difficulty: number;
  reason?: string;
  seat: number;
  owing: number[];
  /** What the seat sees. */
  view: unknown;
  /** All legal moves, best first. */
  moves: Choice[];
  /** The play that the engine expects, each as a seat and a move. */
  line: string[];
  /** Where a game goes on from; what the seat does not know is not the truth. */
  position: unknown;
}

export interface Collection {
  game: string;
  options?: Record<string, string>;
  rules: string;
  puzzles: Problem[];
}

export interface Listed {
  id: string;
  difficulty: number;
}

/** The puzzles by door: a game, or Pantheon. */
export type Lists = Record<string, Listed[]>;

// The build makes the files with Go; where it was built without, there are no puzzles.
const lists = import.meta.glob<Lists>('../../engine/puzzles.json', { import: 'default', eager: true });
const files = import.meta.glob<string>('../../engine/puzzles-*.json', { query: '?url', import: 'default', eager: true });

export const all: Lists = Object.values(lists)[0] ?? {};

/** The door of a puzzle; undefined if there is no such puzzle. */
export const doorOf = (id: string, from = all) => Object.keys(from).find((door) => from[door].some((p) => p.id === id));

/** Fetch the puzzles of a door. */
export async function fetched(door: string): Promise<Collection> {
  const answer = await fetch(files[`../../engine/puzzles-${door}.json`]);
  if (!answer.ok) throw new Error(`the puzzles could not be fetched: ${answer.status}`);
  return answer.json();
}

/** Days since the beginning of 1970, by the reader's own calendar: a day begins at 0:00 where the reader is. */
export const dayOf = (time: Date) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000;

/** Milliseconds until the next day begins, which is not always 24 hours after this one did. */
export const untilTomorrow = (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();

/** The puzzle of a day, the same for everybody: each comes once before any comes again. Their ids end in a hash, so games take turns as chance has it. */
export function ofDay(day: number, from = all): string | undefined {
  const ids = Object.values(from).flat().map((p) => p.id);
  ids.sort((a, b) => (hash(a) < hash(b) ? -1 : 1));
  return ids[day % ids.length];
}

const hash = (id: string) => id.slice(id.lastIndexOf('-') + 1);

/** The puzzle after one: the next of its door that was not answered, then any, then simply the next. */
export function following(id: string, answered: (id: string) => boolean, from = all): string | undefined {
  const door = doorOf(id, from);
  const own = (door ? from[door] : []).map((p) => p.id);
  const later = [...own.slice(own.indexOf(id) + 1), ...own.slice(0, own.indexOf(id))];
  const others = Object.keys(from).filter((d) => d !== door).flatMap((d) => from[d].map((p) => p.id));
  return [...later, ...others].find((x) => x !== id && !answered(x)) ?? later[0] ?? others[0];
}

/** A choice is right if it is the best, or as good but for two points of chance. */
export function isRight(p: Problem, move: string): boolean {
  const q = p.moves.find((m) => m.move === move)?.q[p.seat];
  return q !== undefined && thousandths(p.moves[0].q[p.seat] - q) <= 20;
}

/** How a choice is judged beside the best. */
export function worth(p: Problem, c: Choice): Judgement {
  return isRight(p, c.move) ? 'best' : judge(p.moves[0].q[p.seat] - c.q[p.seat], c.q.length);
}

const thousandths = (chance: number) => Math.round(chance * 1000);
