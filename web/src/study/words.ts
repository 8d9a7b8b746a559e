// Moves in words, from the text of the move alone.

import { has, listed, t } from '../lib/i18n.svelte';
import { nameOf, sentence, type Piece } from '../lib/log';
import type { ReplayFrame } from '../lib/types';

/** What a move does, without who does it: "Build Rostrum". Its ids are named as in the log of the game. */
export function moveWords(game: string, move: string, names: string[] = []): string {
  const [verb, ...ids] = move.split(':');
  if (game === 'duel' && verb === 'begin') return t('analysis.move.duel.begin', { seat: names[ids[0].charCodeAt(0) - 65] ?? ids[0] });
  if (game === 'architects' && verb === 'b') return t('analysis.move.architects.b', { a: ids[0], b: listed(ids.slice(1).map((id) => nameOf(game, id))) });
  const key = [`analysis.move.${game}.${verb}.${ids[0]}`, `analysis.move.${game}.${verb}`].find(has);
  if (!key) return move;
  const named = ids.map((id) => nameOf(game, id));
  return t(key, { a: named[0] ?? '', b: named[1] ?? '' });
}

/** The ids of a move that a board may show, the one that the decision is about first. */
export function thingsOf(game: string, move: string): string[] {
  const [verb, ...ids] = move.split(':');
  if (game === 'duel' && (verb === 'w' || verb === 'isis')) return [ids[1], ids[0]];
  return ids;
}

/** Whether a move gives a card away: discarded, or sold. */
export const givesAway = (game: string, move: string) => (game === 'duel' && move.startsWith('d:')) || (game === 'wonders' && move.startsWith('s:'));

/** A move of an expected line, "0 b:rostrum", as its seat and a short name. */
export function ply(game: string, text: string, names: string[]): { seat: number; move: string; short: string } {
  const [seat, move] = [Number(text.slice(0, text.indexOf(' '))), text.slice(text.indexOf(' ') + 1)];
  const id = thingsOf(game, move)[0];
  const named = game === 'duel' && move.startsWith('w:') ? move.split(':')[1] : id;
  return { seat, move, short: named && has(`${game}.name.${named}`) ? nameOf(game, named) : moveWords(game, move, names) };
}

/** Each decision as the log tells it. Where seats choose at once the log tells of it later, with the last choice. */
export function sentencesOf(game: string, frames: ReplayFrame[], names: string[]): Piece[][] {
  return frames.slice(1).map((f, t) => {
    for (let i = t + 1; i < frames.length && (i === t + 1 || frames[i].seat !== f.seat); i++) {
      const own = frames[i].events?.find((e) => e.seat === f.seat && e.type !== 'commit' && has(`${game}.log.${e.type}`));
      if (own) return sentence(game, own, names);
    }
    return [{ text: names[f.seat ?? 0], strong: true }, { text: `: ${moveWords(game, f.move ?? '', names)}`, strong: false }];
  });
}

/** What chance brought after a decision, as the log tells it; empty if it has no words for it. */
export function chanceOf(game: string, frame: ReplayFrame | undefined, names: string[]): string {
  const list = frame?.events?.filter((e) => (e.seat ?? null) === null && e.type !== 'game_end').map((e) => sentence(game, e, names).map((x) => x.text).join('')) ?? [];
  return list.filter((x) => x).join('; ');
}
