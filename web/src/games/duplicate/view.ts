// The view of Duplicate Duel under the names this folder uses. The views of its boards are those of Duel.
export type { Match as View, MatchBoard as BoardView } from '../../gen/duplicate';
export type { View as DuelView } from '../../gen/duel';
