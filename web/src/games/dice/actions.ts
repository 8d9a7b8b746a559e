// What the bar offers in each kind of decision, from the legal moves and the view. Which things there are to do does not
// change within a decision; what cannot be done now says why.

import type { Action } from '../../lib/actions';
import { b, name, partsWords, priceOf, refusal } from './labels';
import type { Way } from './sheet';
import type { View } from './view';

interface Look {
  view: View;
  /** All ways to mark spaces now. */
  ways: Way[];
  /** The move chosen, or the thing only looked at. */
  chosen: string | null;
  looked: string | null;
  coins: number;
}

/** The ways that go with what is looked at: those of the space or of the die. */
export function waysOf(thing: string | null, ways: Way[]): Way[] {
  if (!thing) return [];
  const [kind, id] = thing.split(':');
  return ways.filter((w) => (kind === 'die' ? w.die?.die === id : w.space === id));
}

function mark({ view, ways, chosen, looked, coins }: Look): Action {
  const way = ways.find((w) => w.move === chosen && !w.move.startsWith('w:'));
  if (!way) {
    const only = waysOf(looked, ways)[0];
    return { key: 'mark', label: b('mark'), reason: only?.reason ? refusal(only.reason) : b(view.mine!.owes === 'mark' ? 'why.pick_space' : 'why.pick'), gist: b('why.pick_short') };
  }
  const base = { key: 'mark', label: way.price.total ? b('mark_pay', { n: way.price.total }) : b('mark_free'), verb: b('mark'), note: partsWords(way), gist: b('pay', { n: way.price.total }) };
  const same = ways.filter((w) => w.space === way.space && w.ok && !w.move.startsWith('w:'));
  if (same.length < 2) return { ...base, move: way.move };
  return { ...base, choices: same.map((w) => ({ move: w.move, label: w.die ? name(w.die.die) : name(w.space), price: priceOf(w, coins) })) };
}

function wonder({ view }: Look): Action {
  const step = view.mine!.wonder[0];
  if (!step) return { key: 'wonder', label: b('wonder'), verb: b('wonder_short'), reason: b('why.wonder_done'), gist: b('why.done') };
  const base = { key: 'wonder', label: b(step.price.total ? 'wonder_pay' : 'wonder_free', { n: stepNumber(view, step.space), m: step.price.total }), verb: b('wonder_short'), note: partsWords(step), gist: b('pay', { n: step.price.total }), move: step.move };
  return step.ok ? base : { ...base, reason: refusal(step.reason), gist: b('why.dear') };
}

function stepNumber(view: View, space: string): number {
  const steps = view.seats[view.seat!].sheet.find((x) => x.building === 'wonder')!.spaces;
  return steps.findIndex((s) => s.space === space) + 1;
}

function pass({ view, coins }: Look): Action {
  const gain = view.mine!.pass_gain;
  return { key: 'pass', label: b('pass_gain', { n: gain }), verb: b('pass'), note: b('pass_note', { n: coins, m: coins + gain }), gist: b('gain', { n: gain }), move: 'pass' };
}

const stop: Action = { key: 'stop', label: '', move: 'stop' };

export function actions(look: Look): Action[] {
  const { view } = look;
  switch (view.mine?.owes) {
    case 'action':
      return [mark(look), wonder(look), pass(look)];
    case 'free_die':
      return [mark(look), { ...stop, label: b('decline'), verb: b('decline_short'), note: b('decline_note'), gist: b('decline_gist') }];
    case 'mark':
      return [mark(look), { ...stop, label: b('stop'), verb: b('stop_short'), note: b('stop_note'), gist: b('stop_gist', { n: view.mine.left }) }];
    case 'bonus':
      return view.bonuses.map((x) => ({
        key: x.bonus,
        label: b(`bonus.${x.bonus}`),
        verb: b(`bonus_short.${x.bonus}`),
        note: b(`bonus_note.${x.bonus}`),
        gist: b(`bonus_gist.${x.bonus}`),
        move: `b:${x.bonus}`,
        reason: view.mine!.bonuses.includes(x.bonus) ? undefined : refusal('bonus_taken'),
      }));
    default:
      return [];
  }
}
