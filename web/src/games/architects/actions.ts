// What the bar offers in each phase, from the legal moves and the view. Which things there are to do does not change
// within a phase; what cannot be done now says why.

import type { Action, Choice } from '../../lib/actions';
import type { Fx } from '../../lib/face';
import { spread } from './holdings';
import { b, cap, cardWords, deckName, name } from './labels';
import { outcomes, type Who } from './outcomes';
import { pip } from './signs';
import type { BuildView, CardCount, TakeView, View } from './view';

interface Look {
  view: View;
  who: Who;
  moves: string[];
  /** Another seat is to move, or the game is over. */
  waits: boolean;
}

/** What a deck promises in a few words. */
function promise(take: TakeView, who: Who): string {
  if (take.left === 0) return b('deck.empty');
  if (!take.card) return b('deck.unknown');
  const list = outcomes(take.card, who);
  return list.length > 0 ? list.map((o) => o.text).join(', ') : name(take.card.card);
}

const discs = (cards: CardCount[]): Fx[] => spread(cards).map((c) => (c === 'gold' ? { k: 'coin' } : { k: 'res', of: [pip(c)] }));

function payment(x: BuildView, several: boolean): Choice {
  const helps = [x.economy ? name('economy') : '', x.engineering ? name('engineering') : ''].filter(Boolean);
  const words = [several ? b('stage.n', { n: x.stage }) : '', cardWords(x.pay), ...helps].filter(Boolean).join(', ');
  return { move: x.move, label: words, fx: several ? [{ k: 'text', text: String(x.stage) }, ...discs(x.pay)] : discs(x.pay) };
}

function build({ view }: Look): Action {
  const stages = [...new Set(view.builds.map((x) => x.stage))];
  const base = { key: 'build', label: stages.length === 1 ? b('build_n', { n: stages[0] }) : b('build'), verb: b('build') };
  const [first, ...more] = view.builds;
  if (!first) return { ...base, reason: b('why.no_stage') };
  if (more.length === 0) return { ...base, note: cardWords(first.pay), gist: b('stage.n', { n: first.stage }), move: first.move };
  return { ...base, gist: b('ways', { n: view.builds.length }), choices: view.builds.map((x) => payment(x, stages.length > 1)) };
}

function exchange({ view }: Look): Action {
  const base = { key: 'exchange', label: b('exchange'), verb: b('exchange_short') };
  const [first, ...more] = view.exchanges;
  if (!first) return { ...base, reason: b('why.no_set') };
  if (more.length === 0) return { ...base, note: name(first.set), gist: b('symbols', { n: spread(first.pay).length }), move: first.move };
  return { ...base, gist: b('ways', { n: view.exchanges.length }), choices: view.exchanges.map((x) => ({ move: x.move, label: name(x.set), fx: [{ k: 'sci', of: spread(x.pay) }] })) };
}

function extra(look: Look): Action {
  const base = { key: 'extra', label: b('extra'), verb: b('extra_short') };
  if (look.view.extra_draws === 0) return { ...base, reason: b('why.no_extra') };
  return { ...base, gist: b('deck.which'), choices: decks(look) };
}

const decks = ({ view, moves }: Look): Choice[] =>
  view.takes.map((t) => ({ move: `t:${t.deck}`, label: t.side === 'far' ? name(t.deck) : b(`side.${t.side}`), reason: moves.includes(`t:${t.deck}`) ? undefined : b('deck.empty') }));

function end({ view }: Look): Action {
  const duty = view.builds.length > 0 ? b('why.must_build') : view.exchanges.length > 0 ? b('why.must_exchange') : b('why.must_draw');
  return { key: 'end', label: b('end'), verb: b('end_short'), note: view.extra_draws > 0 ? b('end_note') : undefined, gist: view.end ? b('end_gist') : undefined, move: 'end', reason: view.end ? undefined : duty };
}

export function actions(look: Look): Action[] {
  const { view, who, moves, waits } = look;
  const deckAction = (t: TakeView, kind: 't' | 'l'): Action => {
    const move = `${kind}:${t.deck}`;
    const say = promise(t, who);
    return { key: `deck:${t.deck}`, label: cap(deckName(t)), note: say, move, reason: moves.includes(move) ? undefined : say };
  };
  // Waiting players see what the next card would bring.
  switch (waits && view.phase !== 'over' ? 'draw' : view.phase) {
    case 'draw':
      return view.takes.map((t) => deckAction(t, 't'));
    case 'look':
      return view.takes.filter((t) => t.side !== 'central').map((t) => deckAction(t, 'l'));
    case 'take_any':
      return [{ key: 'take', label: b('take_from'), choices: decks(look) }];
    case 'keep':
      return [{ key: 'keep', label: b('take'), choices: (view.look?.cards ?? []).map((p) => ({ move: `k:${p.card}`, label: name(p.card) })) }];
    case 'pick': {
      const offers = [...new Set(view.progress.face_up.map((o) => o.token).filter(Boolean)), ...(view.progress.pile > 0 ? ['pile'] : [])];
      return [{ key: 'pick', label: b('pick'), choices: offers.map((t) => ({ move: `p:${t}`, label: t === 'pile' ? b('pile.title') : name(t) })) }];
    }
    case 'act':
      return [build(look), exchange(look), extra(look), end(look)];
    default:
      return [];
  }
}

/** The thing on the board that a move is about. */
export function thingOf(move: string): string {
  const [kind, what] = move.split(':');
  const kinds: Record<string, string> = { t: 'deck', l: 'deck', b: 'stage', s: 'set', p: 'token', k: 'card' };
  return kinds[kind] ? `${kinds[kind]}:${what}` : move;
}

/** The moves of a thing on the board, the default first. */
export function movesOf(thing: string, moves: string[]): string[] {
  return moves.filter((m) => thingOf(m) === thing);
}
