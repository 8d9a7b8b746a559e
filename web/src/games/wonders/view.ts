// The view of 7 Wonders under the names this folder uses.
export type { Badge, Choice, Column, Deed, Discard, Find, Gain, Neighbour, Offer, Payment, Player, Recall, Science, Stage, View, Ware } from '../../gen/wonders';
