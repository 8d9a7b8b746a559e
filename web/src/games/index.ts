// The boards, each in its own folder and loaded when needed.

import type { GameModule } from './contract';

const folders = import.meta.glob<GameModule>('./*/index.ts', { import: 'default' });

/** The board of a game; rejects when the page has none. */
export async function gameModule(id: string): Promise<GameModule> {
  const load = folders[`./${id}/index.ts`];
  if (!load) throw new Error(`no board for ${id}`);
  return load();
}

export function hasBoard(id: string): boolean {
  return `./${id}/index.ts` in folders;
}
