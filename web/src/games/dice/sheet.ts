// The sheet of a seat as the board draws it: which buildings where, which spaces are marked, which can be.

import type { Price } from '../../lib/price';
import type { BuildingView, DieView, SeatView, TargetView, TrackView, View } from './view';

/** A way to mark a space now: by a die, as a wonder step, or by an effect. */
export interface Way extends TargetView {
  die: DieView | null;
}

/** All ways to mark spaces, possible ones first, cheaper ones first. */
export function ways(view: View): Way[] {
  const list: Way[] = [
    ...view.forum.flatMap((d) => d.targets.map((x) => ({ ...x, die: d }))),
    ...(view.mine?.wonder ?? []).map((x) => ({ ...x, die: null })),
    ...(view.mine?.marks ?? []).map((x) => ({ ...x, die: null })),
  ];
  return list.sort((x, y) => Number(y.ok) - Number(x.ok) || x.price.total - y.price.total);
}

/** The buildings of a seat by id. */
export function buildingsOf(view: View, seat: number): Map<string, BuildingView> {
  return new Map([...view.buildings, ...view.seats[seat].sheet].map((x) => [x.building, x]));
}

export function spaceOf(view: View, seat: number, space: string) {
  for (const x of buildingsOf(view, seat).values()) {
    const found = x.spaces.find((s) => s.space === space);
    if (found) return { building: x, space: found };
  }
  return null;
}

/** The special dice of the game: those that wait and those in the forum. */
export const specials = (view: View) => [...view.waiting, ...view.forum.filter((d) => d.special).map((d) => d.die)].sort();

/** Whether a building is marked with a special die that the seat has not obtained: those dice are called by the colour of theirs. */
export function shut(view: View, seat: SeatView, building: BuildingView): boolean {
  return specials(view).includes(building.colour) && !seat.dice.includes(building.colour);
}

/** What was marked by this round's own decisions. */
export function fresh(seat: SeatView): Set<string> {
  return new Set(seat.done.map((m) => m.split(':').at(-1)!));
}

/** The order of blocks on a desk, and how many of twelve columns each takes. */
export const desk: [string, number][] = [
  ['wonder', 5],
  ['guild', 3],
  ['statue_park', 4],
  ['university', 4],
  ['agora', 4],
  ['market', 4],
  ['barracks_west', 4],
  ['barracks_east', 4],
  ['warehouse', 4],
];

/** The same on a phone, in two columns; both barracks share a block. */
export const phone: string[][] = [['wonder'], ['warehouse'], ['university'], ['agora'], ['market'], ['barracks_west', 'barracks_east'], ['statue_park'], ['guild']];

/** How a building is drawn: as a grid by rows and columns, as plain cells, or as a row for each arrow. */
export function shape(x: BuildingView): 'grid' | 'cells' | 'rows' {
  if (x.spaces.every((s) => s.row && s.col)) return 'grid';
  if (x.tracks.length === 1 || x.tracks.every((t) => t.spaces.length === 1)) return 'cells';
  return 'rows';
}

/** The symbols at the edges of a grid: tracks whose spaces share a row, and those that share a column. */
export function edges(x: BuildingView): { rows: Map<number, TrackView>; cols: Map<number, TrackView>; size: { rows: number; cols: number } } {
  const at = new Map(x.spaces.map((s) => [s.space, s]));
  const rows = new Map<number, TrackView>();
  const cols = new Map<number, TrackView>();
  for (const t of x.tracks) {
    const places = t.spaces.map((s) => at.get(s)!);
    if (places.every((p) => p.row === places[0].row)) rows.set(places[0].row!, t);
    else cols.set(places[0].col!, t);
  }
  return { rows, cols, size: { rows: Math.max(...x.spaces.map((s) => s.row!)), cols: Math.max(...x.spaces.map((s) => s.col!)) } };
}

/** The state of the spaces of a sheet, and what a press on one does. */
export interface Standing {
  seat: number;
  marked: Set<string>;
  fresh: Set<string>;
  wrote: Map<string, number>;
  /** Spaces that can be marked now, or with the die picked. */
  can: Set<string>;
  sel: string | null;
  price: (space: string) => Price | null;
  onpick: ((space: string) => void) | null;
}
