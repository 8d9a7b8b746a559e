// How a stage is drawn, in the picture of its wonder and in the row of stages.

import type { SeatView } from './view';

export type Stage = SeatView['stages'][number];

/** "built", "can" (it can be built now, or with the card picked), "open" or "shut". */
export function standingOf(s: Stage, lit: number[]): string {
  return s.state === 'built' ? 'built' : lit.includes(s.stage) ? 'can' : s.state === 'shut' ? 'shut' : 'open';
}
