// Written by web/typegen from the Go structs; change those and run "make gen".

/** View is the table as one viewer may see it. Cards, boards, stages and powers are given by their ids. */
export interface View {
  /** Eye is the seat that looks, nil for a spectator or an open table. */
  eye: number | null;
  /** Phase is "sides", "turn", "last_card", "discards" or "over". */
  phase: string;
  age: number;
  turn: number;
  turns: number;
  /** Pass is where the hands go after this turn: "left", "right", or "" when they do not. */
  pass: string;
  owing: number[];
  /** Actor is the seat that acts alone in the phases "last_card" and "discards". */
  actor: number | null;
  /** Sale is what a sold card brings, in coins. */
  sale: number;
  discard: Discard;
  players: Player[];
}

/** Discard is the pile, face down. */
export interface Discard {
  count: number;
  /** Cards are shown to the seat that looks through them to build one, and on an open table; else null. */
  cards: Find[];
  /** Decline is the move that takes none, for the seat that looks. */
  decline?: string;
  /** Known are the cards that the viewer has seen on their way there, or when it looked. */
  known: string[];
}

/** Player is one seat with its city. */
export interface Player {
  seat: number;
  coins: number;
  /** Shields are the strength in conflicts. */
  shields: number;
  board: string;
  /** Side is "day", "night", or "" before it is chosen. */
  side: string;
  stages: Stage[];
  /** City has one column for each colour, cards in the order they were built. */
  city: Column[];
  makes: Ware[];
  science: Science;
  /** Tokens are the conflict tokens in the order they were won and lost, War their sum. */
  tokens: number[];
  war: number;
  /** Left and Right are what this seat has to do with its neighbours. */
  left: Neighbour;
  right: Neighbour;
  /** PassTo is the seat that gets this hand after the turn; nil when hands are not passed. */
  pass_to: number | null;
  hand_size: number;
  committed: boolean;
  /** Hand is shown to its holder, and on an open table; else null. */
  hand: Offer[];
  /** Recall is what the viewer remembers of a hand that it has held before. */
  recall: Recall | null;
  /** Choice is what the seat has committed to, shown to itself. */
  choice: Choice | null;
  /** Last is what the seat did last. */
  last: Deed | null;
  /** Score is what the city is worth now: total, and parts in the order of the game's categories. */
  score: Score;
}

/** Find is a card of the pile. */
export interface Find {
  card: string;
  /** Copies is how many there are. */
  copies: number;
  /** State is "free", or "built" if the city has one of that name. */
  state: string;
  gain: Gain;
  /** Move takes it; empty if it cannot be taken. */
  move?: string;
}

/** Stage is a stage of a wonder. */
export interface Stage {
  id: string;
  number: number;
  /** State is "built", "next" or "later". */
  state: string;
  /** Card is the one tucked under a built stage, as far as the viewer knows it. */
  card?: string;
  /** Badge is the price of the next stage for its owner, Gain what it brings. */
  badge: Badge | null;
  gain: Gain | null;
}

/** Column is the cards of one colour in a city. */
export interface Column {
  colour: string;
  cards: string[];
}

/** Ware is a source of resources: units of one kind, or one unit of any of several. */
export interface Ware {
  options: string[];
  units: number;
  /** Price of a unit for the neighbour that it is listed for; 0 where it is one's own. */
  price?: number;
}

/** Science is what a city has of it. Choices count as whatever is best at the end. */
export interface Science {
  compass: number;
  gear: number;
  tablet: number;
  choices: number;
  points: number;
}

/** Neighbour is the neighbour of a seat, as that seat sees it. */
export interface Neighbour {
  seat: number;
  sells: Ware[];
  /** War is how the conflict between them would end now: "win", "lose" or "tie" with Token as the gain. */
  war: string;
  token: number;
}

/** Offer is a card of a hand with all that can be done with it. */
export interface Offer {
  card: string;
  badge: Badge;
  gain: Gain;
  /** LeadsTo are the cards that it makes free. */
  leads_to: string[];
  /** Build and Stage are the ways to pay for building it, or the next stage with it, cheapest first; empty if that is impossible. */
  build: Payment[];
  stage: Payment[];
  /** Sell is the move that sells it; empty when it is not the time. */
  sell?: string;
}

/** Recall is what is known of a hand: it is made of these cards, but for Gone of them that have been tucked or sold unseen. */
export interface Recall {
  cards: string[];
  gone: number;
}

/** Choice is a committed choice. */
export interface Choice {
  /** Kind is "build", "stage", "sell" or "side". */
  kind: string;
  card?: string;
  side?: string;
  left: number;
  right: number;
  move: string;
}

/** Deed is what a seat did: "build" a card, "stage", "sell", or "take" a card from the discard pile. */
export interface Deed {
  kind: string;
  age: number;
  turn: number;
  /** Card is the card built or taken, and the one tucked or sold as far as the viewer knows it. */
  card?: string;
  stage?: string;
}

/** Score is a total with its parts. */
export interface Score {
  total: number;
  parts: number[];
}

/** Gain is what building something brings at once, counted on the cities as they are: coins, shields, and points on top of the present score, coins apart. */
export interface Gain {
  coins: number;
  shields: number;
  points: number;
}

/** Badge is the price of something for one seat. */
export interface Badge {
  /** State is "free" (it costs nothing), "chain", "power", "production" (covered by the own city), "trade" (coins must be paid), "too_dear", "no_seller" (nobody has what is missing) or "built" (the name is in the city). */
  state: string;
  /** Price is the least total, of which Left and Right go to the neighbours and Bank to the bank. */
  price: number;
  left: number;
  right: number;
  bank: number;
  /** Short is how many coins are missing if the seat cannot afford it. */
  short?: number;
  /** By is the card of the chain or the power that makes it free. */
  by?: string;
}

/** Payment is one way to pay. */
export interface Payment {
  left: number;
  right: number;
  bank: number;
  total: number;
  /** Move does it. */
  move: string;
}
