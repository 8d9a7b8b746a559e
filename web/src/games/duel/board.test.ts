import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { describe, expect, test, vi } from 'vitest';
import { setLang, t } from '../../lib/i18n.svelte';
import { bindings } from '../../lib/keys';
import { choose } from '../../lib/settings.svelte';
import { focusCards } from '../../lib/spatial';
import { tips } from '../../lib/tips.svelte';
import { parse } from '../../lib/markdown';
import Shell from '../../parts/Shell.svelte';
import { boardOf, boxes } from '../../testing/board';
import type { GameModule } from '../contract';
import { describe as tell } from './describe';
import { cards, divinities, tokens, wonders } from './faces';
import { fixture, fixtures, type Fixture } from './fixtures';
import module from './index';
import { motions } from './motions';
import Picture from './Picture.svelte';

boxes(640, 440);
const { show, checkBoth } = boardOf(module);

const all = (c: HTMLElement, s: string) => [...c.querySelectorAll<HTMLElement>(s)];

/** Play a move as a person would: pick the thing, choose the action, confirm. */
async function perform({ container, find, press }: ReturnType<typeof show>, f: Fixture, move: string) {
  const [kind, first, second] = move.split(':');
  const ofCard = (card: string) => find(`[data-at="slot:${f.view.structure.find((s) => s.card === card)?.place}"]`);
  const tray = (id: string) => find(`.tray .row [data-tip$=":${id}"]`);
  switch (kind) {
    case 'b':
    case 'd': {
      const card = ofCard(first);
      if (card?.getAttribute('aria-pressed') !== 'true') await press(card);
      await press(all(container, 'button.abtn')[kind === 'b' ? 0 : 1]);
      break;
    }
    case 'w': {
      const card = ofCard(second);
      if (card?.getAttribute('aria-pressed') !== 'true') await press(card);
      await press(find(`[data-at="wonder:${first}"]`));
      break;
    }
    case 'a': {
      const space = f.view.pantheon!.spaces.find((s) => s.card === first)!;
      const row = find(`[data-at="space:${space.space}"]`);
      if (row?.getAttribute('aria-pressed') !== 'true') await press(row);
      const ways = f.moves.filter((m) => m === `a:${first}` || m.startsWith(`a:${first}:`));
      // Several ways to pay are buttons of their own; on the phone they come once the action is chosen.
      for (let i = 0; i < 2; i++) {
        const choice = all(container, '.actbar .wopts .o')[ways.indexOf(move)];
        await press(choice ?? find('button.abtn'));
      }
      break;
    }
    case 'draft':
      await press(find(`[data-at="wonder:${first}"]`));
      break;
    case 'zeus':
      await press(find(`[data-at="slot:${first}"]`)?.closest('button'));
      break;
    case 'minerva': {
      const { options } = f.view.choice!;
      const spaces = all(container, 'button.here');
      if (spaces.length) await press(spaces[options.length - 1 - options.findIndex((o) => o.move === move)]);
      else {
        // On the phone the bar walks from the pawn, towards the opponent or back.
        const ahead = (n: number) => (n - f.view.track.pawn) * (f.seat === 0 ? 1 : -1);
        const to = ahead(Number(options.find((o) => o.move === move)!.what));
        const steps = options.filter((o) => ahead(Number(o.what)) * Math.sign(to) > 0 && Math.abs(ahead(Number(o.what))) <= Math.abs(to)).length;
        for (let i = 0; i < steps; i++) await press(all(container, 'button.abtn')[to > 0 ? 0 : 1]);
      }
      break;
    }
    case 'begin':
    case 'neptune':
      await press(all(container, 'button.abtn')[f.view.choice!.options.findIndex((o) => o.move === move)]);
      break;
    case 'place':
      await press(tray(first));
      expect(find('[data-commit]')!.hasAttribute('disabled'), 'no space is chosen before it is pressed').toBe(true);
      await press(find(`[data-at="space:${second.replace(/\D/g, '')}"]`));
      break;
    case 'isis':
      await press(tray(first));
      await press(tray(second));
      break;
    case 'destroy':
    case 'baal':
    case 'nisaba':
    case 'anubis':
    case 'ra':
      // A desk shows what is asked for, and nothing lies over the board.
      if (!tray(first)) await press(find(`button[data-at="built:${first}"], button[data-at="wonder:${first}"]`));
      else await press(tray(first));
      break;
    default:
      await press(tray(first) ?? find(`.toks button[data-tip$=":${first}"]`));
  }
  await press(find('[data-commit]'));
}

test('a board that opens has all its cards; those of a new age come row by row', async () => {
  const f = fixture('age1');
  expect(show(f).all('.struct li')).toHaveLength(20);
  cleanup();
  const { all, rerender } = show(fixture('draft'));
  expect(all('.struct li')).toHaveLength(0);
  await rerender({ view: f.view, moves: f.moves, owing: f.owing });
  expect(all('.struct li')).toHaveLength(f.view.structure.filter((s) => s.row === 1).length);
  await vi.waitFor(() => expect(all('.struct li')).toHaveLength(20));
});

describe.each([
  ['desk', false],
  ['phone', true],
])('%s', (_, phone) => {
  test.each(fixtures)('%s: everything has a name and a text', async (_, f) => {
    const { container } = show(f, { phone });
    await checkBoth(container, f);
  });

  test.each(fixtures.filter(([, f]) => f.moves.length > 0))('%s: every legal move can be played', async (_, f) => {
    const shown = show(f, { phone });
    for (const move of f.moves) {
      await perform(shown, f, move);
      expect(shown.play.mock.calls, move).toEqual([[move]]);
      shown.play.mockClear();
    }
  }, 0);
});

test("one's wonders are the same buttons before and after a pick; in a replay they are none", async () => {
  const f = fixture('age1');
  const mine = '[data-zone="wonders"] button.wplate';
  expect(show(f).all(mine)).toHaveLength(0);
  cleanup();
  const { all, find, press } = show(f, { online: [0, 1] });
  const before = all(mine);
  expect(before.length).toBeGreaterThan(0);
  expect(before.every((b) => !b.hasAttribute('data-nav') && !b.hasAttribute('aria-pressed'))).toBe(true);
  await press(find('.struct button.card'));
  expect(all(mine).every((b, i) => b === before[i])).toBe(true);
  expect(before.every((b) => b.hasAttribute('data-nav') && b.getAttribute('aria-pressed') === 'false')).toBe(true);
});

test('with nothing to decide nothing can be committed', () => {
  const { find } = show(fixture('over'));
  expect(find('[data-commit]')!.hasAttribute('disabled')).toBe(true);
});

test('a pick shows what it opens, and what it costs for both', async () => {
  const f = fixture('age2');
  const { container, find, press } = show(f);
  const slot = f.view.structure.find((s) => s.accessible && s.uncovers.length > 0)!;
  await press(find(`[data-at="slot:${slot.place}"]`));
  const opened = slot.uncovers.map((p) => find(`[data-at="slot:${p}"]`)!.closest('li')!);
  for (const li of opened) expect(li.querySelector('.opens, .turns'), li.outerHTML.slice(0, 80)).not.toBeNull();
  expect(find('.actbar .what')!.textContent).toContain('uncovers for Béla');
  for (const s of f.view.structure.filter((x) => x.accessible)) {
    const card = find(`[data-at="slot:${s.place}"]`)!;
    expect(card.querySelector('.badge'), s.card).not.toBeNull();
    expect(card.querySelector('.his'), s.card).not.toBeNull();
  }
  expect(container.querySelectorAll('.card .badge').length).toBe(f.view.structure.filter((x) => x.accessible).length);
});

test('the name of the picked card explains it, on a phone with a sign that says so', async () => {
  const f = fixture('age2');
  const slot = f.view.structure.find((s) => s.accessible && s.card)!;
  for (const phone of [true, false]) {
    const { find, press } = show(f, { phone });
    expect(find('.pick')!.dataset.tip).toBeUndefined();
    await press(find(`[data-at="slot:${slot.place}"]`));
    expect(tell(find('.pick')!.dataset.tip!, { seat: f.seat, view: f.view, names: f.names })!.title).toBe(find('.pick')!.textContent);
    expect(!!find('.pick svg')).toBe(phone);
    cleanup();
  }
});

test('what is too dear says how much is missing', async () => {
  const f = fixture('age3');
  const slot = f.view.structure.find((s) => s.accessible && s.prices[0] && !s.prices[0].affordable)!;
  const { find, press } = show(f);
  await press(find(`[data-at="slot:${slot.place}"]`));
  const build = find('button.abtn')!;
  expect(build.getAttribute('aria-disabled')).toBe('true');
  expect(build.textContent).toMatch(new RegExp(`${slot.prices[0]!.short} coins? short`));
});

test('by keyboard: digits choose, Enter commits, Escape gives the pick up', async () => {
  const f = fixture('age2');
  const { find, press, play } = show(f);
  const slot = f.view.structure.find((s) => s.accessible && f.moves.includes(`b:${s.card}`))!;
  await press(find(`[data-at="slot:${slot.place}"]`));
  await fireEvent.keyDown(window, { key: '2' });
  await fireEvent.keyDown(window, { key: 'Enter' });
  expect(play.mock.calls).toEqual([[`d:${slot.card}`]]);
  await fireEvent.keyDown(window, { key: 'Escape' });
  expect(find('[data-commit]')!.hasAttribute('disabled')).toBe(true);
});

test('by keyboard: the way to the cards leads to the picked card, and a wonder that is too dear says why', async () => {
  const f = fixture('age2');
  const slot = f.view.structure.find((s) => s.accessible && f.moves.includes(`d:${s.card}`))!;
  const dear = f.view.seats[f.seat].wonders.find((w) => !w.built)!;
  const { container, find, press } = show({ ...f, moves: f.moves.filter((m) => !m.startsWith('w:')) });
  focusCards(container);
  expect(document.activeElement?.closest('[data-zone]')?.getAttribute('data-zone')).toBe('structure');
  const card = find(`[data-at="slot:${slot.place}"]`)!;
  await press(card);
  focusCards(container);
  expect(document.activeElement).toBe(card);
  const plate = find(`[data-at="wonder:${dear.wonder}"]`)!;
  await press(plate);
  expect(tips.shown?.el).toBe(plate);
  tips.close();
});

test.each(['token', 'age2'])('the only thing to do is chosen already: %s', async (name) => {
  const f = fixture(name);
  const only = f.moves.at(-1)!;
  const { play, container } = show({ ...f, moves: [only] });
  await vi.waitFor(() => expect(container.querySelector<HTMLButtonElement>('[data-commit]')!.disabled).toBe(false));
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(play).toHaveBeenCalledExactlyOnceWith(only);
});

test('for Minerva one walks along the track, space by space', async () => {
  const f = fixture('pantheon_minerva');
  const b = show(f, { phone: true });
  const chosen = () => all(b.container, '.here').findIndex((x) => x.classList.contains('sel'));
  const [left, right] = all(b.container, 'button.abtn');
  const asked = b.find('.pick')!.textContent;
  await b.press(b.find(`[data-at="slot:${f.view.structure.find((s) => s.accessible && !s.taken)!.place}"]`));
  expect(b.find('.pick')!.textContent, 'no card is picked while something else is asked').toBe(asked);
  await b.press(left);
  const first = chosen();
  await b.press(all(b.container, 'button.abtn')[0]);
  expect(chosen()).toBe(first - 1);
  await b.press(right);
  expect(chosen()).toBe(first);
  for (let i = 0; i < 30; i++) await b.press(all(b.container, 'button.abtn')[0]);
  expect(chosen()).toBe(0);
  expect(all(b.container, 'button.abtn')[0].getAttribute('aria-disabled')).toBe('true');
  await b.press(b.find('[data-commit]'));
  expect(b.play).toHaveBeenCalledOnce();
});

test('a card that would win for the opponent is marked and named, and leaving it behind is said', async () => {
  const f = fixture('age2');
  const open = f.view.structure.filter((s) => s.accessible);
  const [threat, other] = open;
  const view = { ...f.view, structure: f.view.structure.map((s) => ({ ...s, wins: s === threat ? ['', 'military'] : ['', ''] })) };
  const { find, press } = show({ ...f, view } as Fixture);
  const called = find(`[data-at="slot:${threat.place}"]`)!;
  expect(called.querySelector('.threat')).not.toBeNull();
  expect(called.getAttribute('aria-label')).toContain('Béla would win with it');
  const said = called.getAttribute('aria-label')!.split('.')[0];
  expect(find('.alarm')!.textContent).toContain(`Béla would win with ${said}`);
  await press(find(`[data-at="slot:${other.place}"]`));
  expect(find('.actbar .what')!.textContent).toContain(`leaves Béla a winning card: ${said}`);
  await press(find(`[data-at="slot:${other.place}"]`));
  await press(called);
  expect(find('.actbar .what')!.textContent).not.toContain('winning card');
});

test.each(['destroy', 'pantheon_anubis'])('on a desk what is asked for is chosen where it lies: %s', async (name) => {
  const f = fixture(name);
  const { all, find, press } = show(f);
  expect(find('.tray')).toBeNull();
  const asked = all('.chip.can, .wplate.asked');
  expect(asked.map((x) => x.dataset.at!.split(':')[1]).sort()).toEqual(f.view.choice!.options.map((o) => o.what).sort());
  expect(find('[data-commit]')!.hasAttribute('disabled')).toBe(true);
  await press(asked[0]);
  expect(asked[0].getAttribute('aria-pressed')).toBe('true');
  await press(asked[0]);
  expect(find('[data-commit]')!.hasAttribute('disabled')).toBe(true);
});

test('who begins is asked by name, with the structure in sight', () => {
  const f = fixture('begin');
  const { container, find } = show(f);
  expect(all(container, '.struct li').length).toBe(20);
  expect(all(container, 'button.abtn').map((b) => b.textContent!.replace(/\d/g, '').trim())).toEqual(f.view.choice!.options.map((o) => f.names[Number(o.what.slice(5))]));
  expect(find('.actbar')!.textContent).not.toContain('seat-');
});

test('a second press gives the pick up, or plays it where one wants that', async () => {
  const f = fixture('age2');
  const slot = f.view.structure.find((s) => s.accessible && f.moves.includes(`b:${s.card}`))!;
  for (const quick of [false, true]) {
    choose('quick', quick);
    const { find, press, play } = show(f);
    await press(find(`[data-at="slot:${slot.place}"]`));
    await press(find(`[data-at="slot:${slot.place}"]`));
    expect(play.mock.calls.length).toBe(quick ? 1 : 0);
    expect(find('.card.sel')).toBeNull();
    cleanup();
  }
  choose('quick', false);
});

test('nothing is played while a move is on its way', async () => {
  const f = fixture('age2');
  const { find, press, play } = show(f, { busy: true });
  await press(find('button.card'));
  await press(find('[data-commit]'));
  expect(play).not.toHaveBeenCalled();
});

test('a spectator sees the board and plays nothing', () => {
  const f = fixture('age2');
  const { find, container } = show({ ...f, seat: -1, moves: [] });
  expect(find('[data-commit]')!.hasAttribute('disabled')).toBe(true);
  expect(container.querySelectorAll('.struct li').length).toBe(20);
});

test.each(['city', 'unseen'])('the tab %s speaks both languages', async (tab) => {
  const f = fixture('age3');
  const { container } = show(f, { phone: true, tab });
  await checkBoth(container, f);
});

test.each([true, false])('the list of unseen cards is there when the table wants it: %s', async (unseen) => {
  const f = fixture('age3');
  const hidden = f.view.unseen.flatMap((u) => u.cards);
  for (const seat of [f.seat, -1]) {
    const { container } = show({ ...f, seat, moves: [] }, { unseen });
    const opener = all(container, '.facts button').find((b) => b.textContent?.includes('Unseen cards'));
    expect(!!opener).toBe(unseen);
    expect(bindings().some((k) => k.says === 'keys.unseen')).toBe(unseen);
    const listed = () => hidden.some((id) => all(container, 'dialog[open] li').some((li) => li.dataset.tip === `card:${id}`));
    expect(listed()).toBe(false);
    await fireEvent.keyDown(document.body, { key: 'u' });
    expect(listed()).toBe(unseen);
    cleanup();
  }
});

test.each([
  [{}, true],
  [{ unseen: true }, true],
  [{ unseen: false }, false],
])('the tabs of the phone have the unseen cards unless the table does without: %o', (more, there) => {
  const f = fixture('age3');
  const { container } = render(Shell, { module: module as unknown as GameModule<unknown>, game: 'duel', view: f.view, seat: f.seat, moves: f.moves, owing: f.owing, names: f.names, places: [], log: [], play: vi.fn(), guided: false, ...more });
  const tabs = all(container, 'nav.tabs button').map((b) => b.textContent);
  expect(tabs).toContain('My city');
  expect(tabs.includes('Unseen')).toBe(there);
});

test.each([
  [[], null],
  [[1], "Béla can't move at the moment. The server keeps trying, and nothing is lost."],
])('a bot that is awaited and cannot think is named: %o', (failing, says) => {
  const f = fixture('age3');
  const { container } = render(Shell, { module: module as unknown as GameModule<unknown>, game: 'duel', view: f.view, seat: f.seat, moves: [], owing: [1], names: f.names, places: [], log: [], play: vi.fn(), guided: false, failing });
  expect(container.querySelector('.link')?.textContent ?? null).toBe(says);
});

test('clocks explain themselves', async () => {
  const f = fixture('age3');
  const { container } = render(Shell, { module: module as unknown as GameModule<unknown>, game: 'duel', view: f.view, seat: f.seat, moves: [], owing: [1], names: f.names, places: [], log: [], play: vi.fn(), guided: false, timing: 'live', clocks: [{ left: 60000, deadline: null }, { left: 60000, deadline: null }] });
  const key = container.querySelector<HTMLElement>('.clock')!.dataset.tip!;
  expect(tips.tip(key)!.lines).toHaveLength(2);
});

test('what happens moves things that have a place on the board', () => {
  const happened = fixtures.flatMap(([, f]) => f.log.flatMap((l) => (l.events ?? []).map((e) => ({ e, f }))));
  const moved = happened.flatMap(({ e, f }) => motions(e, { before: f.view }));
  expect(moved.length).toBeGreaterThan(20);
  for (const m of moved) for (const at of 'from' in m ? [m.from, m.to] : [m.at]) expect(at).not.toMatch(/^:|:$/);
});

test('the module: headline, shelves, pictures, tooltips and rules', async () => {
  for (const lang of ['en', 'hu'] as const) {
    await setLang(lang);
    const chapters = parse(await module.rules[lang]()).flatMap((b) => (b.kind === 'h' ? [b.id] : []));
    for (const [, f] of fixtures) expect(module.headline(f.view).title).not.toMatch(/duel/);
    const items = module.shelves().flatMap((s) => s.items);
    expect(items.length).toBe(Object.keys(cards).length + Object.keys(wonders).length + Object.keys(tokens).length + Object.keys(divinities).length);
    for (const x of items) {
      const tip = tell(x.id)!;
      expect(tip.lines[0], x.id).toBeTruthy();
      expect(chapters, `${x.id}: ${tip.rule}`).toContain(tip.rule!.split('#')[1]);
    }
    for (const [, f] of fixtures) {
      const { key, steps } = module.guide(f.view);
      expect(key).toBe(f.view.pantheon ? 'pantheon' : 'duel');
      expect(steps.some((s) => s.text.includes('.gods.'))).toBe(!!f.view.pantheon);
      expect(steps.some((s) => s.text.endsWith('.win'))).toBe(true);
      for (const step of steps) expect(t(step.text), step.text).toMatch(/[.!]$/);
    }
  }
  for (const x of module.shelves().flatMap((s) => s.items)) {
    const { container } = render(Picture, { id: x.id });
    expect(container.textContent + (container.querySelector('[aria-label]')?.getAttribute('aria-label') ?? ''), x.id).toContain(x.name.split(' ').at(-1)!);
    cleanup();
  }
});

test('a pick does not survive its commit, and is kept when the move is refused', async () => {
  const f = fixture('age2');
  const slot = f.view.structure.find((s) => s.accessible && f.moves.includes(`b:${s.card}`))!;
  for (const accepted of [true, false]) {
    const { find, press } = show(f, { play: async () => accepted });
    await press(find(`[data-at="slot:${slot.place}"]`));
    await press(find('[data-commit]'));
    expect(find('.card.sel') === null).toBe(accepted);
    cleanup();
  }
});
