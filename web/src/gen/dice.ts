// Written by web/typegen from the Go structs; change those and run "make gen".

/** View is what a viewer may see. Seats other than one's own appear as they were when the round began; what they decide in it comes with the next one. In a finished game, and for the open viewer, all is as it is. */
export interface View {
  round: number;
  /** LastRound is the last round, once it is known. */
  last_round: number | null;
  over: boolean;
  /** Seat is the seat that looks, null for a spectator. */
  seat: number | null;
  rules: RulesView;
  forum: DieView[];
  /** Waiting are the special dice that are not in the forum yet. */
  waiting: string[];
  agora: AgoraView;
  /** Buildings are what is printed on every sheet; wonder and university are with the seats. */
  buildings: BuildingView[];
  bonuses: BonusView[];
  seats: SeatView[];
  /** Mine is what the seat that looks has to decide; null for a spectator. */
  mine: MineView | null;
}

/** RulesView are the numbers of the sheet that hold for all. */
export interface RulesView {
  pass_coins: number;
  gold_reserve: number;
  bonuses_to_end: number;
}

/** DieView is a die in the forum. */
export interface DieView {
  die: string;
  colour: string;
  /** Symbol is the face it shows. */
  symbol: string;
  /** Quarter it lies in, and what that costs without anybody's discounts. */
  quarter: number;
  cost: number;
  special: boolean;
  /** Owners are the seats that obtained a special die. */
  owners: number[];
  /** State is, for the seat that looks: "ok" (a space can be marked), "locked", "guild_condition", "nothing" (no space left for it), "too_dear", or "not_now". */
  state: string;
  /** Guild is the comparison that the face asks for, null for most. */
  guild: GuildView | null;
  /** Targets are the spaces it points to now. */
  targets: TargetView[];
}

/** AgoraView is the race for the first finished agora. */
export interface AgoraView {
  points: number;
  open: boolean;
  /** First are the seats that got the points. */
  first: number[];
}

/** BuildingView is a building as printed. */
export interface BuildingView {
  building: string;
  colour: string;
  /** Bonus: finishing it gives a bonus. */
  bonus: boolean;
  tracks: TrackView[];
  spaces: SpaceView[];
}

/** BonusView is a bonus as printed. */
export interface BonusView {
  bonus: string;
  effects: EffectView[];
}

/** SeatView is a player. */
export interface SeatView {
  seat: number;
  city: string;
  /** Ready: it has finished the round. */
  ready: boolean;
  left: number;
  right: number;
  coins: number;
  /** Resources are how many different ones it has. */
  resources: number;
  /** Bonuses taken. */
  bonuses: string[];
  /** Dice are the special dice obtained. */
  dice: string[];
  discount: number;
  free: string[];
  incomes: IncomeView[];
  /** Marked are the spaces marked, in the order of the sheet. */
  marked: string[];
  /** Counts are the buildings with their marked spaces and points so far. */
  counts: CountView[];
  written: WrittenView[];
  barracks: BarracksView[];
  score: number;
  /** Place is 0 until the game is over. */
  place: number;
  /** Sheet is what only its city has: wonder and university. */
  sheet: BuildingView[];
  /** Done are the moves of this round, for the seat itself, and of the last one when the game is over. */
  done: string[];
}

/** MineView is what the seat that looks has to decide. */
export interface MineView {
  /** Owes is "action", "free_die", "mark", "bonus", or "nothing" when it has finished. */
  owes: string;
  /** From is the space or bonus that brought the decision, empty for the action of the round. */
  from: string;
  /** Left is how many marks are left, with "mark". */
  left: number;
  /** Wonder steps that can be built now, with "action". */
  wonder: TargetView[];
  /** Marks are the spaces to choose from, with "mark". */
  marks: TargetView[];
  /** Bonuses to choose from, with "bonus". */
  bonuses: string[];
  /** PassGain is what passing would bring, as far as the reserve holds it. */
  pass_gain: number;
  /** Withdrawable: the last decision of this round can be taken back. */
  withdrawable: boolean;
  /** Guild are the comparisons of all purple faces. */
  guild: GuildView[];
}

/** GuildView is the comparison of a purple face, by marked spaces when the round began. */
export interface GuildView {
  symbol: string;
  buildings: string[];
  mine: number;
  left: number;
  right: number;
  /** Strict: with two seats one needs more, not as many. */
  strict: boolean;
  met: boolean;
}

/** TargetView is a space that can be marked, with its price and what it would bring at once. */
export interface TargetView {
  space: string;
  building: string;
  price: PriceView;
  /** OK: the move may be played now. If not, Reason is a word as of refusals. */
  ok: boolean;
  reason: string;
  move: string;
  /** Points an attack would write, printed less the neighbour's defences; null if it is no attack. */
  points: number | null;
  /** Coins it would bring at once, by the space's own effects. */
  coins: number;
  /** Fills: it is the last space of its building. Bonus: a bonus follows. */
  fills: boolean;
  bonus: boolean;
}

/** TrackView is an arrow: its spaces are marked in order, or in any. */
export interface TrackView {
  symbol: string;
  any_order: boolean;
  spaces: string[];
}

/** SpaceView is a space as printed. */
export interface SpaceView {
  space: string;
  cost: number;
  effects: EffectView[];
  /** Row and Col place it where a building is drawn as a grid; 0 otherwise. */
  row?: number;
  col?: number;
  /** Designed: no source prints it, it was made for this program. */
  designed?: boolean;
}

/** EffectView is an effect as printed; which fields it has depends on the type. */
export interface EffectView {
  type: string;
  amount?: number;
  coins?: number;
  points?: number;
  max?: number;
  resource?: string;
  colour?: string;
  die?: string;
  side?: string;
  buildings?: string[];
}

/** IncomeView is coins for choosing a die of a colour. */
export interface IncomeView {
  colour: string;
  coins: number;
}

/** CountView is how far a building is. */
export interface CountView {
  building: string;
  marked: number;
  spaces: number;
  full: boolean;
  points: number;
}

/** WrittenView is what an attack was written down as. */
export interface WrittenView {
  space: string;
  points: number;
}

/** BarracksView is one side of a city against the neighbour there. */
export interface BarracksView {
  building: string;
  /** Faces is the neighbour. */
  faces: number;
  attacks: number;
  attacks_of: number;
  defences: number;
  defences_of: number;
  /** Next is the next attack space on this side, with its printed points, the neighbour's defences facing it when the round began, and what it would write now; null if all are marked. */
  next: AttackView | null;
}

/** PriceView is a price in parts: Total is Die + Missing. */
export interface PriceView {
  /** Die is the cost of the die with discounts. */
  die: number;
  /** Needed are the resources that the space costs, Owned those one has, Missing the coins for the rest. */
  needed: number;
  owned: number;
  missing: number;
  total: number;
  /** Income comes from choosing the die, before paying. */
  income: number;
  /** After is the coins left, before what the space brings; negative if the seat cannot afford it. */
  after: number;
}

/** AttackView is an attack before it is made. */
export interface AttackView {
  space: string;
  printed: number;
  defences: number;
  points: number;
}
