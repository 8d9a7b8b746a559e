import { expect, it } from 'vitest';
import { streakOf } from './streak';

/** Answers of days from a first one: r right, w wrong, - none. */
function given(first: string, word: string): [Map<number, boolean>, number] {
  const from = Date.parse(`${first}T00:00Z`) / 86_400_000;
  const days = [...word].flatMap((c, i) => (c === '-' ? [] : [[from + i, c === 'r'] as const]));
  return [new Map(days), from + word.length - 1];
}

const streak = (first: string, word: string) => {
  const { now, longest, days } = streakOf(...given(first, word));
  return { now, longest, states: days.map((d) => d.state) };
};

it('counts right answers of days in a row, today or not yet', () => {
  expect(streak('2026-11-10', 'rrrr')).toMatchObject({ now: 4, longest: 4 });
  expect(streak('2026-11-10', 'rrr-')).toMatchObject({ now: 3, longest: 3 });
  expect(streak('2026-11-10', '-')).toMatchObject({ now: 0, longest: 0 });
});

it('ends with a wrong answer and keeps the longest', () => {
  expect(streak('2026-11-02', 'rrrrrwr')).toMatchObject({ now: 1, longest: 5 });
  expect(streak('2026-11-02', 'rrw')).toMatchObject({ now: 0, longest: 2 });
});

it('rests on two missed days of a month, not on a third', () => {
  expect(streak('2026-11-02', 'rr-r-r')).toMatchObject({ now: 4, longest: 4 });
  expect(streak('2026-11-02', 'rr-r-r-r')).toMatchObject({ now: 1, longest: 4 });
  expect(streak('2026-11-02', 'r--r')).toMatchObject({ now: 2 });
  expect(streak('2026-11-02', 'r---r')).toMatchObject({ now: 1 });
});

it('has two rest days in each month', () => {
  // 29 and 30 November, then 1 and 2 December.
  expect(streak('2026-11-28', 'r----r')).toMatchObject({ now: 2, longest: 2 });
  expect(streak('2026-11-28', 'r-----r')).toMatchObject({ now: 1, longest: 1 });
});

it('does not rest where there is nothing to keep', () => {
  expect(streak('2026-11-02', 'w--r--r')).toMatchObject({ now: 2, longest: 2 });
});

it('shows the last fourteen days', () => {
  const { states } = streak('2026-11-03', 'rw-r--r---r-');
  expect(states).toEqual(['before', 'before', 'right', 'wrong', 'missed', 'right', 'rest', 'rest', 'right', 'missed', 'missed', 'missed', 'right', 'open']);
});
