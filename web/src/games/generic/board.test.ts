import { afterEach, expect, test, vi } from 'vitest';
import { render } from '@testing-library/svelte';
import { doorName, doorOf, doorsFor } from '../../lib/doors';
import { points } from '../../lib/points.svelte';
import type { Info } from '../../lib/types';
import { gameModule } from '..';
import RulesText from '../../parts/RulesText.svelte';
import { boardOf, commit } from '../../testing/board';
import { saved, type Saved } from '../../testing/fixtures';
import type { GameModule } from '../contract';
import { linesOf } from './list';

// A small game outside the catalogue; the tests of its rules record the position.
const { fixture } = saved(import.meta.glob<Saved<unknown>>('./fixtures/*.json', { import: 'default', eager: true }));
const f = fixture('steps');
const module = (await gameModule('steps')) as unknown as GameModule<unknown>;
const { show, checkBoth } = boardOf(module);

afterEach(() => void (points.shown = true));

test.each([false, true])('every legal move can be chosen and confirmed; phone: %s', async (phone) => {
  const s = show(f, { phone });
  await checkBoth(s.container, f);
  const buttons = s.all('.moves button');
  expect(buttons.map((b) => b.textContent)).toEqual(f.moves);
  expect(f.moves.length).toBeGreaterThan(3);
  for (const [i, move] of f.moves.entries()) {
    s.play.mockClear();
    await s.press(buttons[i]);
    expect(s.play).not.toHaveBeenCalled();
    await s.press(commit(s.container));
    expect(s.play.mock.calls).toEqual([[move]]);
  }
});

test('the whole view is listed, by the names of the seats, and nothing else', () => {
  const { container, all } = show(f);
  const text = all('.view > ul > li').map((li) => li.textContent);
  const view = f.view as { pile: number; seats: { row: number[]; hand?: number[]; hand_count: number }[] };
  expect(text[0]).toBe(`pile${view.pile}`);
  expect(text[1]).toBe('turnAnna');
  expect(all('.view > ul > li:nth-child(3) > ul > li > b').map((b) => b.textContent)).toEqual(['Anna', 'Ben']);
  expect(container.textContent).toContain(view.seats[0].hand!.join(', '));
  expect(view.seats[1].hand).toBeUndefined();
  expect(all('.view b').filter((b) => b.textContent === 'hand')).toHaveLength(1);
});

test('who owes nothing cannot confirm, and sees whom the game waits for', () => {
  const { container, all } = show(f, { moves: [], owing: [1] });
  expect(all('.moves button')).toHaveLength(0);
  expect(commit(container).disabled).toBe(true);
  expect(container.textContent).toContain('Ben');
});

test('points are listed only where they are shown', () => {
  const labels = (p: boolean) => JSON.stringify(linesOf(f.view, { names: f.names, points: p }));
  expect(labels(true)).toContain('"score"');
  expect(labels(false)).not.toContain('"score"');
  points.shown = false;
  expect(show(f).all('.view b').some((b) => b.textContent === 'score')).toBe(false);
});

test('views of other forms are listed, too', () => {
  const look = { names: ['Anna', 'Ben'], points: true };
  expect(linesOf({ a_b: null, on: true, none: [], list: [{ x: 1 }, { x: 2 }, { seat: 1 }], in: { y: 'z' } }, look)).toEqual([
    { label: 'a b', value: '–' },
    { label: 'on', value: '✓' },
    { label: 'none', value: '–' },
    { label: 'list', lines: [{ label: '1', lines: [{ label: 'x', value: '1' }] }, { label: '2', lines: [{ label: 'x', value: '2' }] }, { label: '3', lines: [{ label: 'seat', value: 'Ben' }] }] },
    { label: 'in', lines: [{ label: 'y', value: 'z' }] },
  ]);
});

test('its rules say that there are none', async () => {
  const { container } = render(RulesText, { game: 'steps' });
  await vi.waitFor(() => expect(container.textContent).toContain("The rules of this game aren't on this page yet."));
});

test('a game without a card of its own is offered last, with a plain one', () => {
  const info = (id: string, ...keys: string[]) => ({ id, min_seats: 2, max_seats: 2, options: keys.map((key) => ({ key, default: '' })) }) as Info;
  expect(doorsFor([info('steps'), info('dice'), info('duel', 'pantheon')]).map((d) => d.id)).toEqual(['duel', 'pantheon', 'dice', 'steps']);
  expect(doorsFor([info('duel')]).map((d) => d.id)).toEqual(['duel']);
  expect(doorOf('steps', {})).toEqual({ id: 'steps', game: 'steps', seats: 2 });
  expect(doorName('steps')).toBe('steps');
  expect(doorName('duel')).toBe('Duel');
});
