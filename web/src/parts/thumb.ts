// Positions in small: what a view shows, as rectangles. A picture is drawn from a view alone, so it holds nothing that its viewer may not see.

import { cards as architectsFaces } from '../games/architects/faces';
import { cards as duelFaces } from '../games/duel/faces';
import { colourOf } from '../games/dice/signs';
import type { View as ArchitectsView } from '../gen/architects';
import type { View as DiceView } from '../gen/dice';
import type { View as DuelView } from '../gen/duel';
import type { View as WondersView } from '../gen/wonders';

export interface Shape {
  x: number;
  y: number;
  w: number;
  h: number;
  r: number;
  fill: string;
  stroke?: string;
  opacity?: number;
  dashed?: boolean;
}

export interface Picture {
  width: number;
  height: number;
  shapes: Shape[];
}

const columns = ['brown', 'grey', 'blue', 'yellow', 'red', 'green', 'purple'];
const backs: Record<string, string> = { 'age-1': '#8A5A2E', 'age-2': '#3F5F80', 'age-3': '#6C4A78', guild: '#7448A6', 'grand-temple': '#7448A6' };
const none = 'none';
const colour = (c: string | undefined) => `var(--${c ?? 'grey'})`;

/** Seven columns of cards, rising from a line. */
function city(of: { colour: string; cards: unknown[] }[], x: number, width: number, foot: number, room: number): Shape[] {
  const step = width / columns.length;
  const most = Math.max(1, ...of.map((c) => c.cards.length));
  const h = Math.min(7, room / most);
  return of.flatMap((column) => {
    const k = columns.indexOf(column.colour);
    return k < 0 ? [] : column.cards.map((_, n) => ({ x: x + k * step, y: foot - (n + 1) * h, w: step - 0.8, h: h - 1, r: 1, fill: colour(column.colour) }));
  });
}

/** A picture for each of several seats, side by side; of one seat alone where it is given. */
function beside<S>(seats: S[], seat: number | undefined, draw: (s: S, x: number, width: number) => Shape[]): Picture {
  const shown = seat === undefined ? seats : [seats[seat]];
  const width = seat === undefined ? 160 : 96;
  const each = (width - 8) / shown.length;
  return { width, height: 66, shapes: shown.flatMap((s, i) => draw(s, 4 + i * each + 2, each - 4)) };
}

/** Duel: the structure and the track; when the game is over, the columns of the cities. */
function duel(view: DuelView, seat?: number): Picture {
  if (view.phase === 'over') return beside(view.seats, seat, (s, x, w) => city(s.city, x, w, 63, 58));
  const track: Shape[] = Array.from({ length: 9 }, (_, i) => ({ x: 6, y: 3 + i * 6.8, w: 8, h: 5, r: 1.5, fill: colour('red'), opacity: 0.35 + 0.14 * Math.abs(i - 4) }));
  const pawn: Shape = { x: 5.8, y: 28.5 - (27.2 * view.track.pawn) / 9, w: 8.4, h: 8.4, r: 4.2, fill: colour('red'), stroke: 'var(--panel)' };
  const most = Math.max(...view.structure.map((s) => s.col), 0);
  const left = 73 - ((most + 2) * 8) / 2;
  const cards = view.structure.map((s): Shape => {
    const place = { x: left + s.col * 8, y: 2 + (s.row - 1) * 8, w: 13.5, h: 14.5, r: 2 };
    if (s.taken) return { ...place, fill: none, stroke: 'var(--edge)' };
    return { ...place, fill: s.card ? colour(duelFaces[s.card]?.colour) : (backs[s.back] ?? backs['age-1']), stroke: 'var(--panel)' };
  });
  const pool = cards.length ? [] : (view.draft?.pool ?? []).map((_, i): Shape => ({ x: 26 + i * 24, y: 24, w: 21, h: 16, r: 2.5, fill: 'var(--gold-soft)', stroke: 'var(--gold-fill)' }));
  return { width: 128, height: 66, shapes: [...track, ...cards, ...pool, pawn] };
}

/** 7 Wonders: seven colour columns and the stages below. */
function wonders(view: WondersView, seat?: number): Picture {
  return beside(view.players, seat, (p, x, w) => {
    const step = w / Math.max(1, p.stages.length);
    const stages = p.stages.map((s, i): Shape => (s.state === 'built' ? { x: x + i * step, y: 55, w: step - 1.2, h: 8, r: 1.5, fill: 'var(--gold-fill)' } : { x: x + i * step, y: 55, w: step - 1.2, h: 8, r: 1.5, fill: 'var(--stone)', opacity: 0.45 }));
    return [...city(p.city, x, w, 52, 48), ...stages];
  });
}

/** Architects: the five pieces of each wonder, and the colours of the cards beside it. */
function architects(view: ArchitectsView, seat?: number): Picture {
  return beside(view.seats, seat, (s, x, w) => {
    const held = s.cards.flatMap((c) => Array.from({ length: c.n }, () => architectsFaces[c.card]?.colour));
    const cards = held.slice(0, 18).map((c, i): Shape => ({ x: x + (i % 2) * 6, y: 57 - Math.floor(i / 2) * 6.6, w: 5, h: 5.4, r: 1, fill: colour(c) }));
    const rows = Math.max(...s.stages.map((p) => p.row));
    const left = x + 14;
    const width = Math.max(10, w - 14);
    const high = 58 / rows;
    const pieces = s.stages.map((p): Shape => {
      const inRow = s.stages.filter((o) => o.row === p.row).length;
      const whole = width * (1 - 0.62 * ((p.row - 1) / rows)); // narrower towards the top
      const step = whole / inRow;
      return { x: left + (width - whole) / 2 + (p.column - 1) * step, y: 62 - p.row * high, w: step - 1.2, h: high - 1.4, r: 1.4, fill: p.state === 'built' ? 'var(--stone)' : none, stroke: 'var(--stone-line)', dashed: p.state !== 'built' };
    });
    return [...cards, ...pieces];
  });
}

/** Dice: the dice of the forum, and below them how far each building of a city is. */
function dice(view: DiceView, seat?: number): Picture {
  const cities = beside(view.seats, seat, (s, x, w) => {
    const step = w / Math.max(1, s.counts.length);
    return s.counts.flatMap((c, i): Shape[] => {
      const place = { x: x + i * step, w: step - 1, r: 1 };
      const filled = (38 * c.marked) / Math.max(1, c.spaces);
      const block: Shape = { ...place, y: 24, h: 39, fill: 'var(--well)' };
      return filled ? [block, { ...place, y: 63 - filled, h: filled, fill: c.building === 'wonder' ? 'var(--stone)' : colour(colourOf[c.building]) }] : [block];
    });
  });
  const gap = (cities.width - 8) / Math.max(7, view.forum.length);
  const forum = view.forum.map((d, i): Shape => ({ x: 4 + i * gap + (gap - 11) / 2, y: 6, w: 11, h: 11, r: 2.5, fill: colour(d.colour), stroke: 'var(--edge-strong)' }));
  return { ...cities, shapes: [...forum, ...cities.shapes] };
}

/** Duplicate Duel: both boards, side by side. */
function duplicate(view: { boards: { view: unknown }[] }): Picture {
  const boards = view.boards.map((b) => duel(b.view as DuelView));
  const gap = 8;
  let left = 0;
  const shapes = boards.flatMap((b) => {
    const moved = b.shapes.map((s) => ({ ...s, x: s.x + left }));
    left += b.width + gap;
    return moved;
  });
  return { width: left - gap, height: 66, shapes };
}

/** The picture of a position, of one seat's side of it or of all; null if there is none of this game, or nothing to see yet. */
export function picture(game: string, view: unknown, seat?: number): Picture | null {
  const draw = { duel, pantheon: duel, wonders, architects, dice, duplicate }[game] as ((view: unknown, seat?: number) => Picture) | undefined;
  const drawn = view && draw ? draw(view, seat) : null;
  return drawn?.shapes.length ? drawn : null;
}
