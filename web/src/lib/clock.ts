// Time that is left, in figures.

import type { ClockSettings } from './types';

export function timeLeft(ms: number, day = 'd', hour = 'h'): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  if (s >= 48 * 3600) return `${Math.floor(s / 86400)} ${day} ${Math.floor((s % 86400) / 3600)} ${hour}`;
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** The clock, or where there is none that of games for which people are looked for: a rated game needs one, and others who look for such a game find the table. */
export function withClock(clock: ClockSettings): ClockSettings {
  return clock.kind === 'none' ? { kind: 'live', base: 900, increment: 5 } : clock;
}
