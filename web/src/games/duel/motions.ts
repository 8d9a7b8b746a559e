// What moves on the board when something happens: the same paths for everybody's moves.

import type { Motion } from '../../lib/motion';
import type { GameEvent } from '../../lib/types';
import type { View } from './view';

export function motions(e: GameEvent, look: { before: View }): Motion[] {
  const what = e.what ?? '';
  const slotOf = (card?: string) => `slot:${look.before.structure.find((s) => s.card === card)?.place}`;
  switch (e.type) {
    case 'build':
    case 'build_chain': {
      const fly: Motion = { do: 'fly', from: slotOf(what), to: `built:${what}` };
      if (e.type === 'build_chain') return [{ do: 'pulse', at: `built:${e.with}` }, fly];
      return e.n ? [{ do: 'coins', from: `purse:${e.seat}`, to: 'bank', n: e.n }, fly] : [fly];
    }
    case 'revive':
      return [{ do: 'fly', from: 'discard', to: `built:${what}` }];
    case 'discard':
      return [
        { do: 'fly', from: slotOf(what), to: 'discard', ms: 220, grey: true },
        { do: 'coins', from: 'bank', to: `purse:${e.seat}`, n: e.n ?? 0 },
      ];
    case 'wonder':
      return [
        { do: 'fly', from: slotOf(e.with), to: `wonder:${what}`, turn: true },
        { do: 'stamp', at: `wonder:${what}:seal` },
      ];
    case 'draft':
      return [{ do: 'fly', from: `wonder:${what}`, to: `wonder:${what}` }];
    case 'destroy':
      return [{ do: 'fly', from: `built:${what}`, to: 'discard', grey: true }];
    case 'gain':
    case 'economy':
      return [{ do: 'coins', from: e.type === 'economy' ? `purse:${e.to}` : 'bank', to: `purse:${e.seat}`, n: e.n ?? 0 }];
    case 'lose':
      return [
        { do: 'coins', from: `purse:${e.seat}`, to: 'bank', n: e.n ?? 0 },
        { do: 'shake', at: `purse:${e.seat}` },
      ];
    case 'march':
      return [{ do: 'glide', at: 'pawn', ms: 120 * Math.max(1, e.n ?? 1) }];
    case 'token':
      return [{ do: 'fly', from: `token:${what}`, to: `held:${what}`, ms: 300 }];
    case 'pair':
      return [{ do: 'pulse', at: `symbol:${e.seat}:${what}` }];
    case 'reveal':
      return [{ do: 'flip', at: `slot:${e.with}` }];
    // Pantheon
    case 'activate':
      return [
        { do: 'coins', from: `purse:${e.seat}`, to: 'bank', n: e.n ?? 0 },
        { do: 'fly', from: `space:${look.before.pantheon?.spaces.find((s) => s.card === what)?.space}`, to: `tokens:${e.seat}` },
      ];
    case 'mythology':
    case 'offering':
      return [{ do: 'fly', from: `on:${look.before.structure.find((s) => s.token === what)?.place}`, to: `tokens:${e.seat}` }];
    case 'pantheon_reveal':
      return [{ do: 'flip', at: `space:${e.n}` }];
    case 'steal':
      return [{ do: 'fly', from: `built:${what}`, to: `built:${what}` }];
    case 'strike':
      return [{ do: 'fly', from: `slot:${e.with}`, to: 'discard', grey: true }];
    case 'unbuild':
      return [{ do: 'fly', from: `wonder:${what}`, to: 'discard', grey: true }];
    case 'wonder_free':
      return [{ do: 'stamp', at: `wonder:${what}:seal` }];
    case 'take_wonder':
      return [{ do: 'fly', from: `wonder:${what}`, to: `wonder:${what}` }];
    case 'loot_removed':
    case 'loot_applied':
      return [{ do: 'shake', at: 'track' }];
    case 'game_end':
      if (what === 'military') return [{ do: 'shake', at: `capital:${1 - (e.seat ?? 0)}` }];
      return [];
    default:
      return [];
  }
}
