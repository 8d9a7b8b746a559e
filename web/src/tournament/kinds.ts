// The kinds of tournaments that can be made.

import type { Catalogue } from '../lib/types';

export type Kind = 'arena' | 'swiss' | 'duplicate';

/** The kinds with their icons; Duplicate Duel where the server has it. */
export function kindsOf(catalogue: Catalogue | null): [Kind, string][] {
  const list: [Kind, string][] = [['arena', 'torch'], ['swiss', 'tablet']];
  if (catalogue?.matches?.some((g) => g.id === 'duplicate')) list.push(['duplicate', 'same']);
  return list;
}
