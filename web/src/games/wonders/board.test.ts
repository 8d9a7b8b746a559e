import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { setLang, t } from '../../lib/i18n.svelte';
import { choose } from '../../lib/settings.svelte';
import { parse } from '../../lib/markdown';
import { boardOf, commit } from '../../testing/board';
import { describe as tell } from './describe';
import { boards, cards, stages } from './faces';
import { fixture, fixtures, type Fixture } from './fixtures';
import module from './index';
import { motions } from './motions';
import Picture from './Picture.svelte';

const { show, checkWords, checkNames } = boardOf(module);

// Boards of seven with all their signs take a while to render without a browser.
vi.setConfig({ testTimeout: 30000 });

beforeAll(() => choose('speed', 'off'));

/** Do what a person does to play a move: pick the thing, choose the action, choose the payment; then Confirm. */
async function perform(b: ReturnType<typeof show>, f: Fixture, move: string) {
  const [letter, id] = move.split(':');
  if (letter === 'side') await fireEvent.click(b.all('[data-zone=sides] button')[id === 'day' ? 0 : 1]);
  else if (move === 'd:none') await fireEvent.click(b.all('.abtn')[1]);
  else if (letter === 'd') await fireEvent.click(b.container.querySelector(`[data-at="find:${id}"]`)!);
  else {
    await fireEvent.click(b.container.querySelector(`[data-at="hand:${id}"]`)!);
    await fireEvent.click(b.all('.abtn')[['b', 'w', 's'].indexOf(letter)]);
    const offer = f.view.players[f.seat].hand.find((o) => o.card === id)!;
    const list = letter === 'b' ? offer.build : letter === 'w' ? offer.stage : [];
    if (list.length > 1) {
      await fireEvent.click(b.container.querySelector('.chg')!);
      await fireEvent.click(b.all('[data-pay]')[list.findIndex((x) => x.move === move)]);
    }
  }
  expect(b.play).not.toHaveBeenCalled();
  await fireEvent.click(commit(b.container));
}

describe.each(fixtures)('%s', (_, f) => {
  describe.each([
    ['on the desk', false],
    ['on the phone', true],
  ])('%s', (_, phone) => {
    // Spectators and waiting seats have no moves, so there is nothing to try.
    if (f.moves.length > 0) test('every move can be made, in two steps', async () => {
      const b = show(f, { phone });
      for (const move of f.moves) {
        await perform(b, f, move);
        expect(b.play.mock.calls).toEqual([[move]]);
        b.play.mockClear();
        // Once for the list of payments, once for the pick.
        await fireEvent.keyDown(document.body, { key: 'Escape' });
        await fireEvent.keyDown(document.body, { key: 'Escape' });
      }
    });

    if (f.seat >= 0 && f.moves.some((m) => m.startsWith('s:'))) test('what cannot be done stays, with a reason', async () => {
      const b = show(f, { phone });
      for (const [i, o] of f.view.players[f.seat].hand.entries()) {
        await fireEvent.click(b.all('[data-zone=hand] button')[i]);
        const [build, stage] = b.all('.abtn');
        for (const [el, list] of [[build, o.build], [stage, o.stage]] as const) {
          expect(el.getAttribute('aria-disabled')).toBe(String(list.length === 0));
          if (!phone && list.length === 0) expect(el.querySelector('small')!.textContent).toMatch(/short|nobody sells|already|complete/);
        }
      }
    });

    test.each(['en', 'hu'] as const)('no text is missing (%s)', async (lang) => {
      await setLang(lang);
      for (const tab of ['table', ...(phone ? ['city', 'scores'] : [])]) {
        const { container } = show(f, { phone, tab });
        checkWords(container);
        cleanup();
      }
    });
  });

  test('everything has a name, and every tooltip has words', () => checkNames(show(f).container, f));

  test('motions name places by what happened', () => {
    for (const e of f.log.flatMap((x) => x.events ?? [])) {
      for (const m of motions(e, { seat: f.seat, before: f.view, view: f.view })) expect(JSON.stringify(m)).not.toContain('undefined');
    }
  });
});

test('the cheapest payment is offered first, and another can be chosen', async () => {
  const f = fixture('late');
  const offer = f.view.players[0].hand.find((o) => o.build.length > 1)!;
  expect(offer.build.map((x) => x.total)).toEqual([...offer.build.map((x) => x.total)].sort((a, b) => a - b));
  const b = show(f);
  await fireEvent.click(b.container.querySelector(`[data-at="hand:${offer.card}"]`)!);
  await fireEvent.click(b.container.querySelector('.chg')!);
  expect(b.all('[data-pay]').map((x) => x.getAttribute('aria-pressed'))).toEqual(offer.build.map((_, i) => String(i === 0)));
  await fireEvent.click(b.all('[data-pay]')[2]);
  await fireEvent.click(b.container.querySelector('.chg')!);
  expect(b.container.querySelector('[data-pay]')).toBeNull();
  expect(b.all('.abtn')[0].textContent).toContain(String(offer.build[2].total));
  // To sell and back again keeps the payment.
  await fireEvent.click(b.all('.abtn')[2]);
  await fireEvent.click(b.all('.abtn')[0]);
  await fireEvent.click(commit(b.container));
  expect(b.play).toHaveBeenCalledWith(offer.build[2].move);
});

test('a player who comes back sees what the others did last', () => {
  const f = fixture('middle');
  show(f);
  const reveal = { type: 'reveal', seat: null, to: null };
  const others = f.view.players.filter((p) => p.last && p.seat !== f.seat).length;
  expect(others).toBeGreaterThan(1);
  expect(motions(reveal, { seat: f.seat, before: f.view, view: f.view })).toHaveLength(others);
  // The same view a turn later, with nothing new, shows nothing.
  expect(motions(reveal, { seat: f.seat, before: f.view, view: structuredClone(f.view) })).toEqual([]);
});

test('by keyboard alone: pick, third action, Enter', async () => {
  const f = fixture('middle');
  const b = show(f);
  b.all('[data-zone=hand] button')[1].click();
  await fireEvent.keyDown(document.body, { key: '3' });
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(b.play).toHaveBeenCalledWith(f.view.players[0].hand[1].sell);
});

test('a press on the next stage uses the picked card for it', async () => {
  const f = fixture('middle');
  const b = show(f);
  await fireEvent.click(b.all('[data-zone=hand] button')[0]);
  await fireEvent.click(b.container.querySelector('button.stage.next')!);
  await fireEvent.click(commit(b.container));
  expect(b.play).toHaveBeenCalledWith(f.view.players[0].hand[0].stage[0].move);
});

test('a committed choice is shown, cannot be changed, and can be withdrawn', async () => {
  const withdraw = vi.fn();
  const f = fixture('waiting');
  const b = show(f, { withdraw });
  expect(b.all('[data-zone=hand] button')).toEqual([]);
  expect(commit(b.container).disabled).toBe(true);
  expect(b.container.querySelector('.actbar')!.textContent).toContain('Bazar');
  await fireEvent.click(b.container.querySelector('.wd')!);
  expect(withdraw).toHaveBeenCalledOnce();
});

test('a board that opens has its hand; the hand that follows the choice of sides has a frame of its own', async () => {
  const f = fixture('opening');
  const size = f.view.players[f.seat].hand_size;
  expect(show(f).all('[data-zone=hand] button')).toHaveLength(size);
  cleanup();
  const { all, rerender } = show(fixture('sides'));
  await rerender({ view: f.view, moves: f.moves, owing: f.owing });
  expect([all('[data-zone=hand] button').length, all('[data-zone=hand] [aria-busy=true]').length]).toEqual([0, 1]);
  await vi.waitFor(() => expect(all('[data-zone=hand] button')).toHaveLength(size));
});

test('a pick is dropped when the next hand comes', async () => {
  const f = fixture('war-before');
  const b = show(f);
  await fireEvent.click(b.all('[data-zone=hand] button')[0]);
  expect(commit(b.container).disabled).toBe(false);
  const g = fixture('war-after');
  await b.rerender({ ...b.props, view: g.view, moves: g.moves, owing: g.owing });
  expect(commit(b.container).disabled).toBe(true);
  expect(b.container.querySelector('[aria-pressed=true]')).toBeNull();
});

test('the conflicts of an age are shown once, pair by pair', async () => {
  const f = fixture('war-before');
  const g = fixture('war-after');
  const b = show(f);
  expect(b.container.querySelector('.veil')).toBeNull();
  await b.rerender({ ...b.props, view: g.view, moves: g.moves, owing: g.owing });
  await vi.waitFor(() => expect(b.container.querySelector('.veil')).not.toBeNull());
  const pairs = b.all('.veil li');
  expect(pairs.length).toBe(g.names.length);
  // What is won and lost there is what the players got.
  const got = g.view.players.map((p, i) => p.war - f.view.players[i].war);
  const sums = g.names.map((name) => pairs.flatMap((li) => [...li.querySelectorAll('.one')]).filter((x) => x.querySelector('.nm')!.textContent === name).reduce((n, x) => n + Number(x.querySelector('.tk')!.textContent!.replace('−', '-')), 0));
  expect(sums).toEqual(got);
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(b.container.querySelector('.veil')).toBeNull();
});

test('the only thing to do is chosen already, and a sale brings what the view says', async () => {
  const f = fixture('middle');
  const only = f.view.players[f.seat].hand[1].sell!;
  const b = show({ ...f, moves: [only], view: { ...f.view, sale: 4 } });
  await vi.waitFor(() => expect(commit(b.container).disabled).toBe(false));
  expect(b.all('.abtn')[2].textContent).toContain('Sell, +4');
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(b.play).toHaveBeenCalledExactlyOnceWith(only);
});

test('a spectator sees backs and may look from another seat', async () => {
  const f = fixture('spectator');
  const b = show(f);
  expect(b.all('.hand .back').length).toBe(f.view.players[0].hand_size);
  await fireEvent.click(b.container.querySelector('.medal')!);
  expect(b.container.querySelector('.mycity')!.getAttribute('aria-label')).toBe(f.names[f.view.players[0].left.seat]);
});

test('the card browser has everything', () => {
  const ids = module.shelves().flatMap((s) => s.items.map((x) => x.id));
  expect(ids.length).toBe(Object.keys(cards).length + 2 * Object.keys(boards).length);
  for (const id of ids) {
    expect(module.describe(id), id).not.toBeNull();
    const { container } = render(Picture, { id });
    expect(container.querySelector('[role=img]')).not.toBeNull();
    cleanup();
  }
  expect(Object.keys(cards).length).toBe(80);
  expect(Object.keys(stages).length).toBe(41);
});

test.each(['en', 'hu'] as const)('the rules have every place that tooltips point to (%s)', async (lang) => {
  const places = parse(await module.rules[lang]()).flatMap((x) => (x.kind === 'h' ? [x.id] : []));
  const wanted = ['card:baths', 'stage:gizah-day-1', 'board:gizah', 'coins', 'shields', 'science:0', 'war:0', 'sells:0', 'makes:0', 'score:0', 'discard', 'pass', 'hand:0'];
  const f = fixture('middle');
  for (const key of wanted) expect(places).toContain(tell(key, { seat: 0, view: f.view, names: f.names })!.rule!.replace(/^.*#/, ''));
});

test.each([false, true])('my production stands on the board, with the starting resource, on the phone (%s) too; the last button says what it does', async (phone) => {
  const f = fixture('opening');
  const b = show(f, { phone });
  const mine = f.view.players[f.seat];
  expect(mine.makes.length).toBeGreaterThan(0);
  expect(b.find(`[data-tip="makes:${f.seat}"]`)!.textContent).toContain(`1 ${t(`wonders.name.${mine.makes[0].options[0]}`)}`);
  const offer = mine.hand.find((o) => o.build[0]?.total > 0)!;
  await fireEvent.click(b.find(`[data-at="hand:${offer.card}"]`)!);
  expect(commit(b.container).textContent).toContain(`Build for ${offer.build[0].total}`);
});

test('a board in play tells of the side that lies up, with what its stages cost', () => {
  const f = fixture('middle');
  const mine = f.view.players[f.seat];
  const tip = tell(`board:${mine.board}`, { seat: f.seat, view: f.view, names: f.names })!;
  expect(tip.facts).toHaveLength(mine.stages.length);
  expect(tip.facts![0].value).toMatch(/\(.+\)$/);
});

test('shields are told with whose they are: the neighbour’s against mine', () => {
  const f = fixture('middle');
  const players = f.view.players.map((x, i) => ({ ...x, shields: 3 + i }));
  const { all } = show({ ...f, view: { ...f.view, players } });
  const me = players[f.seat];
  const told = all('div.war').map((el) => el.textContent!.trim()).filter((x) => x.includes('against'));
  expect(told.length).toBe(2);
  for (const [i, n] of [me.left, me.right].entries()) expect(told[i].startsWith(`${3 + n.seat} against your ${me.shields}`), told[i]).toBe(true);
});
