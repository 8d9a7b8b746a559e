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

/** A space of a seat, where it can be seen, or else the seat. */
function place(seat: number, space: string): string {
  const at = `space:${seat}:${space}`;
  return anchor(at) ? at : `seat:${seat}`;
}

/** The spaces that others have marked. */
function marked({ seat, before, view }: Look): Motion[] {
  const places = new Set<string>();
  view.seats.forEach((now, i) => {
    if (i === seat) return;
    const was = new Set(before.seats[i].marked);
    for (const space of now.marked) {
      if (!was.has(space)) places.add(place(i, space));
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
    case 'mark':
      // A round shows all marks at once. A player who comes back has only the view of now, so the event alone tells of the mark.
      return look.before === look.view && e.seat !== null && e.seat !== look.seat ? [{ do: 'pulse', at: place(e.seat, e.what ?? '') }] : [];
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
