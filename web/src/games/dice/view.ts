// The view of Dice under the names this folder uses.
export type { AgoraView, AttackView, BarracksView, BonusView, BuildingView, CountView, DieView, EffectView, GuildView, MineView, PriceView, SeatView, SpaceView, TargetView, TrackView, View } from '../../gen/dice';
