// The words of the pad that come from the games, so that a thing has one name everywhere.

import { has, t } from '../lib/i18n.svelte';
import type { PadGame } from './keep';
import type { Kind, Outcome } from './score';

export const seatName = (g: PadGame, player: number) => g.players[player].name;
export const categoryName = (kind: Kind, id: string) => t(`${kind.game}.score.${id}`);

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

/** A field's name: the pad's own, the game's, or that of its category. */
export function fieldName(kind: Kind, id: string): string {
  for (const key of [`pad.field.${id}`, `${kind.game}.name.${id}`, `${kind.game}.score.${id}`]) if (has(key)) return capital(t(key));
  return id;
}

/** Who won, in one line. */
export function winnersLine(g: PadGame, o: Outcome): string {
  const names = g.players.filter((_, i) => o.places[i] === 1).map((p) => p.name);
  return names.length > 1 ? t('page.end.shared', { what: names.join(', ') }) : t('page.end.won', { seat: names[0] });
}

/** How the first place was decided among equal points; empty if there was no tie. */
export function tieLine(g: PadGame, o: Outcome, kind: Kind): string {
  if (o.wonBy !== 'tie_break' && o.wonBy !== 'shared') return '';
  const most = Math.max(...o.scores);
  const equal = g.players.map((p, i) => ({ name: p.name, i })).filter((x) => o.scores[x.i] === most);
  const list = equal.map((x) => `${x.name}: ${kind.tie(g.entries[x.i])}`).join(', ');
  return t(o.wonBy === 'shared' ? 'pad.tie_shared' : 'pad.tie', { what: equal.map((x) => x.name).join(', '), n: most, by: t(`pad.by.${kind.tieBy}`), list });
}
