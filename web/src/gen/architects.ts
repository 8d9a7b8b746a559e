// Written by web/typegen from the Go structs; change those and run "make gen".

/** View is what a seat, a spectator or everyone after the game may see. All of it is public but for the top of the central deck, which is shown to those who looked at it with the cat, and, where the table plays so, the cards that Halicarnassus looks at. */
export interface View {
  /** Turn is the seat whose turn it is; it owes every decision. */
  turn: number;
  /** Phase is what that seat must decide: "draw" a card; "act": build, exchange a set, take an extra card or end the turn; "take_any": Alexandria takes from any deck; "pick" a progress token; "look": Halicarnassus looks into a deck; "keep": Halicarnassus takes one of the cards looked at; "over". */
  phase: string;
  /** Ended says why the game is over: "wonder", "decks" (all empty) or "no_draw"; empty before. */
  ended: string;
  seats: SeatView[];
  decks: DeckView[];
  discard: CardCount[];
  progress: ProgressView;
  conflict: ConflictView;
  /** Cat is the holder of the cat pawn. */
  cat: number | null;
  /** For is the seat that Takes, the offers of Progress and Look speak of: the one that sees this view, or the one whose turn it is when a spectator sees it. */
  for: number;
  /** Takes are the decks that this seat may take from, now or as its next main draw: left, central, right; all decks of the table when Alexandria takes. Empty decks are included. */
  takes: TakeView[];
  /** Look is what Halicarnassus looks at, while it chooses. */
  look: LookView | null;
  /** Builds are the payments that are legal now, by stage. */
  builds: BuildView[];
  /** Exchanges are the sets of symbols that may be exchanged now. */
  exchanges: ExchangeView[];
  /** ExtraDraws is how many cards may still be taken by tokens this turn. */
  extra_draws: number;
  /** End says whether the turn may be ended now. */
  end: boolean;
}

/** SeatView is a player's side of the table. */
export interface SeatView {
  wonder: string;
  built: number;
  stages: StageView[];
  cards: CardCount[];
  /** Shields now; Standing are the cards and effects among them that survive a battle. */
  shields: number;
  standing: number;
  /** Left and Right are the neighbours, and how a battle against them would end now. */
  left: Rival;
  right: Rival;
  /** Spoils are the victory tokens that a battle would give now. */
  spoils: number;
  victories: number;
  tokens: TokenView[];
  cat: boolean;
  /** KnowsTop reports whether this seat has looked at the card that is on top of the central deck now. */
  knows_top: boolean;
  score: ScoreView;
}

/** DeckView is a deck: those of the wonders in the order of seats, then the central one. */
export interface DeckView {
  deck: string;
  /** Owner is the seat whose wonder's deck it is; the central deck has none. */
  owner: number | null;
  left: number;
  /** Top is the uppermost card if the viewer knows it, else empty. */
  top: string;
  /** Cards is what is left in it, the top included. */
  cards: CardCount[];
}

/** CardCount is a number of equal cards. */
export interface CardCount {
  card: string;
  n: number;
}

/** ProgressView is the supply of progress tokens. */
export interface ProgressView {
  /** FaceUp are the three places; empty ones hold no token. */
  face_up: OfferView[];
  pile: number;
  /** Hidden is what lies in the pile, in no order. */
  hidden: string[];
}

/** ConflictView are the conflict tokens. */
export interface ConflictView {
  total: number;
  flipped: number;
  /** Battle reports whether one takes place at the end of this turn. */
  battle: boolean;
}

/** TakeView is a card that may be taken. */
export interface TakeView {
  deck: string;
  /** Side is "left", "right", "central", or "far" for decks that only Alexandria reaches. */
  side: string;
  left: number;
  /** Legal reports whether the seat may take it at this moment. */
  legal: boolean;
  /** Card is what taking it does, if the viewer knows the card. */
  card: Prospect | null;
  /** Odds are the cards it may be, if the viewer does not know it. */
  odds: Prospect[];
}

/** LookView are the cards that Halicarnassus looks at. */
export interface LookView {
  deck: string;
  /** N is how many cards it looks at. */
  n: number;
  /** Cards are those the viewer may see: all, or the top alone. */
  cards: Prospect[];
}

/** BuildView is a legal payment for a stage. */
export interface BuildView {
  /** Move is what to play. */
  move: string;
  stage: number;
  points: number;
  pay: CardCount[];
  /** Economy reports whether one coin counts twice, Engineering that the cards do not fit the cost. */
  economy: boolean;
  engineering: boolean;
}

/** ExchangeView is a legal exchange of a set. */
export interface ExchangeView {
  move: string;
  set: string;
  pay: CardCount[];
}

/** StageView is a stage of a wonder and what is missing for it. */
export interface StageView {
  /** Stage is its number, 1 to 5 in the order of costs. */
  stage: number;
  count: number;
  identical: boolean;
  points: number;
  ability: boolean;
  /** Row from the bottom and Column from the left are its place in the wonder. */
  row: number;
  column: number;
  /** State is "built", "payable" (open, and the cards suffice), "open" or "shut" (stages below are missing). */
  state: string;
  /** Missing is how many cards are wanted besides those at hand, tokens that help counted; 0 if built. */
  missing: number;
  /** Helps are the cards of which one more brings an open stage nearer. */
  helps: string[];
}

/** Rival is a neighbour in war. */
export interface Rival {
  seat: number;
  shields: number;
  /** Result of a battle now: "win", "lose" or "tie". */
  result: string;
}

/** TokenView is a progress token that a player owns. */
export interface TokenView {
  token: string;
  /** State within the turn: "ready" (its extra draw may be taken), "used", or "". */
  state: string;
  /** Points it would be worth if the game ended now; the second Culture is worth what it adds to the first. */
  points: number;
}

/** ScoreView is the score so far, as the end of the game would count it. */
export interface ScoreView {
  wonder: number;
  blue: number;
  military: number;
  cat: number;
  progress: number;
  total: number;
}

/** OfferView is a token that lies face up. */
export interface OfferView {
  token: string;
  /** Points are what it would add to the score now. */
  points: number;
}

/** Prospect is what a card would do if the seat took it now. */
export interface Prospect {
  card: string;
  /** N is how many of it are left in the deck, or among the cards looked at. */
  n: number;
  /** Points of a blue card. */
  points: number;
  /** Cat reports whether the pawn would come to the seat, From from whom if someone else has it. */
  cat: boolean;
  from: number | null;
  /** Shields is what a red card adds, Flips the conflict tokens it turns, Battle that the last one is turned. */
  shields: number;
  flips: number;
  battle: boolean;
  /** Spoils are the victory tokens the seat would get in that battle. */
  spoils: number;
  /** Stages that could be paid then. */
  stages: StageProspect[];
  /** Sets of symbols that could be exchanged then. */
  sets: string[];
  /** Ready is the token that would give an extra draw, if any. */
  ready: string;
}

/** StageProspect is a stage that a card lets the seat build. */
export interface StageProspect {
  stage: number;
  points: number;
  ability: boolean;
  /** New reports whether it could not be paid without the card. */
  new: boolean;
  /** Completes reports whether it is the last stage of the wonder. */
  completes: boolean;
}
