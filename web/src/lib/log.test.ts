import { beforeAll, expect, test } from 'vitest';
import { needTexts, setLang } from './i18n.svelte';
import { lastNews, told, type Told } from './log';

const names = ['Anna', 'Béla'];
const event = (type: string, seat: number | null, what = '', n = 0, withWhat = '') => ({ type, seat, to: null, what, with: withWhat, n });
const words = (lines: Told[]) => lines.map((l) => [l.seat, ...[l.pieces, ...l.more].map((list) => list.map((x) => x.text).join(''))]);

beforeAll(async () => {
  await setLang('en');
  await needTexts('architects', 'dice');
});

test('what is paid runs on in one sentence, what the board shows is left out', () => {
  const events = [event('take', 0, 'wood', 0, 'central'), event('turn_up', null, 'glass', 0, 'rhodes'), event('pay', 0, 'wood', 2), event('pay', 0, 'glass', 1), event('build', 0, 'rhodes', 1), event('turn', 1)];
  expect(words(told('architects', events, names, 0, { quiet: ['turn', 'turn_up'] }))).toEqual([[0, 'Anna takes Wood (Central deck)', 'Anna pays 2 Wood, 1 Glass', 'Anna builds stage 1 of Rhodes']]);
});

test('a round that all decided in secret is told seat by seat, the dice in one sentence', () => {
  const events = [event('ready', 1), event('pass', 0, '', 3), event('mark', 1, 'wo_1', 1), event('round', null, '', 4), event('roll', null, 'red', 2, 'axe'), event('roll', null, 'green', 0, 'gear')];
  expect(words(told('dice', events, names, 1, { quiet: ['ready'], apart: true }))).toEqual([
    [0, 'Anna passes for 3 coins'],
    [1, 'Béla marks Wonder, step 1 for 1 coin'],
    [null, 'Round 4', 'Dice and their prices: axe 2, gear 0'],
  ]);
});

test('the news name what the others did last, also when the own choice closed the round', () => {
  const entry = (seq: number, seat: number, events: ReturnType<typeof event>[]) => ({ seq, at: 0, what: 'move', seat, to: null, events });
  const duel = [entry(1, 0, [event('pass', 0, '', 3)]), entry(2, 1, [event('pass', 1, '', 3)]), entry(3, 1, [event('mark', 1, 'wo_1', 1)])];
  expect(lastNews('dice', duel, names, 0)).toBe('Béla passes for 3 coins; Béla marks Wonder, step 1 for 1 coin');
  const round = [entry(1, 1, []), entry(2, 0, [event('pass', 0, '', 3), event('mark', 1, 'wo_1', 1), event('round', null, '', 4)])];
  expect(lastNews('dice', round, names, 0, { apart: true })).toBe('Béla marks Wonder, step 1 for 1 coin');
  expect(lastNews('dice', round, names, 0)).toBe('');
});
