// What moves on the board when something happens. A round is decided in secret and told at its end, so that what all did is
// shown at once, then the dice are shaken.

import { anchor, type Motion } from '../../lib/motion';
import type { GameEvent } from '../../lib/types';
import type { View } from './view';

interface Look {
  seat: number;
  before: View;
  view: View;
}

/** The spaces that others have marked, where they can be seen, or else whoever did it. */
function marked({ seat, before, view }: Look): Motion[] {
  const places = new Set<string>();
  view.seats.forEach((now, i) => {
    if (i === seat) return;
    const was = new Set(before.seats[i].marked);
    for (const space of now.marked) {
      if (!was.has(space)) places.add(anchor(`space:${i}:${space}`) ? `space:${i}:${space}` : `seat:${i}`);
    }
    if (now.bonuses.length > before.seats[i].bonuses.length) places.add(`bonus:${i}`);
  });
  return [...places].map((at) => ({ do: 'pulse', at }));
}

export function motions(e: GameEvent, look: Look): Motion[] {
  switch (e.type) {
    case 'round':
    case 'game_end':
      return marked(look);
    case 'swap':
      return [{ do: 'rise', at: `die:${e.what}` }];
    case 'roll':
      // All are thrown together: the first one told starts them all.
      return e.what === look.view.forum[0].die ? look.view.forum.map((d) => ({ do: 'tumble', at: `die:${d.die}` })) : [];
    case 'agora_first':
      return [{ do: 'stamp', at: 'agora_first' }];
    default:
      return [];
  }
}
