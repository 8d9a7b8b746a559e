// Where the pad keeps its evenings: IndexedDB on this device. Nothing is sent anywhere.

import { shelf } from '../lib/shelf';
import type { Sheet } from './score';

export interface Player {
  name: string;
  /** Number of the seat colour. */
  colour: number;
}

/** A game on the pad as it is kept. */
export interface PadGame extends Sheet {
  id: string;
  players: Player[];
  started: number;
  /** When the result was first shown; 0 while points are being entered. */
  done: number;
  /** When a finished game was last corrected. */
  corrected?: number;
}

const ask = shelf('mirabilia-pad', 'games', { keyPath: 'id' });

/** All games that are kept, the latest first. */
export async function allGames(): Promise<PadGame[]> {
  return (await ask<PadGame[]>('readonly', (s) => s.getAll())).sort((a, b) => b.started - a.started);
}

export const keepGame = (g: PadGame) => ask('readwrite', (s) => s.put(g));
export const dropGame = (id: string) => ask('readwrite', (s) => s.delete(id));
