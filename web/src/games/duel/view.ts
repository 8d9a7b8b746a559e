// The view of Duel under the names this folder uses.
export type { Activation, After, Answer, Choice, Good, Price as DuelPrice, SeatView, Slot, Space, View, WonderView } from '../../gen/duel';
