import { t } from '../../lib/i18n.svelte';
import { settings } from '../../lib/settings.svelte';
import type { GameModule, GuideStep, Shelf } from '../contract';
import Board from './Board.svelte';
import { describe } from './describe';
import { cards, divinities, tokens, wonders } from './faces';
import { name } from './labels';
import { signs } from './legend';
import { motions } from './motions';
import Picture from './Picture.svelte';
import type { View } from './view';

const numerals = ['', 'I', 'II', 'III'];

function shelves(): Shelf[] {
  const of = (ids: string[], kind: string) => ids.map((id) => ({ id: `${kind}:${id}`, name: name(id) }));
  const inAge = (age: number, purple: boolean) => Object.values(cards).filter((c) => c.age === age && (c.colour === 'purple') === purple && c.colour !== 'wonder').map((c) => c.id);
  return [
    ...[1, 2, 3].map((age) => ({ title: t('duel_board.age', { n: numerals[age] }), items: of(inAge(age, false), 'card') })),
    { title: t('duel_board.guilds'), items: of(inAge(3, true), 'card') },
    { title: t('duel_board.tip.wonders'), items: of(Object.keys(wonders), 'wonder') },
    { title: t('duel_board.zone.tokens'), items: of(Object.keys(tokens), 'progress') },
    { title: t('duel_board.temples'), items: of(Object.values(cards).filter((c) => c.colour === 'wonder').map((c) => c.id), 'card') },
    { title: t('duel_board.gods'), items: of(Object.keys(divinities), 'god') },
  ];
}

const basics: GuideStep[] = [
  { at: 'draft', text: 'duel_board.guide.0' },
  { at: 'structure', text: 'duel_board.guide.1', waits: true },
  { at: 'actions', text: 'duel_board.guide.2' },
  { at: 'strip:me', text: 'duel_board.guide.3' },
  { at: 'wonders', text: 'duel_board.guide.4' },
  { at: 'track', text: 'duel_board.guide.win' },
  { at: 'track', text: 'duel_board.guide.5' },
  { at: 'tokens', text: 'duel_board.guide.6' },
  { at: 'structure', text: 'duel_board.guide.7' },
];

const gods: GuideStep[] = [
  { at: 'structure', text: 'duel_board.guide.gods.0' },
  { at: 'pantheon', text: 'duel_board.guide.gods.1', waits: true },
  { at: 'pantheon', text: 'duel_board.guide.gods.2' },
  { at: 'structure', text: 'duel_board.guide.gods.3' },
];

export default {
  Board,
  Picture,
  areas: ['duel', 'duel_board'],
  headline: (view) =>
    view.age === 0
      ? { title: t('duel_board.draft') }
      : { title: t('duel_board.age', { n: numerals[view.age] }), soft: view.phase === 'draft' ? t('duel_board.draft') : t('duel_board.cards_left', { n: view.cards_left }) },
  hidden: (view) => !!view.choice?.secret,
  // Whoever placed a divinity face down knows it.
  peeks: (view) => !!view.pantheon?.spaces.some((x) => x.state === 'face_down'),
  still: true,
  tabs: (_view, unseen) => [
    { key: 'city', icon: 'city', label: t('duel_board.tab.city') },
    ...(unseen ? [{ key: 'unseen', icon: 'eye', label: t('duel_board.tab.unseen') }] : []),
  ],
  motions,
  describe,
  shelves,
  signs,
  rules: {
    en: () => import('./rules.en.md?raw').then((m) => m.default),
    hu: () => import('./rules.hu.md?raw').then((m) => m.default),
  },
  // A player who knows Duel is taught the divinities alone.
  guide: (view) => (view.pantheon ? { key: 'pantheon', steps: settings.guided.includes('duel') ? gods : [...basics, ...gods] } : { key: 'duel', steps: basics }),
} satisfies GameModule<View>;
