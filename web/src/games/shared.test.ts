// What each game hides from people who share a device.
import { expect, test } from 'vitest';
import type { GameModule } from './contract';
import architects from './architects';
import dice from './dice';
import duel from './duel';
import wonders from './wonders';

const asks = (module: unknown, what: 'hidden' | 'peeks', view: object, seat = 0) => (module as GameModule<unknown>)[what]?.(view, seat) ?? false;

test('a curtain falls before every hand, and elsewhere before secret choices only', () => {
  expect(asks(wonders, 'hidden', {})).toBe(true);
  expect(asks(duel, 'hidden', { choice: null })).toBe(false);
  expect(asks(duel, 'hidden', { choice: { secret: false } })).toBe(false);
  expect(asks(duel, 'hidden', { choice: { secret: true } })).toBe(true);
  expect(asks(architects, 'hidden', { look: null })).toBe(false);
  // A spectator sees one of the five cards, or all where the table plays so.
  expect(asks(architects, 'hidden', { look: { n: 5, cards: [{ n: 1 }] } })).toBe(true);
  expect(asks(architects, 'hidden', { look: { n: 5, cards: [{ n: 2 }, { n: 3 }] } })).toBe(false);
  expect(asks(dice, 'hidden', {})).toBe(false);
});

test('what a seat knows beyond the others is shown on request', () => {
  expect(asks(duel, 'peeks', { pantheon: null })).toBe(false);
  expect(asks(duel, 'peeks', { pantheon: { spaces: [{ state: 'empty' }, { state: 'face_up' }] } })).toBe(false);
  expect(asks(duel, 'peeks', { pantheon: { spaces: [{ state: 'empty' }, { state: 'face_down' }] } })).toBe(true);
  const seats = [{ knows_top: false }, { knows_top: true }];
  expect([0, 1].map((seat) => asks(architects, 'peeks', { seats }, seat))).toEqual([false, true]);
});
