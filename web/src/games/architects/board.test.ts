import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { describe, expect, test, vi } from 'vitest';
import { setLang } from '../../lib/i18n.svelte';
import { choose } from '../../lib/settings.svelte';
import { boardOf, boxes, commit } from '../../testing/board';
import { thingOf } from './actions';
import { describe as tell } from './describe';
import { fixture, fixtures } from './fixtures';
import module from './index';
import { motions } from './motions';
import Picture from './Picture.svelte';

boxes(400, 280);
const { show, checkWords, checkBoth, chapters } = boardOf(module);

/** The button of the thing that a move is about. */
function button(container: HTMLElement, move: string): HTMLElement | null {
  const [kind, id] = thingOf(move).split(':');
  const at: Record<string, string> = { deck: `[data-at="deck:${id}"]`, stage: `[data-tip$=":${id}"].plate`, token: id === 'pile' ? '[data-at="pile"]' : `[data-at="offer:${id}"]`, card: `[data-at="looked:${id}"]`, set: '.g4.now' };
  return at[kind] ? (container.querySelector(at[kind])?.closest('button') ?? null) : null;
}

describe.each([
  ['desk', false],
  ['phone', true],
])('%s', (_, phone) => {
  test.each(fixtures)('%s: everything has a name and a text, and every legal thing can be picked and committed', async (_, f) => {
    const { container, play, press } = show(f, { phone });
    await checkBoth(container, f);
    const things = [...new Set(f.moves.map(thingOf))].filter((x) => x !== 'end');
    for (const thing of things) {
      const el = button(container, f.moves.find((m) => thingOf(m) === thing)!);
      expect(el, thing).toBeTruthy();
      play.mockClear();
      await press(el);
      expect(play).not.toHaveBeenCalled();
      await press(commit(container));
      expect(play.mock.calls.map(([m]) => thingOf(m))).toEqual([thing]);
    }
    if (f.moves.length === 0) expect(commit(container).disabled).toBe(true);
  }, 20000);
});

test.each(['players', 'piles'])('the tab %s speaks both languages', async (tab) => {
  const f = fixture('late');
  const { container } = show(f, { phone: true, tab });
  await checkBoth(container, f);
});

test('the turn is ended by the bar', async () => {
  const { container, play, press } = show(fixture('extra'));
  await press([...container.querySelectorAll('.abtn')].at(-1)!);
  await press(commit(container));
  expect(play.mock.calls).toEqual([['end']]);
});

test('by keyboard: a digit chooses, Enter plays, Escape gives the choice up', async () => {
  const f = fixture('middle');
  const { container, play } = show(f);
  await fireEvent.keyDown(window, { key: '3' });
  await fireEvent.keyDown(window, { key: 'Escape' });
  await fireEvent.keyDown(window, { key: 'Enter' });
  expect(play).not.toHaveBeenCalled();
  await fireEvent.keyDown(window, { key: '1' });
  expect(commit(container).disabled).toBe(false);
  await fireEvent.keyDown(window, { key: 'Enter' });
  expect(play.mock.calls).toEqual([[f.moves[0]]]);
});

test('the digits work on the phone too, where decks have no buttons in the bar', async () => {
  const f = fixture('middle');
  const { play } = show(f, { phone: true });
  await fireEvent.keyDown(window, { key: '2' });
  await fireEvent.keyDown(window, { key: 'Enter' });
  expect(play.mock.calls).toEqual([['t:central']]);
});

test('another payment is chosen in the bar', async () => {
  const f = fixture('payments');
  const { container, play, press } = show(f);
  await press(button(container, f.moves[0]));
  const choices = container.querySelectorAll('.wopts .o');
  await press(choices[2]);
  await press(commit(container));
  expect(play.mock.calls).toEqual([[f.view.builds[2].move]]);
});

test('a second press gives the choice up, or plays it where one wants that', async () => {
  const f = fixture('middle');
  const first = show(f);
  await first.press(button(first.container, f.moves[0]));
  await first.press(button(first.container, f.moves[0]));
  expect(commit(first.container).disabled).toBe(true);
  cleanup();
  choose('quick', true);
  const second = show(f);
  await second.press(button(second.container, f.moves[0]));
  await second.press(button(second.container, f.moves[0]));
  choose('quick', false);
  expect(second.play.mock.calls).toEqual([[f.moves[0]]]);
});

test('nothing is played twice while a move is on its way', async () => {
  const f = fixture('middle');
  const { container, play, press } = show(f, { busy: true });
  await press(button(container, f.moves[0]));
  await press(commit(container));
  expect(play).not.toHaveBeenCalled();
});

test('a stage that cannot be built says what it lacks and plays nothing', async () => {
  const f = fixture('middle');
  const { container, play, press, find } = show(f);
  const open = f.view.seats[f.seat].stages.find((s) => s.state === 'open')!;
  await press(find(`.plate[data-tip$=":${open.stage}"]`));
  expect(find('.actbar .what')!.textContent).toContain(`${open.missing} missing`);
  expect(commit(container).disabled).toBe(true);
  expect(play).not.toHaveBeenCalled();
});

test('a picked card lights the stage it would build', async () => {
  const f = fixture('middle');
  const take = f.view.takes.find((t) => t.card?.stages.some((s) => s.new))!;
  const { container, press, find } = show(f);
  expect(container.querySelectorAll('.plate.can')).toHaveLength(0);
  await press(button(container, `t:${take.deck}`));
  expect(find('.plate.can')!.dataset.tip).toBe(`stage:${f.view.seats[f.seat].wonder}:${take.card!.stages[0].stage}`);
});

test('the holder of the cat sees the central card, others see its back', () => {
  const f = fixture('cat');
  const { find } = show(f);
  expect(find('[data-at="deck:central"]')!.classList.contains('card')).toBe(true);
  cleanup();
  const g = fixture('middle');
  expect(g.view.takes[1].card).toBeNull();
  expect(show(g).find('[data-at="deck:central"]')!.classList.contains('back')).toBe(true);
});

test('a spectator can look from any seat and play nothing', async () => {
  const f = fixture('spectator');
  const { container, press, find } = show(f);
  expect(find('.mine .nm b')!.textContent).toBe('Anna');
  await press(find('.medal'));
  expect(find('.mine .nm b')!.textContent).toBe('Béla');
  expect(commit(container).disabled).toBe(true);
});

test('what happens moves things that are on the board', () => {
  const f = fixture('middle');
  const { container } = show(f);
  const at = (key: string) => container.querySelector(`[data-at="${key}"]`);
  // Where a card of mine goes must exist whatever its colour.
  for (const group of ['goods', 'green', 'blue', 'shields', 'tokens', 'victories']) expect(at(`${group}:${f.seat}`), group).toBeTruthy();
  const happened = fixtures.flatMap(([, x]) => x.log.flatMap((l) => l.events ?? []));
  const types = new Set(happened.filter((e) => motions(e, { before: f.view, view: f.view }).length > 0).map((e) => e.type));
  for (const type of ['take', 'turn_up', 'pay', 'build', 'horn', 'peace', 'token', 'refill', 'exchange', 'cat', 'ready']) expect(types).toContain(type);

  const card = f.view.takes[0];
  const take = motions({ type: 'take', seat: f.seat, to: null, what: card.card!.card, with: card.deck }, { before: f.view, view: f.view });
  expect(take).toEqual([{ do: 'fly', from: `deck:${card.deck}`, to: `goods:${f.seat}` }]);
  expect(motions({ type: 'build', seat: f.seat, to: null, what: 'babylon', n: 2 }, { before: f.view, view: f.view })).toEqual([{ do: 'rise', at: `stage:${f.seat}:2` }]);
});

test('a battle is shown pair by pair until it is closed', async () => {
  choose('speed', 'off');
  const f = fixture('middle');
  const { container, rerender, press } = show(f);
  const event = (type: string, seat: number | null = null, n = 0) => ({ type, seat, to: null, n });
  await rerender({ events: [event('battle'), ...f.names.map((_, i) => event('shields', i, i)), event('victory', 4, 2), event('disband', 1, 1), event('peace')] });
  await vi.waitFor(() => expect(container.querySelector('.veil')).toBeTruthy());
  expect(container.querySelectorAll('.veil li')).toHaveLength(f.names.length);
  expect(container.querySelector('.veil')!.textContent).toContain(`3 points each: ${f.names[4]} 2`);
  checkWords(container);
  await press(container.querySelector('.veil .commit'));
  expect(container.querySelector('.veil')).toBeNull();
});

test('the module: headline, questions, shelves and guide speak', async () => {
  for (const lang of ['en', 'hu'] as const) {
    await setLang(lang);
    for (const [, f] of fixtures) {
      expect(module.headline(f.view, f.names).soft).not.toContain('.');
      expect(module.asks(f.view)).not.toContain('architects_board');
    }
    for (const shelf of module.shelves()) {
      expect(shelf.title).not.toContain('architects_board');
      for (const item of shelf.items) {
        expect(tell(item.id)?.lines.join(''), item.id).toBeTruthy();
        render(Picture, { id: item.id });
        cleanup();
      }
    }
    expect(await module.rules[lang]()).toContain('{#war}');
  }
});

test('tooltips point to chapters that the rules have', async () => {
  const f = fixture('stages');
  const used = new Set(chapters(show(f).container, f));
  expect(used.size).toBeGreaterThan(5);
  for (const lang of ['en', 'hu'] as const) {
    const text = await module.rules[lang]();
    for (const anchor of used) expect(text).toContain(`{#${anchor}}`);
  }
});

test('a deck taken is not chosen again when the next decision may take from it, too', async () => {
  const draw = fixture('middle');
  const any = fixture('any-deck');
  const move = draw.moves.find((m) => any.moves.includes(m))!;
  const { container, play, press, rerender, props } = show(draw);
  await press(button(container, move));
  // The view of the next decision comes before the answer to the last one.
  await rerender({ ...props, view: any.view, moves: any.moves, owing: any.owing, seat: any.seat, names: any.names });
  expect(commit(container).disabled).toBe(true);
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(play).not.toHaveBeenCalled();
});

test('shields are told with whose they are: the neighbour’s against mine, and who wins', () => {
  const f = fixture('middle');
  const { all } = show(f);
  const mine = f.view.seats[f.seat].shields;
  const told = all('.war').map((el) => el.textContent!.trim());
  expect(told.length).toBeGreaterThan(0);
  for (const words of told) {
    const [, his, my, result] = /^(\d+) against your (\d+)\s*(.*)$/.exec(words)!;
    expect([f.view.seats.some((x, i) => i !== f.seat && x.shields === Number(his)), Number(my)]).toEqual([true, mine]);
    expect(result).toBe(Number(his) > mine ? 'you lose' : Number(his) < mine ? 'you win' : 'tie');
  }
});
