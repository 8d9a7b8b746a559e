import { expect, test } from 'vitest';
import { fixture as architectsFixture, fixtures as architects } from '../games/architects/fixtures';
import { fixture as diceFixture, fixtures as dice } from '../games/dice/fixtures';
import { fixture as duelFixture, fixtures as duel } from '../games/duel/fixtures';
import { fixtures as wonders } from '../games/wonders/fixtures';
import { picture } from './thumb';

const all = { duel, wonders, architects, dice };

test.each(Object.entries(all))('every position of %s has a picture, within its frame', (game, fixtures) => {
  let count = 0;
  for (const [name, f] of fixtures) {
    for (const seat of [undefined, 0, 1]) {
      const drawn = picture(game, f.view, seat);
      if (name === 'sides') expect(drawn, 'nothing lies on the table yet').toBeNull();
      if (name === 'sides' || !drawn) continue;
      count++;
      for (const s of drawn.shapes) {
        for (const n of [s.x, s.y, s.w, s.h]) expect(Number.isFinite(n), `${name} ${JSON.stringify(s)}`).toBe(true);
        expect(s.x >= 0 && s.y >= 0 && s.w > 0 && s.h > 0 && s.x + s.w <= drawn.width && s.y + s.h <= drawn.height, `${name}, seat ${seat}: ${JSON.stringify(s)} of ${drawn.width}x${drawn.height}`).toBe(true);
      }
    }
  }
  expect(count).toBeGreaterThanOrEqual(3 * (fixtures.length - 1));
});

test('a card of Duel that lies face down shows its back, whatever it is', () => {
  const { view } = duelFixture('age1');
  const before = JSON.stringify(picture('duel', view));
  const down = view.structure.filter((s) => !s.taken && !s.card);
  expect(down.length).toBeGreaterThan(0);
  down[0].back = 'age-2';
  expect(JSON.stringify(picture('duel', view))).not.toBe(before);
  // A view that knew more would be drawn otherwise: the picture hides nothing by itself, it is the view that does.
  down[0].card = 'theater';
  expect(JSON.stringify(picture('duel', view))).toContain('var(--blue)');
});

test('Architects: as many solid pieces as are built, and one wonder for each seat', () => {
  const { view } = architectsFixture('spectator');
  const pieces = picture('architects', view)!.shapes.filter((s) => s.stroke);
  expect(pieces.length).toBe(5 * view.seats.length);
  expect(pieces.filter((s) => !s.dashed).length).toBe(view.seats.reduce((n, s) => n + s.built, 0));
  expect(picture('architects', view, 0)!.shapes.filter((s) => s.stroke).length).toBe(5);
});

test('Dice: the dice of the forum, and nine blocks for each city', () => {
  const { view } = diceFixture('spectator');
  const { shapes } = picture('dice', view)!;
  expect(shapes.filter((s) => s.stroke).length).toBe(view.forum.length);
  expect(shapes.filter((s) => s.fill === 'var(--well)').length).toBe(9 * view.seats.length);
});

test('Duplicate Duel: both boards, the second beside the first', () => {
  const { view } = duelFixture('age1');
  const one = picture('duel', view)!;
  const both = picture('duplicate', { boards: [{ view }, { view }] })!;
  expect(both.shapes.length).toBe(2 * one.shapes.length);
  expect(Math.min(...both.shapes.slice(one.shapes.length).map((s) => s.x))).toBeGreaterThan(one.width);
  expect(Math.max(...both.shapes.map((s) => s.x + s.w))).toBeLessThanOrEqual(both.width);
});

test('a game that is not known has no picture', () => {
  expect(picture('chess', {})).toBeNull();
  expect(picture('duel', null)).toBeNull();
});
