import { points } from '../../lib/points.svelte';
import { screen } from '../../lib/screen.svelte';
import type { GameModule, Shelf } from '../contract';
import Board from './Board.svelte';
import { describe } from './describe';
import { boards, cards } from './faces';
import { ask, name, numeral, w } from './labels';
import { signs } from './legend';
import { motions } from './motions';
import Picture from './Picture.svelte';
import type { View } from './view';

function shelves(): Shelf[] {
  const inAge = (age: number, guild: boolean) => Object.values(cards).filter((c) => c.age === age && (c.colour === 'purple') === guild).map((c) => ({ id: `card:${c.id}`, name: name(c.id) }));
  return [
    ...[1, 2, 3].map((age) => ({ title: w('age', { n: numeral(age) }), items: inAge(age, false) })),
    { title: name('purple'), items: inAge(3, true) },
    ...['day', 'night'].map((side) => ({ title: w(`boards.${side}`), items: Object.keys(boards).map((id) => ({ id: `board:${id}:${side}`, name: name(id) })) })),
  ];
}

function soft(view: View, names: string[]): string {
  if (view.phase === 'over') return '';
  const turn = view.phase === 'turn' ? w('turn', { n: view.turn, m: view.turns }) : w(`phase.${view.phase}`, { seat: view.actor === null ? '' : names[view.actor] });
  const to = view.eye === null ? null : view.players[view.eye].pass_to;
  if (!view.pass || view.phase !== 'turn') return turn;
  return `${turn} · ${to === null ? w('pass_dir', { what: name(view.pass) }) : w('passes', { what: name(view.pass), seat: names[to] })}`;
}

export default {
  Board,
  Picture,
  desk: { width: 1000, height: 600 },
  areas: ['wonders', 'wonders_board'],
  headline: (view, names) => {
    if (view.phase === 'sides') return { title: screen.phone ? '' : w('sides_title') };
    const age = w('age', { n: numeral(view.age) });
    // The phone's bar has room for numbers only.
    return { title: screen.phone ? `${numeral(view.age)} ${view.turn}/${view.turns}` : age, soft: soft(view, names) };
  },
  asks: ask,
  hidden: () => true,
  tabs: () => [
    { key: 'city', icon: 'city', label: w('tab.city') },
    ...(points.shown ? [{ key: 'scores', icon: 'laurels', label: w('tab.scores') }] : []),
  ],
  motions,
  // Seats that have chosen get a tick; each seat's events of a turn make a line.
  telling: { quiet: ['commit', 'reveal'], apart: true },
  describe,
  shelves,
  signs,
  rules: {
    en: () => import('./rules.en.md?raw').then((m) => m.default),
    hu: () => import('./rules.hu.md?raw').then((m) => m.default),
  },
  guide: [
    { at: 'hand', text: 'wonders_board.guide.1' },
    { at: 'actions', text: 'wonders_board.guide.2' },
    { at: 'wonder', text: 'wonders_board.guide.3' },
    { at: 'city', text: 'wonders_board.guide.4' },
    { at: 'hand', text: 'wonders_board.guide.5' },
    { at: 'hand', text: 'wonders_board.guide.6' },
  ],
} satisfies GameModule<View>;
