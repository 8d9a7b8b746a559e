import type { GameModule, Shelf } from '../contract';
import Board from './Board.svelte';
import { describe } from './describe';
import { cards } from './faces';
import { ask, b, name } from './labels';
import { signs } from './legend';
import { motions } from './motions';
import Picture from './Picture.svelte';
import { screen } from '../../lib/screen.svelte';
import { tokenSign } from './signs';
import type { View } from './view';
import { drawings } from './wonders';

function shelves(): Shelf[] {
  const of = (ids: string[], kind: string) => ids.map((id) => ({ id: `${kind}:${id}`, name: name(id) }));
  return [
    { title: b('shelf.cards'), items: of(Object.keys(cards), 'card') },
    { title: b('shelf.wonders'), items: of(Object.keys(drawings), 'wonder') },
    { title: b('shelf.tokens'), items: of(Object.keys(tokenSign), 'token') },
  ];
}

export default {
  Board,
  Picture,
  desk: { width: 1280, height: 760 },
  areas: ['architects', 'architects_board'],
  // The phone's bar has room for the question only.
  headline: (view, names) => ({ title: screen.phone ? '' : b('title'), soft: view.cat === null ? b('no_cat') : b('has_cat', { seat: names[view.cat] }) }),
  asks: ask,
  // Where the table plays so, only Halicarnassus sees the cards it looks at.
  hidden: (view) => view.look !== null && view.look.cards.reduce((n, c) => n + c.n, 0) < view.look.n,
  // Whoever has the cat knows the top of the central deck.
  peeks: (view, seat) => view.seats[seat].knows_top,
  tabs: () => [
    { key: 'players', icon: 'users', label: b('tab.players') },
    { key: 'piles', icon: 'card', label: b('tab.piles') },
  ],
  motions,
  // Everyone can see whose turn it is and the tops of the decks.
  telling: { quiet: ['turn', 'turn_up', 'peek', 'shuffle', 'to_arms', 'decline'] },
  describe,
  shelves,
  signs,
  rules: {
    en: () => import('./rules.en.md?raw').then((m) => m.default),
    hu: () => import('./rules.hu.md?raw').then((m) => m.default),
  },
  guide: [
    { at: 'decks', text: 'architects_board.guide.1' },
    { at: 'actions', text: 'architects_board.guide.2' },
    { at: 'wonder', text: 'architects_board.guide.3' },
    { at: 'hand', text: 'architects_board.guide.4' },
    { at: 'tokens', text: 'architects_board.guide.5' },
    { at: 'conflict', text: 'architects_board.guide.6' },
    { at: 'wonder', text: 'architects_board.guide.7' },
  ],
} satisfies GameModule<View>;
