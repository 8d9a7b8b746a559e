// Events told in sentences: the text of "<game>.log.<type>" with names filled in. What is filled in stands out,
// so a sentence comes in pieces.

import type { GameEvent } from './types';
import { has, t } from './i18n.svelte';

export interface Piece {
  text: string;
  strong: boolean;
}

const open = '\u0001';
const close = '\u0002';

/** The name of a thing of a game; ids without a text show as they are. */
export function nameOf(game: string, id: string): string {
  const key = `${game}.name.${id}`;
  return has(key) ? t(key) : id;
}

/** The sentence of an event in pieces, or none if the game has no words for it. */
export function sentence(game: string, e: GameEvent, names: string[]): Piece[] {
  const key = `${game}.log.${e.type}`;
  if (!has(key)) return [];
  const mark = (s: string) => (s ? open + s + close : '');
  const text = t(key, {
    seat: mark(names[e.seat] ?? ''),
    to: mark(names[e.to] ?? ''),
    what: mark(e.what ? nameOf(game, e.what) : ''),
    with: mark(e.with ? nameOf(game, e.with) : ''),
    n: e.n ?? 0,
  });
  return text
    .split(/([\u0001\u0002])/)
    .reduce<{ list: Piece[]; strong: boolean }>(
      (acc, part) => {
        if (part === open || part === close) acc.strong = part === open;
        else if (part) acc.list.push({ text: part, strong: acc.strong });
        return acc;
      },
      { list: [], strong: false },
    ).list;
}

/** The same as plain text, for the live region. */
export function spoken(game: string, e: GameEvent, names: string[]): string {
  return sentence(game, e, names)
    .map((x) => x.text)
    .join('');
}
