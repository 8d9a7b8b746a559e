// The view of Architects under the names this folder uses.
export type { BuildView, CardCount, DeckView, ExchangeView, LookView, OfferView, Prospect, Rival, SeatView, StageView, TakeView, TokenView, View } from '../../gen/architects';
