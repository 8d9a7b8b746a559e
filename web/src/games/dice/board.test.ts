import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { describe, expect, test, vi } from 'vitest';
import { setLang } from '../../lib/i18n.svelte';
import { choose } from '../../lib/settings.svelte';
import { boardOf, commit } from '../../testing/board';
import { describe as tell } from './describe';
import { fixture, fixtures, type Fixture } from './fixtures';
import module from './index';
import { motions } from './motions';
import Picture from './Picture.svelte';
import { printed } from './printed';

const { show: draw, checkWords, checkBoth, chapters } = boardOf(module);

function show(f: Fixture, more: Parameters<typeof draw>[1] = {}) {
  const s = draw(f, more);
  return { ...s, die: (id: string) => s.find(`.forum [data-tip="die:${id}"]`), space: (id: string) => s.find(`.sg [data-at="space:${f.seat}:${id}"]`) };
}

const button = (container: HTMLElement, i: number) => container.querySelectorAll('.actbar .abtn')[i];

// Some draw a whole sheet for every legal move.
vi.setConfig({ testTimeout: 60_000 });

/** Pick what a move is about: its die and then its space, its space, or its button in the bar. */
async function pick(s: ReturnType<typeof show>, f: Fixture, move: string) {
  const [kind, ...rest] = move.split(':');
  if (kind === 'd') {
    await s.press(s.die(rest[0]));
    if (!s.space(rest[1])!.classList.contains('sel')) await s.press(s.space(rest[1]));
  } else if (kind === 'm' || kind === 'w') await s.press(s.space(rest[0]));
  else {
    const owes = f.view.mine!.owes;
    await s.press(button(s.container, kind === 'b' ? f.view.bonuses.findIndex((x) => x.bonus === rest[0]) : kind === 'pass' ? 2 : owes === 'action' ? 2 : 1));
  }
}

describe.each([
  ['desk', false],
  ['phone', true],
])('%s', (_, phone) => {
  test.each(fixtures)('%s: everything has a name and a text, and every legal move can be picked and committed', async (_, f) => {
    const s = show(f, { phone });
    await checkBoth(s.container, f);
    for (const move of f.moves) {
      s.play.mockClear();
      await pick(s, f, move);
      expect(s.play, move).not.toHaveBeenCalled();
      await s.press(commit(s.container));
      expect(s.play.mock.calls, move).toEqual([[move]]);
      await fireEvent.keyDown(window, { key: 'Escape' });
    }
    if (f.moves.length === 0) expect(commit(s.container).disabled).toBe(true);
  });
});

test.each(['players', 'facts'])('the tab %s speaks both languages', async (tab) => {
  const f = fixture('late');
  const { container } = show(f, { phone: true, tab });
  // Eight blocks of everybody else.
  if (tab === 'players') await vi.waitFor(() => expect(container.querySelectorAll('.sg .blk')).toHaveLength(8 * (f.view.seats.length - 1)), 30_000);
  await checkBoth(container, f);
});

test('a die takes its space with it, a space its die, the cheapest one first', async () => {
  const f = fixture('middle');
  const { die, space, press, container } = show(f);
  const d = f.view.forum.find((x) => x.state === 'ok')!;
  await press(die(d.die));
  expect(space(d.targets[0].space)!.classList.contains('sel')).toBe(true);
  await press(die(d.die));
  expect(container.querySelector('.sg .sel')).toBeNull();
  await press(space(d.targets[0].space));
  expect(container.querySelectorAll('.forum .dd.on')).toHaveLength(1);
});

test('with a die picked only what it reaches is lit, and a space is marked with that die', async () => {
  const f = fixture('black');
  const { die, space, press, container, play } = show(f);
  const black = f.view.forum.find((d) => d.die === 'black')!;
  await press(die('black'));
  const lit = [...container.querySelectorAll<HTMLElement>('.sg .can')].map((el) => el.dataset.at!.split(':')[2]).sort();
  expect(lit).toEqual(black.targets.filter((x) => x.ok).map((x) => x.space).sort());
  const last = black.targets.filter((x) => x.ok).at(-1)!;
  await press(space(last.space));
  await press(commit(container));
  expect(play.mock.calls).toEqual([[last.move]]);
});

test('what cannot be chosen says why and plays nothing', async () => {
  const f = fixture('middle');
  const { die, press, find, container, play } = show(f);
  const locked = f.view.forum.find((d) => d.state === 'locked')!;
  const dear = f.view.forum.find((d) => d.state === 'too_dear')!;
  await press(die(locked.die));
  expect(find('.actbar .what')!.textContent).toContain('haven\'t unlocked');
  await press(die(dear.die));
  expect(find('.actbar')!.textContent).toContain('enough coins');
  expect(commit(container).disabled).toBe(true);
  expect(play).not.toHaveBeenCalled();
  expect(die(locked.die)!.querySelector('.lock')).toBeTruthy();
});

test('the price is told in its parts', async () => {
  const f = fixture('middle');
  const { space, press, find } = show(f);
  const way = f.view.forum.flatMap((d) => d.targets).find((x) => x.ok && x.price.missing > 0)!;
  await press(space(way.space));
  expect(find('.actbar .abtn.on')!.textContent).toContain(way.price.total ? `for ${way.price.total}` : 'free');
  expect(find('.actbar .abtn.on small')!.textContent).toBe(`die ${way.price.die} + ${way.price.missing} missing ${way.price.missing === 1 ? 'resource' : 'resources'}`);
});

test('the guild says how the comparison stands', async () => {
  const f = fixture('guild');
  const { die, press, find } = show(f);
  const { guild } = f.view.forum.find((d) => d.guild)!;
  await press(die('purple'));
  expect(find('.actbar .what')!.textContent).toMatch(new RegExp(`you ${guild!.mine}, (neighbours|opponent) ${guild!.left}`));
});

test('by keyboard: a digit chooses, Enter plays, Escape gives the choice up', async () => {
  const { container, play } = show(fixture('middle'));
  await fireEvent.keyDown(window, { key: '3' });
  await fireEvent.keyDown(window, { key: 'Escape' });
  await fireEvent.keyDown(window, { key: 'Enter' });
  expect(play).not.toHaveBeenCalled();
  await fireEvent.keyDown(window, { key: '2' });
  expect(commit(container).disabled).toBe(false);
  await fireEvent.keyDown(window, { key: 'Enter' });
  expect(play.mock.calls).toEqual([['w:wo_2']]);
});

test('a second press plays it where one wants that', async () => {
  const f = fixture('middle');
  choose('quick', true);
  const { die, press, play } = show(f);
  const d = f.view.forum.find((x) => x.state === 'ok')!;
  await press(die(d.die));
  await press(die(d.die));
  choose('quick', false);
  expect(play.mock.calls).toEqual([[d.targets[0].move]]);
});

test('nothing is played twice while a move is on its way', async () => {
  const { container, play, press } = show(fixture('middle'), { busy: true });
  await press(button(container, 2));
  await press(commit(container));
  expect(play).not.toHaveBeenCalled();
});

test('a choice can be withdrawn while others still choose', async () => {
  const f = fixture('waiting');
  expect(f.view.mine!.withdrawable).toBe(true);
  const withdraw = vi.fn();
  const { find, press, container } = show(f, { withdraw });
  expect(find('.actbar .what')!.textContent).toContain('waiting for');
  expect(commit(container).disabled).toBe(true);
  await press(find('.wd'));
  expect(withdraw).toHaveBeenCalledOnce();
  cleanup();
  expect(show(f).find('.wd')).toBeNull();
});

test('marked spaces are crossed and keep what was written', () => {
  const f = fixture('middle');
  const { container, space } = show(f);
  const mine = f.view.seats[f.seat];
  expect(container.querySelectorAll('.sg .space.done')).toHaveLength(mine.marked.length);
  for (const w of mine.written) expect(space(w.space)!.querySelector('.wrote')!.textContent).toBe(String(w.points));
});

test('the sides show the barracks that face mine', () => {
  const f = fixture('middle');
  const { container } = show(f);
  const mine = f.view.seats[f.seat];
  const titles = [...container.querySelectorAll('.nbp .blk')].map((el) => el.getAttribute('aria-label'));
  expect(titles).toEqual(['East, facing you', 'West, facing you']);
  expect(container.querySelector('.nbp .hit')!.textContent).toContain(String(mine.barracks[0].next!.points));
  cleanup();
  // With two the opponent is on both sides, and the log has the other column.
  const two = show(fixture('two'));
  expect(two.container.querySelectorAll('.nbp')).toHaveLength(1);
  expect(two.container.querySelectorAll('.nbp .blk')).toHaveLength(2);
});

test('while others choose, a press tells what a space is and plays nothing', async () => {
  const f = fixture('waiting');
  const { container, press, find, all } = show(f);
  const button = all('.sg button.space')[0];
  await press(button);
  expect(button.classList.contains('sel')).toBe(true);
  expect(find('.actbar .what')!.textContent).not.toContain('waiting for');
  expect(commit(container).disabled).toBe(true);
  await press(button);
  expect(find('.actbar .what')!.textContent).toContain('waiting for');
});

test('a spectator plays nothing and can look from any seat', async () => {
  const f = fixture('spectator');
  const { container, press, find } = show(f);
  expect(find('.stat .pn')!.textContent).toContain('Anna');
  await press(find('.far'));
  await press(find('dialog .sit'));
  expect(find('.stat .pn')!.textContent).not.toContain('Anna');
  expect(commit(container).disabled).toBe(true);
  expect(container.querySelectorAll('.sg button.space')).toHaveLength(0);
});

test('a drawer opens before the sheet in it is drawn', async () => {
  const { press, find, all } = show(fixture('middle'));
  await press(find('.nh'));
  expect(find('dialog h2')!.textContent).not.toBe('');
  expect(all('dialog .blk')).toHaveLength(0);
  await vi.waitFor(() => expect(all('dialog .sg .blk')).toHaveLength(8), 30_000);
  expect(all('dialog .nb')).toHaveLength(1);
});

test('a new round throws all dice at once and shows what others marked', () => {
  const f = fixture('middle');
  show(f);
  const look = { seat: f.seat, before: f.view, view: structuredClone(f.view) };
  const left = f.view.seats[f.seat].left;
  look.view.seats[left].marked = [...look.view.seats[left].marked, 'be_att1', 'a_33'];
  const event = (type: string, what = '') => ({ type, seat: null, to: null, what });
  expect(motions(event('round'), look)).toEqual([
    { do: 'pulse', at: `space:${left}:be_att1` },
    { do: 'pulse', at: `seat:${left}` },
  ]);
  const rolls = f.view.forum.flatMap((d) => motions(event('roll', d.die), look));
  expect(rolls).toHaveLength(7);
  for (const m of rolls) expect('at' in m && document.querySelector(`[data-at="${m.at}"]`), JSON.stringify(m)).toBeTruthy();
  expect(motions(event('ready'), look)).toEqual([]);
});

test('a player who comes back sees what others marked, by its events', () => {
  const f = fixture('middle');
  show(f);
  const left = f.view.seats[f.seat].left;
  const mark = (seat: number, what: string) => ({ type: 'mark', seat, to: null, what });
  const now = { seat: f.seat, before: f.view, view: f.view };
  expect(motions(mark(left, 'be_att1'), now)).toEqual([{ do: 'pulse', at: `space:${left}:be_att1` }]);
  expect(motions(mark(left, 'a_33'), now)).toEqual([{ do: 'pulse', at: `seat:${left}` }]);
  expect(motions(mark(f.seat, 'be_att1'), now)).toEqual([]);
  // At the end of a round the marks come all at once, by the views.
  expect(motions(mark(left, 'be_att1'), { ...now, view: structuredClone(f.view) })).toEqual([]);
});

test('the browser shows the very sheet that is played', () => {
  const f = fixture('opening');
  for (const x of f.view.buildings) {
    expect(printed.buildings[x.building].spaces.map((s) => [s.space, s.cost, s.effects.length])).toEqual(x.spaces.map((s) => [s.space, s.cost, s.effects.length]));
    expect(printed.buildings[x.building].tracks).toEqual(x.tracks);
  }
  for (const s of f.view.seats) expect(printed.cities[s.city].map((x) => x.building)).toEqual(s.sheet.map((x) => x.building));
});

test('when passing is all there is, Enter plays it', async () => {
  const { play, container } = show(fixture('two'));
  expect(fixture('two').moves).toEqual(['pass']);
  expect(commit(container).disabled).toBe(false);
  await fireEvent.keyDown(window, { key: 'Enter' });
  expect(play).toHaveBeenCalledWith('pass');
});

test('the module: headline, questions, shelves and guide speak', async () => {
  for (const lang of ['en', 'hu'] as const) {
    await setLang(lang);
    for (const [, f] of fixtures) {
      expect(module.headline(f.view, f.names).title).toMatch(/\d/);
      expect(module.asks(f.view)).not.toContain('dice_board');
    }
    for (const shelf of module.shelves()) {
      expect(shelf.title).not.toContain('dice_board');
      for (const item of shelf.items) {
        expect(tell(item.id)?.lines.join(''), item.id).toBeTruthy();
        const { container } = render(Picture, { id: item.id });
        checkWords(container);
        cleanup();
      }
    }
  }
  const late = fixture('late');
  await setLang('en');
  expect(module.headline(late.view, late.names).soft).toContain('Last round');
});

test('tooltips point to chapters that the rules have', async () => {
  const used = new Set<string>();
  for (const name of ['late', 'guild']) {
    const f = fixture(name);
    for (const chapter of chapters(show(f).container, f)) used.add(chapter);
    cleanup();
  }
  expect(used.size).toBeGreaterThan(8);
  for (const lang of ['en', 'hu'] as const) {
    const text = await module.rules[lang]();
    for (const anchor of used) expect(text).toContain(`{#${anchor}}`);
  }
});

test('passing is over with its round: in the next one nothing is chosen, and neither a double click nor a held key passes it', async () => {
  const f = fixture('middle');
  const s = show(f);
  await s.press(button(s.container, 2));
  await fireEvent.click(commit(s.container), { detail: 1 });
  await s.rerender({ ...s.props, view: { ...f.view, round: f.view.round + 1 } });
  expect(s.find('.abtn.on')).toBeNull();
  await fireEvent.click(commit(s.container), { detail: 2 });
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(s.play.mock.calls).toEqual([['pass']]);
  // The same where passing is all that can be done, and so is chosen already.
  await s.rerender({ ...s.props, moves: ['pass'], view: { ...f.view, round: f.view.round + 2 } });
  expect(commit(s.container).disabled).toBe(false);
  await fireEvent.click(commit(s.container), { detail: 2 });
  await fireEvent.keyDown(document.body, { key: 'Enter', repeat: true });
  expect(s.play).toHaveBeenCalledTimes(1);
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(s.play).toHaveBeenCalledTimes(2);
});

test('until something is picked the bar tells what the others did last, and the last button says what it does', async () => {
  const f = fixture('middle');
  const s = show(f, { news: 'Emil passes for 3 coins' });
  expect(s.find('.actbar .what')!.textContent).toContain('Emil passes for 3 coins');
  expect(commit(s.container).textContent!.trim()).toBe('Confirm');
  await s.press(button(s.container, 2));
  expect(s.find('.actbar .what')!.textContent).not.toContain('Emil');
  expect(commit(s.container).textContent!.trim()).toBe(`Pass, +${f.view.mine!.pass_gain}`);
});

test('a pick draws only the spaces it changes', async () => {
  const f = fixture('black');
  const s = show(f);
  const before = new Map(s.all('.sg [data-at^="space:"]').map((el) => [el.dataset.at!, el.outerHTML]));
  const tags = s.all('.sg .tag');
  const told = s.all('.sg .tag.shown').length;
  let touched = 0;
  const seen = new MutationObserver((list) => (touched += list.length));
  seen.observe(s.find('.sg')!, { subtree: true, childList: true, attributes: true, characterData: true });
  const d = f.view.forum.find((x) => x.state === 'ok' && x.targets.length === 1)!;
  await s.press(s.die(d.die));
  touched += seen.takeRecords().length;
  seen.disconnect();
  const changed = s.all('.sg [data-at^="space:"]').filter((el) => before.get(el.dataset.at!) !== el.outerHTML).length;
  expect(changed).toBeGreaterThan(0);
  expect(touched, 'writes for each space that changed').toBeLessThanOrEqual(12 * changed);
  // Prices are put out, not taken away: nothing is laid out anew for it.
  expect(s.all('.sg .tag.shown').length).toBeLessThan(told);
  expect(s.all('.sg .tag')).toEqual(tags);
});
