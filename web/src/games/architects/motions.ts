// What moves on the board when something happens: the same paths for everybody's moves.

import { anchor, type Motion } from '../../lib/motion';
import type { GameEvent } from '../../lib/types';
import { cards } from './faces';
import { setCards } from './signs';
import type { View } from './view';

const groups: Record<string, string> = { grey: 'goods', yellow: 'goods', blue: 'blue', red: 'shields', green: 'green' };

/** The first of several places that is on the screen. */
const seen = (...keys: string[]) => keys.find((k) => anchor(k));

/** Where the cards of a player lie; far players show only their line. */
const side = (seat: number | null, group: string) => seen(`${group}:${seat}`, `seat:${seat}`) ?? '';

export function motions(e: GameEvent, look: { before: View; view: View }): Motion[] {
  const what = e.what ?? '';
  switch (e.type) {
    case 'take': {
      const from = seen(`looked:${what}`, `deck:${e.with}`);
      const to = side(e.seat, groups[cards[what]?.colour]);
      return from ? [{ do: 'fly', from, to }] : [{ do: 'pulse', at: to }];
    }
    case 'turn_up':
      return [{ do: 'flip', at: `deck:${e.with}` }];
    case 'shuffle':
      return [{ do: 'shake', at: `deck:${what}` }];
    case 'cat':
      return [{ do: 'glide', at: 'cat', ms: 300 }];
    case 'pay':
      return [{ do: 'fly', from: `good:${e.seat}:${what}`, to: 'discard', ms: 220, grey: true }];
    case 'exchange':
      return [...new Set(setCards[what])].map((c) => ({ do: 'fly', from: `good:${e.seat}:${c}`, to: 'discard', ms: 220, grey: true }));
    case 'build':
      return [seen(`stage:${e.seat}:${e.n}`) ? { do: 'rise', at: `stage:${e.seat}:${e.n}` } : { do: 'pulse', at: `seat:${e.seat}` }];
    case 'horn':
      return turned(look.before.conflict.flipped, look.before.conflict.flipped + (e.n ?? 0));
    case 'peace':
      // The battle at once: whoever won lights up, red cards shake where they leave, the doves are back.
      return [
        ...look.view.seats.flatMap((now, i): Motion[] => (now.victories > look.before.seats[i].victories ? [{ do: 'pulse', at: side(i, 'victories') }] : [])),
        ...look.view.seats.flatMap((now, i): Motion[] => (now.shields < look.before.seats[i].shields ? [{ do: 'shake', at: side(i, 'shields') }] : [])),
        ...turned(0, look.before.conflict.total),
      ];
    case 'token': {
      const open = (v: View) => v.progress.face_up.filter((o) => o.token === what).length;
      const from = open(look.before) > open(look.view) ? `offer:${what}` : 'pile';
      return [{ do: 'fly', from, to: side(e.seat, 'tokens'), ms: 300 }];
    }
    case 'refill':
      return [{ do: 'flip', at: `offer:${what}` }];
    case 'ready':
      return [{ do: 'pulse', at: `held:${e.seat}:${what}` }];
    case 'peeked':
      return [{ do: 'flip', at: 'deck:central' }];
    default:
      return [];
  }
}

const turned = (from: number, to: number): Motion[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ do: 'flip', at: `conflict:${from + i}`, delay: 80 * i }));
