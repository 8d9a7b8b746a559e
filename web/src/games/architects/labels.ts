// Names and sentences of Architects that several pieces of the board use.

import { listed, t } from '../../lib/i18n.svelte';
import { nameOf } from '../../lib/log';
import type { CardCount, StageView, TakeView, View } from './view';

export const name = (id: string): string => nameOf('architects', id);
export const about = (id: string): string => t(`architects.about.${id}`);

/** A text of this board. */
export const b = (key: string, args?: Record<string, string | number>): string => t(`architects_board.${key}`, args);

/** With a capital, for the beginning of a line. */
export const cap = (s: string): string => s.replace(/^./, (c) => c.toUpperCase());

/** Alternatives in words: "2, 3 or 4". */
export const either = (words: string[]): string => listed(words, 'or');

/** Sentences one after the other, as a label says them. */
export function sentences(parts: string[]): string {
  return parts
    .filter(Boolean)
    .map((x) => x.replace(/\.$/, ''))
    .join('. ');
}

/** Cards in words: "2 wood and 1 gold". */
export function cardWords(cards: CardCount[]): string {
  return listed(cards.map((c) => (c.n > 1 ? `${c.n} ${name(c.card)}` : name(c.card))));
}

/** A cost in words: "3 different". */
export function costWords(s: StageView): string {
  return b(s.identical ? 'cost.same' : 'cost.diff', { n: s.count });
}

/** A stage in one sentence: cost, points, ability, state. */
export function stageWords(wonder: string, s: StageView): string {
  return [b('stage.n', { n: s.stage }), costWords(s), b('points', { n: s.points }), s.ability ? b(`then.${wonder}`) : '', stageState(s)].filter(Boolean).join(', ');
}

/** The state of a stage, and what it lacks. */
export function stageState(s: StageView): string {
  switch (s.state) {
    case 'built':
      return b('stage.built');
    case 'payable':
      return b('stage.payable');
    case 'open':
      return s.helps.length === 6 ? b('stage.missing_any', { n: s.missing }) : b('stage.missing', { n: s.missing, what: either(s.helps.map(name)) });
    default:
      return b('stage.shut');
  }
}

/** A deck by where it lies for whoever takes from it. */
export function deckName(take: TakeView): string {
  return take.side === 'far' ? b('deck.of', { what: name(take.deck) }) : b(`deck.${take.side}`);
}

/** Who is asked for what, for the header and the action bar. */
export function ask(view: View): string {
  if (view.phase === 'act' && view.extra_draws > 0 && view.builds.length === 0 && view.exchanges.length === 0) return b('ask.extra');
  return b(`ask.${view.phase}`);
}
