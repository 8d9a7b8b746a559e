import { afterAll, beforeAll, expect, test } from 'vitest';
import { needTexts, setLang } from './i18n.svelte';
import { outcome, scoreOf } from './result';
import type { TableSummary } from './types';

beforeAll(() => needTexts('page', 'duel'));
afterAll(() => setLang('en'));

const game = (x: Partial<TableSummary>) => ({ game: 'duel', status: 'finished', seat: 0, won_by: 'points', ...x }) as TableSummary;

test('a finished game tells its score, mine first', () => {
  const two = { standings: [2, 1], scores: [40, 52] };
  expect(outcome(game(two))).toBe('40 : 52');
  expect(outcome(game({ ...two, seat: 1 }))).toBe('52 : 40');
  expect(outcome(game({ ...two, seat: null }))).toBe('40 : 52');
  expect(outcome(game({ won_by: 'tie_break', standings: [1, 2], scores: [50, 50] }))).toBe('50 : 50');
});

test('a match on two boards tells its sum, from my side', () => {
  const match = game({ game: 'duplicate', standings: [2, 1], scores: [-12, 12] });
  expect(outcome(match)).toBe('−12');
  expect(outcome({ ...match, seat: 1 })).toBe('+12');
  expect(outcome(game({ game: 'duplicate', won_by: 'shared', standings: [1, 1], scores: [0, 0] }))).toBe('0');
});

test('among more than two I see my place and my points', async () => {
  const three = game({ game: 'dice', seat: 2, standings: [3, 1, 2], scores: [30, 41, 35] });
  expect(outcome(three)).toBe('place 2, 35 points');
  expect(outcome({ ...three, seat: null })).toBe('30 : 41 : 35');
  await setLang('hu');
  expect(outcome(three)).toBe('2. hely, 35 pont');
  await setLang('en');
});

test('a game that points did not decide tells how it ended, and an old one nothing', () => {
  expect(outcome(game({ won_by: 'science', standings: [1, 2], scores: [20, 31] }))).toBe('Scientific supremacy');
  expect(outcome(game({ won_by: 'resignation' }))).toBe('By resignation');
  expect(outcome(game({}))).toBe('');
});

test('a lost conflict has a true minus', () => {
  expect([18, 0, -3].map((n) => scoreOf('wonders', n))).toEqual(['18', '0', '−3']);
});
