// An analysis of a finished game (docs/analysis.md), and what is computed from it when it is shown: judgements, the curve, the
// turning points. Chances are from 0 to 1.

export interface Move {
  move: string;
  /** The chances of all seats with it. */
  q: number[];
  se: number;
  played?: boolean;
  /** The play that the engine expects, each as a seat and a move. */
  line?: string[];
}

export interface Decision {
  t: number;
  seat: number;
  /** 1 a sketch, 2 a verdict, 3 fine. */
  pass: number;
  /** The candidates, the played one first; a sketch has none. */
  moves?: Move[];
  value: number[];
  se?: number;
  /** The chances before the decision. */
  w: number[];
  loss: number;
  /** What chance did to each seat until the next decision. */
  luck?: number[];
}

export interface Sum {
  own: number;
  others: number;
  luck: number;
  accuracy: number | null;
}

export interface Mga {
  format: string;
  record: string;
  engine: { version: string; net: string; level: string };
  budget: { sketch: number; redeals: number; simulations: number; fine: string; fine_redeals: number; fine_simulations: number };
  seats: number;
  result: number[];
  end?: number[];
  start?: number[];
  decisions: Decision[];
  line?: { t: number; pass: number; p: number[] }[];
  seatsums?: Sum[];
}

export const judgements = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Judgement = (typeof judgements)[number];

/** The loss in points from which each judgement begins, between two seats. */
const from = [0, 1, 3, 7, 15];

/** Losses of larger tables are smaller: a quarter of a win among four is not measured like a half between two. */
export const scale = (seats: number) => Math.sqrt(2 / seats);

export function judge(loss: number, seats: number): Judgement {
  // In thousandths, as the engine counts.
  const points = Math.round(loss * 1000) / 10;
  return judgements[from.findLastIndex((least) => points >= least * scale(seats))];
}

/** The candidate with the highest chance for the deciding seat; of equal ones the played move. */
export function best(d: Decision): Move | undefined {
  return d.moves?.reduce((a, m) => (m.q[d.seat] > a.q[d.seat] ? m : a));
}

/** The candidates as they are listed: the played move, the engine's, and the next best. */
export function candidates(d: Decision): Move[] {
  const top = best(d);
  const rest = (d.moves ?? []).filter((m) => !m.played && m !== top).sort((a, b) => b.q[d.seat] - a.q[d.seat]);
  const played = d.moves?.find((m) => m.played);
  return [played, top !== played ? top : undefined, ...rest].filter((m) => !!m);
}

/** The chances over the game: before which decision they hold, and whether they were only sketched. */
export function curve(a: Mga): { t: number; p: number[]; sketch: boolean }[] {
  const points = a.line ? a.line.map((x) => ({ t: x.t, p: x.p, sketch: x.pass === 1 })) : a.decisions.map((d) => ({ t: d.t, p: d.w, sketch: d.pass === 1 }));
  const last = a.decisions.at(-1);
  if (a.seatsums && last) points.push({ t: last.t + 1, p: a.result, sketch: false });
  return points;
}

/** The decisions with the largest losses; at least one is the viewer's if the viewer lost by a mistake of their own. */
export function turningPoints(a: Mga, viewer: number): Decision[] {
  const list = a.decisions.filter((d) => d.loss > 0).sort((x, y) => y.loss - x.loss || x.t - y.t);
  const own = list.findIndex((d) => d.seat === viewer);
  if (own >= 3 && a.result[viewer] === 0 && judgements.indexOf(judge(list[own].loss, a.seats)) >= 2) list[2] = list[own];
  return list.slice(0, 3);
}

/** The decision that the page opens on: the viewer's largest loss, or the largest of all. */
export function opening(a: Mga, viewer: number): number {
  const losses = a.decisions.filter((d) => d.loss > 0).sort((x, y) => y.loss - x.loss || x.t - y.t);
  return (losses.find((d) => d.seat === viewer) ?? losses[0])?.t ?? 0;
}

/** How much was spent on the game. */
export function depth(a: Mga): number {
  const cost = [0, a.budget.sketch, a.budget.redeals * a.budget.simulations, a.budget.fine_redeals * a.budget.fine_simulations];
  return a.decisions.reduce((n, d) => n + cost[d.pass], 0);
}

/** How much a look at everything with the largest budget would spend beyond what was spent: a smaller third pass is gone on with, all else begins anew. */
export function deepCost(a: Mga): number {
  const goesOn = a.budget.sketch === 400 && a.budget.redeals === 8 && a.budget.simulations === 150;
  const fine = 24 * 800;
  return goesOn ? fine * a.decisions.filter((d) => d.pass < 3).length : (400 + 8 * 150 + fine) * a.decisions.length;
}

/** Simulations that were spent on a move of the decisions that were looked at most closely. */
export function simulations(a: Mga): number {
  const most = Math.max(1, ...a.decisions.map((d) => d.pass));
  return [0, a.budget.sketch, a.budget.redeals * a.budget.simulations, a.budget.fine_redeals * a.budget.fine_simulations][most];
}

/** How a seat played so far. */
export function tally(a: Mga, seat: number) {
  const own = a.decisions.filter((d) => d.seat === seat);
  const count = (j: Judgement) => own.filter((d) => d.pass > 1 && judge(d.loss, a.seats) === j);
  return {
    judged: own.filter((d) => d.pass > 1).length,
    all: own.length,
    lost: own.reduce((n, d) => n + d.loss, 0),
    inaccuracy: count('inaccuracy'),
    mistake: count('mistake'),
    blunder: count('blunder'),
    accuracy: a.seatsums?.[seat]?.accuracy ?? null,
  };
}

/** The next mistake or blunder after a decision, round the corner; of the viewer, or of anyone if the viewer has none. */
export function nextMistake(a: Mga, viewer: number, after: number, back = false): number | null {
  const bad = a.decisions.filter((d) => judgements.indexOf(judge(d.loss, a.seats)) >= 3);
  const mine = bad.filter((d) => d.seat === viewer);
  const list = (mine.length ? mine : bad).map((d) => d.t);
  if (back) return list.findLast((t) => t < after) ?? list.at(-1) ?? null;
  return list.find((t) => t > after) ?? list[0] ?? null;
}

/** Chances in points, as whole numbers. */
export const points = (chance: number) => Math.round(chance * 100);

/** A change in points with its sign; a true minus. */
export function signed(chance: number): string {
  const n = points(chance);
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}

/** The chances of these games are rough: their bots' claims were not found to be true yet (docs/bots.md). */
export const rough = (game: string) => game !== 'duel';
