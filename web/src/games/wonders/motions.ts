// What moves on the board when something happens. Choices are revealed together, so the reveal moves everybody's
// card at once; of the coins only those of whoever looks fly, or seven players would keep everyone waiting.

import { anchor, type Motion } from '../../lib/motion';
import type { GameEvent } from '../../lib/types';
import type { Deed, View } from './view';

/** The first of several places that is on the screen. */
const seen = (...keys: string[]) => keys.find((k) => anchor(k));

/** A deed of a seat: from the own hand where it can be seen, or the place turns over. */
function deed(seat: number, d: Deed, mine: boolean): Motion[] {
  const from = mine && d.card ? seen(`hand:${d.card}`) : undefined;
  switch (d.kind) {
    case 'build':
    case 'take': {
      const to = `built:${seat}:${d.card}`;
      return from ? [{ do: 'fly', from, to }] : [{ do: 'flip', at: to }];
    }
    case 'stage': {
      const to = `stage:${d.stage}`;
      return from ? [{ do: 'fly', from, to, turn: true }] : [{ do: 'stamp', at: to }];
    }
    default:
      return from ? [{ do: 'fly', from, to: 'discard', ms: 220, grey: true }] : [{ do: 'pulse', at: `purse:${seat}` }];
  }
}

export function motions(e: GameEvent, look: { seat: number; before: View; view: View }): Motion[] {
  const { before, view } = look;
  const mine = e.seat === look.seat;
  switch (e.type) {
    case 'reveal': {
      // A player who comes back has only the view of now: what the others did last is what they missed.
      const missed = before === view;
      return view.players.flatMap((p) => (p.last && (missed ? p.seat !== look.seat : p.last.age === before.age && p.last.turn === before.turn) ? deed(p.seat, p.last, p.seat === look.seat) : []));
    }
    case 'build':
    case 'stage':
    case 'sell': {
      // In a turn all of these came with the reveal; Babylon's last card stands alone.
      const player = view.players.find((p) => p.seat === e.seat);
      return before.phase === 'last_card' && player?.last ? deed(player.seat, player.last, mine) : [];
    }
    case 'chain':
      return mine ? [{ do: 'pulse', at: `built:${e.seat}:${e.with}` }] : [];
    case 'pay':
      return mine || e.to === look.seat ? [{ do: 'coins', from: `purse:${e.seat}`, to: `purse:${e.to}`, n: e.n ?? 0 }] : [];
    case 'bank':
      return mine ? [{ do: 'coins', from: `purse:${e.seat}`, to: 'bank', n: e.n ?? 0 }] : [];
    case 'gain':
      return mine ? [{ do: 'coins', from: 'bank', to: `purse:${e.seat}`, n: e.n ?? 0 }] : [];
    case 'take': {
      const to = `built:${e.seat}:${e.what}`;
      return [{ do: 'fly', from: seen(`find:${e.what}`, 'discard') ?? 'discard', to }];
    }
    default:
      return [];
  }
}
