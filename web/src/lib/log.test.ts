import { beforeAll, expect, test } from 'vitest';
import { needTexts, setLang } from './i18n.svelte';
import { told, type Told } from './log';

const names = ['Anna', 'Béla'];
const event = (type: string, seat: number, what = '', n = 0, withWhat = '') => ({ type, seat, to: 255, what, with: withWhat, n });
const words = (lines: Told[]) => lines.map((l) => [l.seat, ...[l.pieces, ...l.more].map((list) => list.map((x) => x.text).join(''))]);

beforeAll(async () => {
  await setLang('en');
  await needTexts('architects', 'dice');
});

test('what is paid runs on in one sentence, what the board shows is left out', () => {
  const events = [event('take', 0, 'wood', 0, 'central'), event('turn_up', 255, 'glass', 0, 'rhodes'), event('pay', 0, 'wood', 2), event('pay', 0, 'glass', 1), event('build', 0, 'rhodes', 1), event('turn', 1)];
  expect(words(told('architects', events, names, 0, { quiet: ['turn', 'turn_up'] }))).toEqual([[0, 'Anna takes Wood (Central deck)', 'Anna pays 2 Wood, 1 Glass', 'Anna builds stage 1 of Rhodes']]);
});

test('a round that all decided in secret is told seat by seat, the dice in one sentence', () => {
  const events = [event('ready', 1), event('pass', 0, '', 3), event('mark', 1, 'wo_1', 1), event('round', 255, '', 4), event('roll', 255, 'red', 2, 'axe'), event('roll', 255, 'green', 0, 'gear')];
  expect(words(told('dice', events, names, 1, { quiet: ['ready'], apart: true }))).toEqual([
    [0, 'Anna passes for 3 coins'],
    [1, 'Béla marks Wonder, step 1 for 1 coin'],
    [255, 'Round 4', 'Dice and their prices: axe 2, gear 0'],
  ]);
});
