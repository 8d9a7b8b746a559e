// Results of finished games in words.

import { has, p, t } from './i18n.svelte';
import { signed } from './text';
import type { TableSummary } from './types';

/** How a game was won, in the game's own words or the page's. */
export function wayOf(game: string, wonBy: string): string {
  const key = [`${game}.won_by.${wonBy}`, `page.won_by.${wonBy}`].find(has);
  return key ? t(key) : wonBy;
}

/** A score; that of a match on two boards is a difference, with its sign. */
export const scoreOf = (game: string, n: number): string => (game === 'duplicate' || n < 0 ? signed(n) : String(n));

/** Whether the scores decided the game. */
export const byScore = (x: TableSummary) => ['points', 'tie_break', 'shared'].includes(x.won_by ?? '');

/** A finished game in a few words: the scores of two, mine first; my place and score among more; or how else it was
 * won. Empty for old games whose scores were not kept. */
export function outcome(x: TableSummary): string {
  if (!byScore(x)) return x.won_by ? wayOf(x.game, x.won_by) : '';
  const { scores, standings } = x;
  if (!scores || !standings) return '';
  if (scores.length > 2 && x.seat !== null) return p('home.place', { place: standings[x.seat], n: scores[x.seat] });
  if (x.game === 'duplicate') return signed(scores[x.seat ?? 0]);
  return (x.seat === 1 && scores.length === 2 ? [scores[1], scores[0]] : scores).join(' : ');
}
