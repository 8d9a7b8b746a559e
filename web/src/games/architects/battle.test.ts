import { expect, test } from 'vitest';
import { battle } from './battle';
import { fixture } from './fixtures';

const event = (type: string, seat: number | null = null, n = 0) => ({ type, seat, to: null, n });

test('no battle, nothing to show', () => {
  expect(battle([event('take', 0), event('turn', 1)], fixture('opening').view, 0)).toBeNull();
});

test('every pair of neighbours fights once, mine first, and each win is a token', () => {
  const f = fixture('opening');
  const told = [event('take', 0), event('battle'), event('shields', 0, 1), event('shields', 1, 3), event('shields', 2, 1), event('victory', 1, 2), event('disband', 1, 2), event('peace')];
  const b = battle(told, f.view, 2)!;
  expect(b.fights).toHaveLength(3);
  expect(b.fights.slice(0, 2).every((x) => x.seats.includes(2))).toBe(true);
  for (const x of b.fights) {
    expect(x.shields).toEqual(x.seats.map((s) => (s === 1 ? 3 : 1)));
    expect(x.tokens).toEqual(x.seats.map((s) => (s === 1 ? 1 : 0)));
  }
  expect(b.won).toEqual([{ seat: 1, n: 2 }]);
  expect(b.disbanded).toEqual([{ seat: 1, n: 2 }]);
});

test('two players fight once, for two tokens if one is twice as strong', () => {
  const told = [event('battle'), event('shields', 0, 4), event('shields', 1, 2), event('victory', 0, 2), event('peace')];
  expect(battle(told, fixture('two').view, 0)!.fights).toEqual([{ seats: [0, 1], shields: [4, 2], tokens: [2, 0] }]);
});
