// What happens at a table beside the game, in sentences.

import { has, t } from './i18n.svelte';
import type { Piece } from './log';
import type { LogEntry } from './types';

/** The sentence for an entry that is no decision of the game; none for entries that need no mention. */
export function tableNews(e: LogEntry, names: string[]): Piece[] {
  if (e.what === 'chat') {
    return [
      { text: e.name || names[e.seat ?? -1] || '', strong: true },
      { text: ': ' + (e.text ?? ''), strong: false },
    ];
  }
  const key = `page.news.${e.what}`;
  if (!has(key)) return [];
  const text = t(key, { seat: '\u0001', n: e.n ?? 0 });
  const [before, after] = text.split('\u0001');
  const who: Piece = { text: names[e.seat ?? -1] || e.name || '', strong: true };
  if (after === undefined) return [{ text: before, strong: false }];
  return [{ text: before, strong: false }, who, { text: after, strong: false }].filter((x) => x.text);
}
