// Which lines of the log are taken back by a later one.

import type { LogEntry } from './types';

/**
 * The log with what an entry took back marked: the lines that it names. One that names none may still take back: "withdrawn"
 * the seat's last choice, and of "undone" n decisions stand, of so many that there were.
 */
export function marked(log: LogEntry[], e: LogEntry, decisions: number): LogEntry[] {
  if (e.undoes) return log.map((x) => (e.undoes!.includes(x.seq) ? { ...x, undone: true } : x));
  let left = e.what === 'withdrawn' ? 1 : e.what === 'undone' ? decisions - (e.n ?? 0) : 0;
  if (left <= 0) return log;
  const next = log.slice();
  for (let i = next.length - 1; i >= 0 && left > 0; i--) {
    const x = next[i];
    if (x.what !== 'move' || x.undone || (e.what === 'withdrawn' && x.seat !== e.seat)) continue;
    next[i] = { ...x, undone: true };
    left--;
  }
  return next;
}
