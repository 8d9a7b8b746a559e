// What tournaments say of themselves.

import { timeLeft } from '../lib/clock';
import { doorName } from '../lib/doors';
import { p, t } from '../lib/i18n.svelte';
import { settings } from '../lib/settings.svelte';
import type { TournamentSummary } from '../lib/types';

const daySeconds = 24 * 3600;

/** The clock of the games. */
export function clockWords(base: number, increment: number): string {
  if (base >= daySeconds) return t('tournament.clock_days', { d: Math.round(base / daySeconds), m: Math.round(increment / 60) });
  return t('tournament.clock', { m: Math.round(base / 60), s: increment });
}

/** Kind, game, time and length, in a line. */
export function factsOf(x: TournamentSummary): string {
  const length = x.kind === 'arena' ? t('tournament.minutes', { n: x.minutes ?? 60 }) : x.rounds ? t('tournament.rounds', { n: x.rounds }) : t('tournament.rounds_usual');
  return `${t(`tournament.${x.kind}`)}: ${[doorName(x.game), clockWords(x.clock.base ?? 0, x.clock.increment ?? 0), t(x.rated ? 'tournament.rated' : 'tournament.friendly'), length].join(', ')}`;
}

/** Whether it is played in rounds, as a Swiss tournament is. */
export const inRounds = (x: { kind: string }): boolean => x.kind !== 'arena';

/** A sum with its sign. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : String(n).replace('-', '−'));

/** Points as people read them: a Swiss tournament counts in halves. */
export function pointsOf(kind: string, points: number): string {
  if (kind === 'arena') return String(points);
  const whole = Math.floor(points / 2);
  return points % 2 ? `${whole || ''}½` : String(whole);
}

/** Time until a moment, by the server's clock. */
export function until(at: number, now: number): string {
  return timeLeft(at - now, p('clock.day_short'), p('clock.hour_short'));
}

/** A day and an hour. */
export function moment(at: number): string {
  return new Intl.DateTimeFormat(settings.lang, { weekday: 'short', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}

/** The hour alone. */
export function hour(at: number): string {
  return new Intl.DateTimeFormat(settings.lang, { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}

/** A name, or that there was one. */
export const nameOf = (name: string | undefined): string => name || t('tournament.former');

/** Why it was called off. */
export function whyOf(why: string | undefined): string {
  return why === 'too_few' || why === 'not_begun' ? t(`tournament.${why}`) : (why ?? '');
}
