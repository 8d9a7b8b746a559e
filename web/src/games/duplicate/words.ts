// How it stands on a board, in words.

import { t } from '../../lib/i18n.svelte';
import { points } from '../../lib/points.svelte';
import { signed } from '../../lib/text';
import type { Half } from './boards';

/** Whose move it is, that the board waits, or how it ended. */
export function stateWords(h: Half, seat: number, names: string[]): string {
  if (h.state === 'over') return points.shown ? resultWords(h, seat, names) : t('duplicate_board.state.over');
  if (h.state === 'waiting') return t('duplicate_board.state.waits');
  if (h.mine) return t('duplicate_board.state.mine');
  return h.mover === null ? '' : t('duplicate_board.state.turn', { seat: names[h.mover] });
}

/** Who began on a board: Duel's first seat. */
export function beganWords(h: Half, seat: number, names: string[]): string {
  return h.of[0] === seat ? t('duplicate_board.began.you') : t('duplicate_board.began', { seat: names[h.of[0]] });
}

/** What a board that is over counts. */
export function resultWords(h: Half, seat: number, names: string[]): string {
  const of = seat >= 0 ? seat : h.lead < 0 ? 1 : 0;
  const n = signed(of === 1 ? -h.lead : h.lead);
  return seat >= 0 ? t('duplicate_board.state.result', { n }) : t('duplicate_board.state.result_of', { seat: names[of], n });
}

/** Who is ahead in all, told to the near seat. */
export function leadWords(sum: number, near: number, seat: number, names: string[]): string {
  if (sum === 0) return t('duplicate_board.lead.none');
  const ahead = sum > 0 ? near : 1 - near;
  return ahead === seat ? t('duplicate_board.lead.you', { n: Math.abs(sum) }) : t('duplicate_board.lead', { seat: names[ahead], n: Math.abs(sum) });
}
