// What can be done with the card that is picked: build it, build the next stage with it, sell it. Each way to pay is a
// move of its own; the bar offers one, the payment list the others.

import type { Action } from '../../lib/actions';
import { p as page } from '../../lib/i18n.svelte';
import { name, w } from './labels';
import type { Badge, Offer, Payment, Player, View } from './view';

/** The three things to do; with a card, build and stage can be paid in several ways. */
export type Kind = 'build' | 'stage' | 'sell';

export interface Look {
  view: View;
  me: number;
  moves: string[];
  names: string[];
  /** Why nothing can be done now. */
  waits: string | null;
  /** Which of the ways to pay is meant, by the moves of the list. */
  way: Record<'build' | 'stage', string | null>;
}

/** The ways to pay that can be played now, cheapest first. */
export function ways(offer: Offer | undefined, kind: Kind, moves: string[]): Payment[] {
  if (!offer || kind === 'sell') return [];
  return (kind === 'build' ? offer.build : offer.stage).filter((x) => moves.includes(x.move));
}

/** What kind of action a move is. */
export function kindOf(move: string): Kind | null {
  return move.startsWith('b:') ? 'build' : move.startsWith('w:') ? 'stage' : move.startsWith('s:') ? 'sell' : null;
}

export const nextStage = (p: Player) => p.stages.find((s) => s.state === 'next');

/** Whom a payment goes to, in words. */
export function payWords(x: Pick<Payment, 'left' | 'right' | 'bank'>, p: Player, names: string[]): string {
  return [
    x.left ? w('to', { n: x.left, seat: names[p.left.seat] }) : '',
    x.right ? w('to', { n: x.right, seat: names[p.right.seat] }) : '',
    x.bank ? w('to_bank', { n: x.bank }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function why(b: Badge | null | undefined, look: Look): string {
  if (look.waits) return look.waits;
  switch (b?.state) {
    case 'too_dear':
      return w('short', { n: b.short ?? 0 });
    case 'no_seller':
      return w('no_seller');
    case 'built':
      return page('price.same');
    default:
      return w('not_now');
  }
}

/** The same in two words, for the phone. */
function shortWhy(b: Badge | null | undefined, look: Look): string {
  if (look.waits) return '–';
  return b?.state === 'too_dear' ? w('no.short', { n: b.short ?? 0 }) : b?.state === 'no_seller' ? w('no.seller') : b?.state === 'built' ? w('no.built') : '–';
}

function free(b: Badge): string {
  if (b.state === 'chain') return w('by_chain', { what: name(b.by ?? '') });
  if (b.state === 'power') return w('by_power');
  return b.state === 'production' ? w('by_own') : w('by_nothing');
}

/** Build, stage, sell; without a card the same three, so that the bar keeps its shape. */
export function cardActions(offer: Offer | undefined, look: Look): Action[] {
  const mine = look.view.players[look.me];
  const stage = nextStage(mine);
  const pick = look.waits ?? w('hint');
  const build = ways(offer, 'build', look.moves);
  const stages = ways(offer, 'stage', look.moves);
  const chosen = (list: Payment[], move: string | null) => list.find((x) => x.move === move) ?? list[0];
  const b = chosen(build, look.way.build);
  const s = chosen(stages, look.way.stage);
  const stageLabel = stage ? w('stage.n', { n: stage.number }) : w('stage.verb');
  const sell = offer?.sell && look.moves.includes(offer.sell) ? offer.sell : undefined;
  const gist = (x: Payment | undefined, b: Badge | null | undefined) => (x ? (x.total ? w('pay_n', { n: x.total }) : page('price.none')) : offer ? shortWhy(b, look) : '–');

  return [
    {
      key: 'build',
      verb: w('build'),
      gist: gist(b, offer?.badge),
      label: b ? (b.total ? w('build_pay', { n: b.total }) : w('build_free')) : w('build'),
      note: b && offer ? (b.total ? payWords(b, mine, look.names) : free(offer.badge)) : undefined,
      move: b?.move,
      reason: b ? undefined : offer ? why(offer.badge, look) : pick,
    },
    {
      key: 'stage',
      verb: stageLabel,
      gist: stage ? gist(s, stage.badge) : w('no.stage'),
      label: s ? (s.total ? w('stage_pay', { n: stage!.number, pay: s.total }) : w('stage_free', { n: stage!.number })) : stageLabel,
      note: s && stage?.badge ? (s.total ? payWords(s, mine, look.names) : free(stage.badge)) : undefined,
      move: s?.move,
      reason: s ? undefined : !stage ? w('wonder_complete') : offer ? why(stage.badge, look) : pick,
    },
    {
      key: 'sell',
      verb: w('sell'),
      gist: sell ? w('gain_n', { n: look.view.sale }) : '–',
      label: w('sell_gain', { n: look.view.sale }),
      note: w('sell_why'),
      move: sell,
      reason: sell ? undefined : pick,
    },
  ];
}
