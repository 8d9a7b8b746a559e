import { beforeAll, describe, expect, test } from 'vitest';
import { possible } from '../../lib/actions';
import { needTexts, setLang } from '../../lib/i18n.svelte';
import { actions, movesOf, thingOf } from './actions';
import { fixture, fixtures, type Fixture } from './fixtures';

beforeAll(async () => {
  await needTexts('architects', 'architects_board');
  await setLang('en');
});

const offered = (f: Fixture) => actions({ view: f.view, who: { seat: f.view.seats[f.view.for], names: f.names }, moves: f.moves, waits: !f.owing.includes(f.seat) });

describe.each(fixtures.filter(([, f]) => f.moves.length > 0))('%s', (_, f) => {
  test('the bar offers exactly the legal moves', () => {
    const all = offered(f).flatMap(possible);
    expect([...all].sort()).toEqual([...f.moves].sort());
  });

  test('every legal move belongs to a thing on the board, and comes back from it', () => {
    for (const m of f.moves) expect(movesOf(thingOf(m), f.moves)).toContain(m);
  });
});

test('whoever waits can choose nothing, and still reads what the decks hold', () => {
  const f = fixture('waiting');
  const list = offered(f);
  expect(list).toHaveLength(3);
  expect(list.flatMap(possible)).toEqual([]);
  for (const a of list) expect(a.reason).toBeTruthy();
});

test('the turn cannot be ended while something must be built, and the bar says so', () => {
  const end = offered(fixture('payments')).find((a) => a.key === 'end')!;
  expect(possible(end)).toEqual([]);
  expect(end.reason).toBe('build first');
});

test('a single payment is a plain button, several are choices with their cards', () => {
  const f = fixture('payments');
  const [build] = offered(f);
  expect(build.choices!.length).toBe(f.view.builds.length);
  expect(build.choices!.every((c) => c.fx!.length >= 3 && c.label)).toBe(true);
  f.view.builds = f.view.builds.slice(0, 1);
  f.moves = [f.view.builds[0].move];
  const [plain] = offered(f);
  expect(plain.choices).toBeUndefined();
  expect(plain.move).toBe(f.moves[0]);
});

test('payments of several stages name their stage', () => {
  const [build] = offered(fixture('stages'));
  expect([build.label, build.verb, build.gist]).toEqual(['Build', 'Build', '3 ways']);
  expect(new Set(build.choices!.map((c) => (c.fx![0].k === 'text' ? c.fx![0].text : '')))).toEqual(new Set(['4', '5']));
});
