// Saved positions, for tests and for looking at boards without a server.

import type { LogEntry } from '../lib/types';

export interface Saved<V> {
  seat: number;
  view: V;
  moves: string[];
  owing: number[];
  names: string[];
  log: LogEntry[];
}

/** The positions of a game by the names of their files: all of them, and a copy of one. */
export function saved<V>(files: Record<string, Saved<V>>) {
  const fixtures = Object.entries(files).map(([file, f]): [string, Saved<V>] => [file.replace(/^.*\/(.*)\.json$/, '$1'), f]);
  return { fixtures, fixture: (name: string) => structuredClone(fixtures.find(([n]) => n === name)![1]) };
}
