// The conflicts at the end of an age, seen from the tokens that were handed out between two views.

import type { Fight } from '../../parts/WarOverlay.svelte';
import type { View } from './view';

/** Every pair once, the pairs of whoever looks first; null if no age has ended. */
export function fights(before: View | null, after: View, me: number): Fight[] | null {
  const ended = before && before.players.length === after.players.length && (after.age > before.age || (after.phase === 'over' && before.phase !== 'over'));
  if (!ended) return null;
  // Nothing is built between the conflicts and the next view, so who is stronger now was stronger then.
  const fresh = after.players.map((p, i) => p.tokens.slice(before.players[i].tokens.length));
  const prize = Math.max(0, ...fresh.flat());
  const list = after.players.map((p): Fight => {
    const other = after.players[p.right.seat];
    const won = p.right.war === 'win' ? prize : p.right.war === 'lose' ? -1 : 0;
    return { seats: [p.seat, other.seat], shields: [p.shields, other.shields], tokens: [won, won > 0 ? -1 : won < 0 ? prize : 0] };
  });
  return list.sort((a, b) => Number(b.seats.includes(me)) - Number(a.seats.includes(me)));
}
