import { describe, expect, it } from 'vitest';
import { numbers, type Answer } from './answers.svelte';
import { dayOf, doorOf, following, isRight, ofDay, untilTomorrow, worth, type Lists, type Problem } from './puzzles';

const lists: Lists = {
  duel: ['duel-30', 'duel-b0', 'duel-90'].map((id) => ({ id, difficulty: 1 })),
  pantheon: ['duel-50'].map((id) => ({ id, difficulty: 4 })),
  dice: ['dice-10'].map((id) => ({ id, difficulty: 2 })),
};
const ids = Object.values(lists).flat().map((p) => p.id);

const problem = {
  id: 'duel-30',
  difficulty: 3,
  seat: 1,
  moves: [
    { move: 'b:arena', q: [0.06, 0.94], se: 0.01 },
    { move: 'b:circus', q: [0.08, 0.92], se: 0.01 },
    { move: 'd:arena', q: [0.081, 0.919], se: 0.01 },
    { move: 'd:circus', q: [0.97, 0.03], se: 0.01 },
  ],
} as Problem;

describe('the puzzle of the day', () => {
  it('is the same for everybody, in whatever order the collections come', () => {
    const other = Object.fromEntries(Object.entries(lists).reverse().map(([door, list]) => [door, [...list].reverse()]));
    for (let day = 20_000; day < 20_020; day++) expect(ofDay(day, other)).toBe(ofDay(day, lists));
  });

  it('comes once before any comes again', () => {
    const seen = ids.map((_, i) => ofDay(20_773 + i, lists));
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(ofDay(20_773 + ids.length, lists)).toBe(seen[0]);
    expect(ofDay(1, {})).toBeUndefined();
  });

  it('changes at midnight of the reader', () => {
    const late = new Date(2026, 10, 16, 23, 59, 30);
    const early = new Date(2026, 10, 17, 0, 0, 0);
    expect(dayOf(early) - dayOf(late)).toBe(1);
    expect(Number.isInteger(dayOf(late))).toBe(true);
    expect(untilTomorrow(late)).toBe(30_000);
  });
});

describe('the next puzzle', () => {
  it('is the next of its game that was not answered, then any other, then simply the next', () => {
    expect(following('duel-b0', () => false, lists)).toBe('duel-90');
    expect(following('duel-b0', (x) => x === 'duel-90', lists)).toBe('duel-30');
    expect(following('duel-b0', (x) => x.startsWith('duel-') && x !== 'duel-50', lists)).toBe('duel-50');
    expect(following('duel-b0', () => true, lists)).toBe('duel-90');
    expect(following('dice-10', () => true, lists)).toBe('duel-30');
  });

  it('knows the door of a puzzle', () => {
    expect(doorOf('duel-50', lists)).toBe('pantheon');
    expect(doorOf('duel-5', lists)).toBeUndefined();
  });
});

describe('an answer', () => {
  it('is right if it is the best or within two points of it', () => {
    expect(problem.moves.map((m) => isRight(problem, m.move))).toEqual([true, true, false, false]);
    expect(isRight(problem, 'b:walls')).toBe(false);
    expect(problem.moves.map((m) => worth(problem, m))).toEqual(['best', 'best', 'good', 'blunder']);
  });

  it('adds to the numbers', () => {
    const answer = (right: boolean, ms: number, difficulty: number) => ({ right, ms, difficulty }) as Answer;
    expect(numbers([])).toEqual({ all: 0, right: 0, usual: null, hardest: 0 });
    expect(numbers([answer(true, 9000, 2), answer(true, 3000, 1), answer(false, 1, 5), answer(true, 5000, 4)])).toEqual({ all: 4, right: 3, usual: 5000, hardest: 4 });
  });
});
