import { expect, test } from 'vitest';
import { patched, type Patch } from './patch';

/** The difference of two values, written here apart from the server's, to try patches on. */
function difference(a: unknown, b: unknown): Patch | [unknown] | null {
  if (JSON.stringify(a) === JSON.stringify(b)) return null;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) return [b];
  const [from, to] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const patch: Patch = {};
  if (Array.isArray(b) && (a as unknown[]).length !== b.length) patch.length = [b.length];
  for (const key of Object.keys(to)) {
    const d = key in from ? difference(from[key], to[key]) : ([to[key]] as [unknown]);
    if (d) patch[key] = d;
  }
  if (!Array.isArray(b)) for (const key of Object.keys(from)) if (!(key in to)) patch[key] = 0;
  return patch;
}

test('members are set, patched and removed', () => {
  const old = { coins: 3, city: { red: 1, blue: 2 }, hand: ['a', 'b', 'c'], gone: true };
  expect(patched(old, { coins: [5], city: { red: [2] }, hand: { '0': ['z'], length: [2] }, gone: 0, fresh: [{ x: null }] })).toEqual({
    coins: 5,
    city: { red: 2, blue: 2 },
    hand: ['z', 'b'],
    fresh: { x: null },
  });
});

test('an array grows and keeps what it had', () => {
  expect(patched([1, { n: 2 }], { length: [4], '1': { n: [3] }, '2': [7], '3': [[8]] })).toEqual([1, { n: 3 }, 7, [8]]);
});

test('a value that is an array or 0 is not taken for a patch', () => {
  expect(patched({ a: 1, b: 1, c: 1 }, { a: [0], b: [[]], c: [[0]] })).toEqual({ a: 0, b: [], c: [0] });
});

test('the old value stays as it is, and what did not change is shared', () => {
  const old = { mine: { coins: 3 }, his: { coins: 1 }, list: [{ a: 1 }, { b: 1 }] };
  const before = structuredClone(old);
  const next = patched(old, { mine: { coins: [4] }, list: { '1': { b: [2] } } });
  expect(old).toEqual(before);
  expect(next.his).toBe(old.his);
  expect(next.list[0]).toBe(old.list[0]);
  expect(next.list[1]).not.toBe(old.list[1]);
});

test('a patch that does not fit is refused', () => {
  expect(() => patched({ a: 1 }, { a: { b: [1] } })).toThrow();
  expect(() => patched({}, { a: { b: [1] } })).toThrow();
  expect(() => patched([1], { '3': [1] })).toThrow();
  expect(() => patched({ a: 1 }, { a: 7 as unknown as 0 })).toThrow();
});

test('any two values: the patch of their difference leads from one to the other (seed 20)', () => {
  let x = 20;
  const draw = (n: number) => ((x = (x * 1103515245 + 12345) % 2147483648), Math.floor(x / 65536) % n);
  const value = (deep: number): unknown => {
    switch (draw(deep > 0 ? 6 : 4)) {
      case 0:
        return draw(3);
      case 1:
        return null;
      case 2:
        return 'ab'[draw(2)];
      case 3:
        return draw(2) === 0;
      case 4:
        return Array.from({ length: draw(4) }, () => value(deep - 1));
      default:
        return Object.fromEntries(Array.from({ length: draw(4) }, () => ['abcd'[draw(4)], value(deep - 1)]));
    }
  };
  let tried = 0;
  for (let i = 0; i < 2000; i++) {
    const [a, b] = [{ v: value(4) }, { v: value(4) }];
    const d = difference(a, b);
    if (!d || Array.isArray(d)) continue;
    expect(patched(a, d)).toEqual(b);
    tried++;
  }
  expect(tried).toBeGreaterThan(1000);
});
