import type { GameModule, Shelf } from '../contract';
import Board from './Board.svelte';
import { describe } from './describe';
import { ending } from './ending';
import { ask, b, cap, name } from './labels';
import { signs } from './legend';
import { motions } from './motions';
import Picture from './Picture.svelte';
import { screen } from '../../lib/screen.svelte';
import { printed } from './printed';
import { bonusSign } from './signs';
import type { View } from './view';

function headline(view: View, names: string[]) {
  const ready = view.seats.filter((s) => s.ready).length;
  return { title: b(screen.phone ? 'round_short' : 'round', { n: view.round }), soft: view.over ? undefined : [b('ready_of', { n: ready, m: view.seats.length }), ending(view, names)].filter(Boolean).join(' · ') };
}

function shelves(): Shelf[] {
  const of = (ids: string[], kind: string) => ids.map((id) => ({ id: `${kind}:${id}`, name: cap(name(id)) }));
  return [
    { title: b('shelf.dice'), items: of(Object.keys(printed.dice), 'die') },
    { title: b('shelf.buildings'), items: of(Object.keys(printed.buildings), 'building') },
    { title: b('shelf.cities'), items: of(Object.keys(printed.cities), 'city') },
    { title: b('shelf.bonuses'), items: of(Object.keys(bonusSign), 'bonus') },
  ];
}

export default {
  Board,
  Picture,
  desk: { width: 1280, height: 700 },
  areas: ['dice', 'dice_board'],
  headline,
  // The phone's bar has room for one word.
  asks: (view) => ask(view, screen.phone),
  tabs: () => [
    { key: 'players', icon: 'users', label: b('tab.players') },
    { key: 'facts', icon: 'info', label: b('tab.facts') },
  ],
  motions,
  // Seats that are ready get a tick.
  telling: { quiet: ['ready'], apart: true },
  describe,
  shelves,
  signs,
  rules: {
    en: () => import('./rules.en.md?raw').then((m) => m.default),
    hu: () => import('./rules.hu.md?raw').then((m) => m.default),
  },
  guide: [
    { at: 'forum', text: 'dice_board.guide.1' },
    { at: 'sheet', text: 'dice_board.guide.2' },
    { at: 'actions', text: 'dice_board.guide.3' },
    { at: 'purse', text: 'dice_board.guide.4' },
    { at: 'neighbours', text: 'dice_board.guide.5' },
    { at: 'bonuses', text: 'dice_board.guide.6' },
    { at: 'actions', text: 'dice_board.guide.7' },
  ],
} satisfies GameModule<View>;
