import { has, t } from '../../lib/i18n.svelte';
import { points } from '../../lib/points.svelte';
import { screen } from '../../lib/screen.svelte';
import type { GameModule } from '../contract';
import duel from '../duel';
import Board from './Board.svelte';
import { eventOn, halves, mineHere, next } from './boards';
import Ending from './Ending.svelte';
import Head from './Head.svelte';
import { look } from './look.svelte';
import type { View } from './view';

export default {
  ...duel,
  Board,
  Head,
  Ending,
  areas: [...duel.areas, 'duplicate', 'duplicate_board'],
  opened: () => void (look.board = 0),
  headline: (view) => (look.board ? duel.headline(halves(view, -1)[look.board - 1].view) : { title: t('duplicate_board.both') }),
  asks: (view, seat) => {
    const here = mineHere(view, seat);
    if (screen.phone) return here ? t('page.turn.yours') : t(`duplicate_board.to.${next(view, seat)}`);
    return t('duplicate_board.asks', { n: here ? look.board : next(view, seat) });
  },
  // The board that is owed a move is one press away.
  leads: (view, seat) => (mineHere(view, seat) ? undefined : () => void (look.board = next(view, seat))),
  // Two people who share a device would share both boards: it is not offered there.
  hidden: undefined,
  peeks: undefined,
  still: false,
  tabs: (view, unseen) => (look.board ? duel.tabs(halves(view, -1)[look.board - 1].view, unseen) : []),
  // What happens on the board that is not looked at moves nothing.
  motions: (e, { before }) => (e.board && e.board === look.board ? duel.motions(eventOn(e.board, e), { before: before.boards[e.board - 1].view }) : []),
  telling: {
    words: (e) => {
      if (!e.board) return undefined;
      // Where no points are shown, a board that ends tells who won it, and no more.
      const type = e.type === 'board_end' && !points.shown ? 'board_won' : e.type;
      return { game: has(`duplicate.log.${type}`) ? 'duplicate' : 'duel', lead: t('duplicate_board.log', { n: e.board }), type };
    },
  },
  // Each board can be given up alone, while both are played.
  resigns: (view, seat) => {
    const open = halves(view, seat).filter((h) => h.state !== 'over');
    return open.length < 2 ? [] : open.map((h) => ({ board: h.n, label: t(`duplicate_board.resign.${h.n}`) }));
  },
  describe: (key, at) => {
    if (!at || !look.board) return duel.describe(key);
    const h = halves(at.view, at.seat)[look.board - 1];
    return duel.describe(key, { seat: h.seat, view: h.view, names: h.of.map((s) => at.names[s]) });
  },
  rules: {
    en: () => import('./rules.en.md?raw').then((m) => m.default),
    hu: () => import('./rules.hu.md?raw').then((m) => m.default),
  },
  guide: [
    { at: 'boards', text: 'duplicate_board.guide.0' },
    { at: 'sum', text: 'duplicate_board.guide.1' },
  ],
} satisfies GameModule<View>;
