// Analyses that this device has computed, in IndexedDB: the work goes on where it was left.

import { shelf } from '../lib/shelf';
import type { Mga } from './mga';

export interface Kept {
  analysis: Mga;
  complete: boolean;
  /** The address of the engine that found it: another one may find otherwise. */
  engine?: string;
}

const ask = shelf('mirabilia-study', 'analysis');

// A browser that keeps nothing computes again.
export const kept = (table: string) => ask<Kept | undefined>('readonly', (s) => s.get(table)).catch(() => undefined);
export const keep = (table: string, k: Kept) => ask('readwrite', (s) => s.put(k, table)).catch(() => undefined);
