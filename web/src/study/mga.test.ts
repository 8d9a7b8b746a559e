// What the page computes from an analysis is what the engine computes: the fixtures hold both (studycases).

import { beforeAll, describe, expect, it } from 'vitest';
import { needTexts, setLang } from '../lib/i18n.svelte';
import { best, candidates, curve, deepCost, depth, judge, nextMistake, opening, tally, turningPoints, type Mga } from './mga';
import { moveWords, ply } from './words';

interface Study {
  game: string;
  names: string[];
  moves: string[];
  analysis: Mga;
  judgements: string[];
  turning: number[][];
  depth: number;
  at: number[];
  curve: number[][];
}

const studies = import.meta.glob<Study>('./fixtures/*.json', { eager: true, import: 'default' });
const list = Object.entries(studies).map(([file, s]) => ({ name: /(\w+)\.json/.exec(file)![1], ...s }));

it('has studies of all games', () => expect(list.map((s) => s.name).sort()).toEqual(['architects', 'dice', 'duel', 'pantheon', 'wonders']));

describe.each(list)('$name', (s) => {
  const a = s.analysis;

  it('is judged as by the engine', () => {
    expect(a.decisions.map((d) => judge(d.loss, a.seats))).toEqual(s.judgements);
    for (const seat of s.names.keys()) expect(turningPoints(a, seat).map((d) => d.t)).toEqual(s.turning[seat]);
    expect(depth(a)).toBe(s.depth);
    expect(curve(a).map((x) => [x.t, x.p])).toEqual(s.at.map((t, i) => [t, s.curve[i]]));
  });

  it('adds up', () => {
    for (const [seat, sum] of a.seatsums!.entries()) {
      const lost = tally(a, seat).lost;
      expect(sum.own).toBeCloseTo(-lost, 6);
      expect(a.start![seat] + sum.own + sum.others + sum.luck).toBeCloseTo(a.result[seat], 6);
    }
  });

  it('opens on the largest loss of the viewer, and finds the next mistake', () => {
    for (const seat of s.names.keys()) {
      const t = opening(a, seat);
      const own = a.decisions.filter((d) => d.seat === seat);
      if (own.some((d) => d.loss > 0)) expect(a.decisions[t]).toMatchObject({ seat, loss: Math.max(...own.map((d) => d.loss)) });
      const next = nextMistake(a, seat, t);
      if (next !== null) expect(['mistake', 'blunder']).toContain(s.judgements[next]);
      expect(next === null).toBe(!s.judgements.some((j) => j === 'mistake' || j === 'blunder'));
    }
  });

  it('names no move worse than the best', () => {
    for (const d of a.decisions) for (const m of d.moves ?? []) expect(m.q[d.seat]).toBeLessThanOrEqual(best(d)!.q[d.seat]);
  });

  it('lists every candidate once: the played move, the best, then the others from better to worse', () => {
    for (const d of a.decisions.filter((x) => x.moves)) {
      const listed = candidates(d);
      expect(new Set(listed)).toEqual(new Set(d.moves));
      expect(listed.length).toBe(d.moves!.length);
      expect(listed[0].played).toBe(true);
      if (!best(d)!.played) expect(listed[1]).toBe(best(d));
      const rest = listed.slice(best(d)!.played ? 1 : 2).map((m) => m.q[d.seat]);
      expect(rest).toEqual([...rest].sort((x, y) => y - x));
    }
  });

  it('costs what is left of the deepest look', () => {
    const usual = { ...a, budget: { ...a.budget, sketch: 400, redeals: 8, simulations: 150 } };
    const fine = a.decisions.filter((d) => d.pass === 3).length;
    expect(deepCost(usual)).toBe(19_200 * (a.decisions.length - fine));
    expect(deepCost({ ...usual, budget: { ...usual.budget, redeals: 6, simulations: 120 } })).toBe(20_800 * a.decisions.length);
  });

  it.each(['en', 'hu'] as const)('says every move in words (%s)', async (lang) => {
    await needTexts('analysis', s.game);
    await setLang(lang);
    const moves = [...s.moves, ...a.decisions.flatMap((d) => (d.moves ?? []).flatMap((m) => [m.move, ...(m.line ?? []).map((x) => ply(s.game, x, s.names).move)]))];
    for (const move of moves) expect(moveWords(s.game, move, s.names), move).toMatch(/^[\p{Lu}\d][^{}_:]*(: )?[^{}_:]*$/u);
    for (const d of a.decisions) for (const m of d.moves ?? []) for (const x of m.line ?? []) expect(ply(s.game, x, s.names).short, x).toMatch(/^\p{L}|^\d/u);
  });
});

beforeAll(() => needTexts('page', 'common'));
