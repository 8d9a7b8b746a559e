// What the page of puzzles says.

import type { GameModule } from '../games/contract';
import { t } from '../lib/i18n.svelte';
import { moveWords, thingsOf } from '../study/words';
import type { Problem } from './puzzles';

/** A time of minutes and seconds, or of hours and minutes: "1:07". */
export function clockWords(large: number, small: number): string {
  return `${large}:${String(small).padStart(2, '0')}`;
}

/** How long an answer took. */
export function timeWords(ms: number): string {
  const s = Math.round(ms / 1000);
  return clockWords(Math.floor(s / 60), s % 60);
}

/** How long a day still lasts, in hours and minutes. */
export function leftWords(ms: number): string {
  const min = Math.ceil(ms / 60_000);
  return clockWords(Math.floor(min / 60), min % 60);
}

/** A hint: the colour of the right card, or where the right choice is no card, what is surely wrong. */
export function hintWords(game: string, module: GameModule<unknown>, p: Problem, names: string[]): string {
  const look = { seat: p.seat, view: p.view, names };
  for (const id of thingsOf(game, p.moves[0].move)) {
    const kind = module.describe(`card:${id}`, look)?.kind?.split(',')[0];
    if (kind) return t('puzzle.hint.card', { what: kind.toLowerCase() });
  }
  return t('puzzle.hint.not', { what: moveWords(game, p.moves.at(-1)!.move, names) });
}

/** What a choice pays to its neighbours in 7 Wonders, where the same card can be paid for in several ways. */
export function paidWords(p: Problem, move: string): string {
  const paid = /:(\d+)-(\d+)$/.exec(move);
  const same = (a: string) => a.replace(/:\d+-\d+$/, '') === move.replace(/:\d+-\d+$/, '');
  return paid && p.moves.filter((m) => same(m.move)).length > 1 ? t('puzzle.pays', { a: paid[1], b: paid[2] }) : '';
}
