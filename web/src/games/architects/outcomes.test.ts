import { beforeAll, describe, expect, test } from 'vitest';
import { needTexts, setLang } from '../../lib/i18n.svelte';
import { fixture } from './fixtures';
import { odds, outcomes } from './outcomes';
import type { Prospect } from './view';

const names = ['Anna', 'Béla', 'Dóra'];
const plain: Prospect = { card: 'wood', n: 1, points: 0, cat: false, from: null, shields: 0, flips: 0, battle: false, spoils: 0, stages: [], sets: [], ready: '' };
const seat = fixture('middle').view.seats[0];
const stage = (stage: number, more = {}) => ({ stage, points: 4, ability: false, new: true, completes: false, ...more });

const texts = (p: Partial<Prospect>, side = seat) => outcomes({ ...plain, ...p }, { seat: side, names }).map((o) => o.text);

beforeAll(() => needTexts('architects', 'architects_board'));

describe('in English', () => {
  beforeAll(() => setLang('en'));

  test.each([
    ['a stage', { stages: [stage(3)] }, ['builds stage 3: 4 points']],
    ['a stage with the ability of Ephesus', { stages: [stage(3, { ability: true })] }, ['builds stage 3: 4 points', 'then a central card']],
    ['a stage without points', { stages: [stage(2, { points: 0 })] }, ['builds stage 2']],
    ['one of two stages', { stages: [stage(2), stage(4)] }, ['builds stage 2 or 4']],
    ['the last stage', { stages: [stage(5, { points: 7, completes: true })] }, ['completes the wonder: 7 points']],
    ['a stage that could be paid anyway', { stages: [stage(3, { new: false })] }, []],
    ['a set', { card: 'gear', sets: ['gear-pair'] }, ['a set: a progress token']],
    ['a set that the card is no part of', { card: 'shield0', shields: 1, sets: ['gear-pair'] }, ['+1 shield']],
    ['points', { card: 'vp3', points: 3 }, ['3 points']],
    ['the cat from the table', { card: 'vp2cat', points: 2, cat: true }, ['2 points', 'takes the cat']],
    ['the cat from a player', { card: 'vp2cat', points: 2, cat: true, from: 1 }, ['2 points', 'takes the cat from Béla']],
    ['horns', { card: 'shield2', shields: 1, flips: 2 }, ['+1 shield', 'flips 2 conflict tokens']],
    ['a battle won', { card: 'shield1', shields: 1, flips: 1, battle: true, spoils: 1 }, ['battle: wins 1 token', '+1 shield', 'flips 1 conflict token']],
    ['a battle lost', { card: 'shield1', shields: 1, flips: 1, battle: true }, ['battle: wins nothing', '+1 shield', 'flips 1 conflict token']],
    ['a token', { ready: 'urbanism' }, ['Urbanism: an extra card']],
  ])('%s', (_, p, want) => {
    const side = { ...seat, wonder: 'ephesos', stages: seat.stages.map((s) => ({ ...s, helps: [] })) };
    expect(texts(p as Partial<Prospect>, side)).toEqual(want);
  });

  test('a card that helps an open stage says so, and nothing once it builds', () => {
    const side = { ...seat, stages: seat.stages.map((s) => ({ ...s, state: s.stage === 2 ? 'open' : 'shut', helps: s.stage === 2 ? ['wood'] : [] })) };
    expect(texts({}, side)).toEqual(['closer to stage 2']);
    expect(texts({ stages: [stage(2)] }, side)).toEqual(['builds stage 2: 4 points']);
    expect(texts({ card: 'glass' }, side)).toEqual([]);
  });
});

describe('in Hungarian', () => {
  beforeAll(() => setLang('hu'));

  test.each([
    ['a stage', { stages: [stage(3)] }, ['3. szint épül: 4 pont']],
    ['one of two stages', { stages: [stage(2), stage(4)] }, ['építhető szint: 2 vagy 4']],
    ['the cat', { card: 'vp2cat', points: 2, cat: true, from: 1 }, ['2 pont', 'elveszi a macskát (innen: Béla)']],
    ['a battle', { card: 'shield1', shields: 1, flips: 1, battle: true, spoils: 2 }, ['csata: 2 győzelemjelző', '+1 pajzs', '1 konfliktusjelző átfordul']],
  ])('%s', (_, p, want) => {
    expect(texts(p as Partial<Prospect>, { ...seat, wonder: 'gizah', stages: [] })).toEqual(want);
  });
});

test('odds are shares of the cards that are left', () => {
  const take = { deck: 'central', side: 'central', left: 8, legal: true, card: null, odds: [{ ...plain, n: 2, stages: [stage(1)] }, { ...plain, card: 'gold', n: 2, stages: [stage(1, { new: false })] }, { ...plain, card: 'gear', n: 4 }] };
  expect(odds(take)).toEqual({
    colours: [
      { colour: 'grey', percent: 25 },
      { colour: 'yellow', percent: 25 },
      { colour: 'blue', percent: 0 },
      { colour: 'red', percent: 0 },
      { colour: 'green', percent: 50 },
    ],
    builds: 25,
  });
});
