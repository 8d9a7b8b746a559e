// The saved positions, for tests.

import type { LogEntry } from '../../lib/types';
import type { View } from './view';

export interface Fixture {
  name: string;
  seat: number;
  view: View;
  moves: string[];
  owing: number[];
  names: string[];
  log: LogEntry[];
}

const files = import.meta.glob<Fixture>('./fixtures/*.json', { import: 'default', eager: true });

export const fixtures: [string, Fixture][] = Object.values(files).map((f) => [f.name, f]);

export const fixture = (name: string): Fixture => structuredClone(fixtures.find(([n]) => n === name)![1]);
