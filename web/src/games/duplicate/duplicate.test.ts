// Duplicate Duel: two boards of Duel, of which the second has its seats swapped. The positions are those of Duel.

import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setLang, t } from '../../lib/i18n.svelte';
import { press } from '../../lib/keys';
import { told } from '../../lib/log';
import { points } from '../../lib/points.svelte';
import type { GameEvent, Place, Table } from '../../lib/types';
import Shell from '../../parts/Shell.svelte';
import TableMenu from '../../parts/TableMenu.svelte';
import { boardOf, boxes, commit } from '../../testing/board';
import type { GameModule } from '../contract';
import { fixture } from '../duel/fixtures';
import { across, bar, eventOn, halves, moveOn, movesOn, next, scores, seatOn, sumFor } from './boards';
import Ending from './Ending.svelte';
import module from './index';
import { look } from './look.svelte';
import type { BoardView, View } from './view';

boxes(640, 440);
const { show, checkWords } = boardOf<View>(module as unknown as GameModule<View>);

const names = ['Anna', 'Béla'];

/** A match at which Anna has seat 0; on board 2 she sits in Duel's seat 1. Duel's positions are asked of seat 0. */
function match(one: Partial<BoardView> = {}, two: Partial<BoardView> = {}, positions: [string, string] = ['age2', 'age1']): View {
  const board = (n: number, more: Partial<BoardView>): BoardView => {
    const view = fixture(positions[n - 1]).view;
    return { board: n, seats: n === 1 ? [0, 1] : [1, 0], state: 'open', turn: 4, owing: seatOn(n, view.active ?? 0), points: 0, view, outcome: null, ...more } as BoardView;
  };
  const boards = [board(1, one), board(2, two)];
  return { boards, sum: boards[0].points + boards[1].points, supremacies: [0, 0] } as unknown as View;
}

/** What the table tells a seat: the moves of the boards on which it is to move. */
function saved(view: View, seat: number) {
  const moves = view.boards.flatMap((b, i) => (b.state === 'open' && b.owing === seat ? fixture(i ? 'age1' : 'age2').moves.map((m) => moveOn(b.board, m)) : []));
  return { seat, view, moves, owing: view.boards.filter((b) => b.state === 'open').map((b) => b.owing!), names, log: [] };
}

beforeEach(() => {
  look.board = 0;
  points.shown = true;
});

describe('the second board has its seats swapped', () => {
  test('seats, lists and moves, there and back', () => {
    for (const n of [1, 2]) {
      for (const seat of [-1, 0, 1]) expect(seatOn(n, seatOn(n, seat))).toBe(seat);
      expect(across(n, across(n, names))).toEqual(names);
    }
    expect([seatOn(2, 0), seatOn(2, 1), seatOn(2, -1)]).toEqual([1, 0, -1]);
    expect(movesOn(2, ['1:b:walls', '2:w:piraeus:walls', '2:pass'])).toEqual(['w:piraeus:walls', 'pass']);
    expect(moveOn(2, 'w:piraeus:walls')).toBe('2:w:piraeus:walls');
    expect(eventOn(2, { type: 'economy', seat: 0, to: 1, n: 3, board: 2 } as GameEvent)).toMatchObject({ seat: 1, to: 0, n: 3 });
    expect(eventOn(2, { type: 'march', seat: null, to: null } as unknown as GameEvent)).toMatchObject({ seat: null, to: null });
  });

  test('who is to move where', () => {
    const view = match({ state: 'waiting', owing: 0 }, { owing: 0 });
    expect(halves(view, 0).map((h) => [h.state, h.seat, h.mover, h.mine])).toEqual([['waiting', 0, 0, false], ['open', 1, 0, true]]);
    expect(halves(view, 1).map((h) => h.mine)).toEqual([false, false]);
    expect(halves(view, -1).map((h) => [h.seat, h.mine])).toEqual([[-1, false], [-1, false]]);
    expect(next(view, 0)).toBe(2);
    expect(next(match({ state: 'over', owing: null }), 1)).toBe(2);
    expect(next(match({ state: 'open', owing: 0 }, { owing: 1 }), 0)).toBe(1);
  });
});

describe('the sum', () => {
  test('is told from the near side', () => {
    const view = match({ points: 5 }, { points: -2 });
    expect([sumFor(view, 0), sumFor(view, 1)]).toEqual([3, -3]);
    expect(Object.is(sumFor(match(), 1), 0), 'no minus before nothing').toBe(true);
  });

  test('is a bar from the middle: what one is ahead by goes to one’s own side, one board after the other', () => {
    const parts = (a: number, b: number, near = 0) => bar(halves(match({ points: a }, { points: b }), near), near);
    for (const [a, b] of [[5, -2], [30, 30], [-30, -30], [-7, 12], [1, 0]]) {
      for (const near of [0, 1]) {
        const list = parts(a, b, near);
        for (const x of list) {
          expect(x.from).toBeGreaterThanOrEqual(-1e-9);
          expect(x.from + x.part).toBeLessThanOrEqual(1 + 1e-9);
          // The near side is the left one.
          expect(x.seat === near ? x.from + x.part : 1 - x.from).toBeLessThanOrEqual(0.5 + 1e-9);
        }
        const ahead = (seat: number) => list.filter((x) => x.seat === seat).reduce((n, x) => n + x.by, 0);
        expect(ahead(0) - ahead(1)).toBe(a + b);
        const own = list.filter((x) => x.seat === near).sort((x, y) => y.from - x.from);
        if (own.length === 2) expect(own[1].from + own[1].part).toBeCloseTo(own[0].from);
      }
    }
    expect(parts(0, 0)).toEqual([]);
  });

  test('points make it only while no board was won otherwise', () => {
    const list = halves(match(), 0);
    expect(scores(list, 0)).toEqual([list[0].view.seats[0].score.total, list[1].view.seats[1].score.total]);
    const won = (won_by: string) => halves(match({ state: 'over', owing: null, points: 30, outcome: { winners: [0], won_by, points: 30 } }), 0);
    expect(scores(won('military'), 0)).toBeNull();
    expect(scores(won('points'), 0)).not.toBeNull();
  });
});

describe('both boards', () => {
  test.each([0, 1, -1])('whose move it is, the sum, and what leads to a board (seat %i)', async (seat) => {
    const view = match({ points: 5, owing: 0 }, { points: -2, owing: 1 });
    const { container, all } = show(saved(view, seat));
    const pills = all('.bd .pill').map((e) => e.textContent);
    expect(pills).toEqual([0, 1].map((mover) => (mover === seat ? t('duplicate_board.state.mine') : t('duplicate_board.state.turn', { seat: names[mover] }))));
    expect(container.querySelector('.sum .lead')!.textContent).toBe(seat === 0 ? 'You lead by 3' : 'Anna leads by 3');
    expect(all('.bd button')).toHaveLength(2);
    expect(all('.bd .commit')).toHaveLength(seat < 0 ? 0 : 1);
    await fireEvent.click(all('.bd button')[1]);
    expect(look.board).toBe(2);
    cleanup();
    look.board = 0;
    const again = show(saved(view, seat));
    checkWords(again.container);
    await setLang('hu');
    checkWords(again.container);
  });

  test('a rated match shows no points before its end', () => {
    points.shown = false;
    const { container } = show(saved(match({ points: 5, state: 'over', owing: null, outcome: { winners: [0], won_by: 'points', points: 5 } }, { points: -2 }), 0));
    expect(container.querySelector('.mtr')).toBeNull();
    expect([...container.querySelectorAll('.sum, .hd, .pl')].map((e) => e.textContent).join(' ')).not.toMatch(/[+−]\d|points now/);
    expect(container.querySelector('.pl .vp')).toBeNull();
    expect(container.querySelector('.bd .pill')!.textContent).toBe(t('duplicate_board.state.over'));
    cleanup();
    look.board = 1;
    expect(show(saved(match({ points: 5, state: 'over', owing: null }), 0)).container.querySelector('.actbar')!.textContent).not.toMatch(/[+−]5/);
  });

  test('the draft shows the wonders on offer', () => {
    const { all } = show(saved(match({}, {}, ['draft', 'draft']), 0));
    expect(all('.pool')).toHaveLength(2);
  });
});

describe('one board', () => {
  test.each([1, 2] as const)('board %i is played as Duel, from my side', async (n) => {
    // Anna is to move: on board 2 in Duel's seat 1, so its position is turned round.
    const view = match({ owing: n === 1 ? 0 : 1 }, { owing: n === 2 ? 0 : 1 });
    const f = saved(view, 0);
    look.board = n;
    const { container, play, find, press: click } = show(f);
    const strips = [...container.querySelectorAll('.pstrip .pn')].map((e) => e.textContent);
    expect(strips, 'the near strip is mine').toEqual(['Béla', 'Anna']);
    const move = f.moves.find((m) => m.startsWith(`${n}:d:`))!;
    const card = move.split(':')[2];
    await click(find(`[data-at="slot:${view.boards[n - 1].view.structure.find((s) => s.card === card)!.place}"]`));
    await click(container.querySelectorAll('button.abtn')[1]);
    await click(commit(container));
    expect(play).toHaveBeenCalledExactlyOnceWith(move);
  });

  test('a board that comes into view begins with nothing picked', async () => {
    const view = match({ owing: 0 }, { owing: 0 });
    const f = saved(view, 0);
    look.board = 1;
    const { container, find, press: click, play } = show(f);
    const card = f.moves.find((m) => m.startsWith('1:d:'))!.split(':')[2];
    await click(find(`[data-at="slot:${view.boards[0].view.structure.find((s) => s.card === card)!.place}"]`));
    expect(commit(container).disabled).toBe(false);
    look.board = 2;
    await tick();
    expect(commit(container).disabled).toBe(true);
    press('Enter');
    await tick();
    expect(play).not.toHaveBeenCalled();
    look.board = 1;
    await tick();
    expect(commit(container).disabled, 'nor does the first one remember').toBe(true);
  });

  test('a board that waits or is over offers nothing, and says why', () => {
    look.board = 1;
    const bar = (one: Partial<BoardView>) => {
      const { container } = show(saved(match(one), 0));
      const text = container.querySelector('.actbar')!.textContent!;
      const open = container.querySelector('[data-commit]:not([disabled])');
      cleanup();
      expect(open).toBeNull();
      return text;
    };
    expect(bar({ state: 'waiting', owing: 0 })).toContain(t('duplicate_board.idle.waits', { n: 2 }));
    // A board that was given up lies as it was.
    expect(bar({ state: 'over', owing: null, points: -30, outcome: { winners: [1], won_by: 'resignation', points: -30 } })).toContain('−30');
  });

  test('the seats of the second board keep the hues of the table’s', () => {
    look.board = 2;
    expect(show(saved(match(), 0)).container.querySelector('.one')!.classList.contains('swapped')).toBe(true);
  });
});

describe('the frame', () => {
  const mount = (view: View, seat: number, more = {}) => {
    const f = saved(view, seat);
    return render(Shell, { module: module as unknown as GameModule<unknown>, game: 'duplicate', ...f, places: names.map((name, i): Place => ({ seat: i, kind: 'person', name })), log: [], play: vi.fn(async () => true), guided: false, ...more });
  };

  test('the switch, its key, and the pill that leads to the board that is owed a move', async () => {
    const { container } = mount(match({ owing: 1 }, { owing: 0 }), 0);
    const buttons = () => [...container.querySelectorAll<HTMLElement>('[data-zone=boards] button')];
    expect(buttons().map((b) => b.getAttribute('aria-label'))).toEqual(['Both boards', 'Board 1: Béla to move', 'Board 2: your move']);
    const pill = () => container.querySelector<HTMLElement>('.turn')!;
    expect(pill().tagName).toBe('BUTTON');
    await fireEvent.click(pill());
    expect(look.board).toBe(2);
    await tick();
    expect(pill().tagName, 'there is nowhere to be led').toBe('SPAN');
    expect(pill().classList.contains('idle')).toBe(false);
    await fireEvent.click(buttons()[1]);
    expect(look.board).toBe(1);
    expect(pill().tagName).toBe('BUTTON');
    press('b');
    expect(look.board).toBe(2);
    press('b');
    expect(look.board).toBe(1);
    press('v');
    expect(look.board).toBe(0);
    press('b');
    expect(look.board, 'from both boards to the one that is owed a move').toBe(2);
  });

  test('another table begins with both boards', () => {
    look.board = 2;
    mount(match(), 0);
    expect(look.board).toBe(0);
  });

  test.each([0, 1, 2] as const)('words in both languages, board %i', async (n) => {
    for (const lang of ['en', 'hu'] as const) {
      const { container } = mount(match({ points: 4 }, { points: -9, state: 'waiting' }), 0);
      look.board = n;
      await setLang(lang);
      await tick();
      checkWords(container);
      cleanup();
    }
    await setLang('en');
  });
});

test('the log says on which board something happened, in Duel’s words', () => {
  const e = { type: 'build', seat: 0, to: null, what: 'walls', n: 3, board: 2 } as GameEvent;
  const lines = told('duplicate', [e, { type: 'march', seat: 0, to: 1, n: 2, board: 2 } as GameEvent], names, 0, module.telling);
  expect(lines).toHaveLength(1);
  expect(lines[0].pieces.map((x) => x.text).join('')).toBe('Board 2: Anna builds Walls for 3 coins');
  expect(lines[0].more.flat().map((x) => x.text).join('')).not.toContain('Board 2');
});

test('the log of a rated match names no points of a board that is over', () => {
  const e = { type: 'board_end', seat: 0, to: null, what: 'points', n: 7, board: 1 } as GameEvent;
  const said = () => told('duplicate', [e], names, 0, module.telling)[0].pieces.map((x) => x.text).join('');
  expect(said()).toMatch(/^Board 1: .*\b7\b/);
  points.shown = false;
  expect(said()).toMatch(/^Board 1: Anna wins/);
  expect(said()).not.toContain('7');
});

test('only what happens on the board that is looked at moves, in the seats of that board', () => {
  const view = match();
  const e = { type: 'gain', seat: 0, to: null, n: 4, board: 2 } as GameEvent;
  const motions = () => module.motions(e, { seat: 0, before: view, view } as never);
  expect(motions()).toEqual([]);
  look.board = 1;
  expect(motions()).toEqual([]);
  look.board = 2;
  expect(motions()).toEqual([{ do: 'coins', from: 'bank', to: 'purse:1', n: 4 }]);
});

test('the end tells how each board ended', async () => {
  const view = match({ state: 'over', owing: null, points: 30, outcome: { winners: [0], won_by: 'science', points: 30 } }, { state: 'over', owing: null, points: -12, outcome: { winners: [1], won_by: 'points', points: -12 } });
  const { container } = render(Ending, { view, seat: 1, names });
  const rows = [...container.querySelectorAll('li')].map((li) => li.textContent!.replace(/\s+/g, ' '));
  expect(rows[0]).toContain('Anna');
  expect(rows[0]).toContain(t('duel.won_by.science'));
  expect(rows[0]).toContain('−30');
  expect(rows[1]).toContain('Béla');
  expect(rows[1]).toContain('+12');
});

test('one board or both can be given up, while both are played', async () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  HTMLDialogElement.prototype.close ??= vi.fn();
  expect(module.resigns(match({ state: 'over', owing: null }), 0)).toEqual([]);
  const resigns = module.resigns(match(), 0);
  expect(resigns.map((x) => x.board)).toEqual([1, 2]);
  const send = vi.fn(async () => true);
  const table = { game: 'duplicate', places: [{ seat: 0, kind: 'person', name: 'Anna' }] } as unknown as Table;
  for (const [label, data] of [['Board 2', { board: 2 }], ['Both boards', undefined]] as const) {
    const { getByText } = render(TableMenu, { open: true, table, seat: 0, over: false, moves: [], resigns, send });
    await fireEvent.click(getByText('Resign'));
    await fireEvent.click(getByText(label));
    expect(send.mock.lastCall).toEqual(data ? ['resign', data] : ['resign']);
    cleanup();
  }
});

test('tooltips speak of the board that is looked at', () => {
  const view = match();
  look.board = 2;
  const tip = module.describe('score:1', { seat: 0, view, names });
  expect(tip?.facts?.length).toBeGreaterThan(0);
  look.board = 0;
  expect(module.describe('card:walls', { seat: 0, view, names })?.title).toBe('Walls');
});
