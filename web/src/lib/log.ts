// Events as sentences: the text of "<game>.log.<type>" with names filled in. Filled-in names stand out,
// so a sentence comes in pieces.

import type { GameEvent, LogEntry } from './types';
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
  let key = `${game}.log.${e.type}`;
  // Free things have their own text instead of "0 coins".
  if (!e.n && has(`${key}_free`)) key += '_free';
  if (!has(key)) return [];
  const mark = (s: string) => (s ? open + s + close : '');
  const text = t(key, {
    seat: mark(names[e.seat ?? -1] ?? ''),
    to: mark(names[e.to ?? -1] ?? ''),
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

/** What a game says of its own log; without it every event is a sentence of the one decision that brought it. */
export interface Telling {
  /** Events that the board shows as well and that only lengthen the log. */
  quiet?: string[];
  /** Seats choose in secret and are revealed together: each seat's events make a separate line. */
  apart?: boolean;
  /** The game whose words tell an event, where it is not the table's own; what is said before them, such as the board on which it happened; and another sentence than the event's own. */
  words?: (e: GameEvent) => { game: string; lead: string; type?: string } | undefined;
}

/** A line of the log: whose it is, its sentence, and softer what else came of it. */
export interface Told {
  seat: number | null;
  pieces: Piece[];
  more: Piece[][];
}

/**
 * The lines that the events of one decision make. Events of a kind in a row run on in one sentence where the game has
 * a text "<type>_more" for those after the first.
 */
export function told(game: string, events: GameEvent[], names: string[], seat: number | null, { quiet = [], apart = false, words }: Telling = {}): Told[] {
  const lines: Told[] = [];
  let last: GameEvent | null = null;
  let end: Piece[] = [];
  for (const e of events) {
    if (quiet.includes(e.type)) continue;
    const { game: of, lead, type = e.type } = words?.(e) ?? { game, lead: '' };
    const goesOn = last?.type === e.type && (!apart || last.seat === e.seat) && has(`${of}.log.${e.type}_more`);
    const pieces = sentence(of, { ...e, type: goesOn ? `${type}_more` : type }, names);
    if (pieces.length === 0) continue;
    const line = lines.at(-1);
    if (goesOn) end.push(...pieces);
    else {
      if (line && (!apart || line.seat === e.seat)) line.more.push(pieces);
      else lines.push({ seat: apart ? e.seat : seat, pieces: lead ? [{ text: lead, strong: false }, ...pieces] : pieces, more: [] });
      end = pieces;
    }
    last = e;
  }
  return lines;
}

/** The same as plain text, for the live region. */
export function spoken(game: string, e: GameEvent, names: string[]): string {
  return sentence(game, e, names)
    .map((x) => x.text)
    .join('');
}

/** Where in the log begins what came after this seat's last decision; behind its end if nothing did. */
export function freshFrom(entries: LogEntry[], seat: number): number {
  const mine = seat < 0 ? -1 : entries.findLastIndex((e) => e.what === 'move' && e.seat === seat && !e.undone);
  return mine < 0 ? entries.length : mine + 1;
}

/** Everything the others did since this seat's last decision, with all that came of it: a sentence each, the oldest first. */
export function sinceMine(game: string, entries: LogEntry[], names: string[], seat: number, telling: Telling = {}): string[] {
  return entries
    .slice(freshFrom(entries, seat))
    .filter((x) => x.what === 'move' && !x.undone)
    .flatMap((x) => told(game, x.events ?? [], names, x.seat, telling))
    .flatMap((l) => [l.pieces, ...l.more])
    .map((pieces) => pieces.map((x) => x.text).join(''));
}

/**
 * What the others did last, since this seat's last decision, in a sentence for each of them: the first thing of every
 * decision, the newest last, and at most so many. Where all choose at once, the choice that revealed the others' may have been one's own.
 */
export function lastNews(game: string, entries: LogEntry[], names: string[], seat: number, telling: Telling = {}, most = 3): string {
  const from = freshFrom(entries, seat);
  const own = telling.apart && from > 0 && from <= entries.length ? [entries[from - 1]] : [];
  const deeds = [...own, ...entries.slice(from)].filter((x) => x.what === 'move' && !x.undone);
  const sentences = deeds.flatMap((x) => {
    const lines = told(game, x.events ?? [], names, x.seat, telling).filter((l) => l.seat !== null && l.seat !== seat && l.seat < names.length);
    return telling.apart ? lines : lines.slice(0, 1);
  });
  return sentences
    .slice(-most)
    .map((l) => l.pieces.map((x) => x.text).join(''))
    .join('; ');
}

