// The boards, each in its own folder and loaded when needed.

import type { GameModule } from './contract';

const folders = import.meta.glob<GameModule>('./*/index.ts', { import: 'default' });

/** The board of a game; one without a board of its own gets the plain one. */
export async function gameModule(id: string): Promise<GameModule> {
  const load = folders[`./${id}/index.ts`];
  return load ? load() : (await import('./generic/module')).genericModule(id);
}

/** Whether a game has a board of its own. */
export function hasBoard(id: string): boolean {
  return `./${id}/index.ts` in folders;
}
