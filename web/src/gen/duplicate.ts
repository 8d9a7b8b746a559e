// Written by web/typegen from the Go structs; change those and run "make gen".

/** Match is what a seat, a spectator or the open viewer sees of a match. Inside the view of a board seats are those of the board; everywhere else they are those of the table. */
export interface Match {
  boards: MatchBoard[];
  /** Sum of the points of both boards now, from the side of seat 0. It follows from what everyone sees; pages leave it out while a rated match is played. */
  sum: number;
  /** Supremacies are the boards won by war or science, by seat. They decide when the sum is 0. */
  supremacies: number[];
}

/** MatchBoard is one board of a match. */
export interface MatchBoard {
  /** Board is its number, 1 or 2. */
  board: number;
  /** Seats are the seats of the table by those of the board: on the second board they are swapped. */
  seats: number[];
  /** State is "open" (its seat must decide), "waiting" (it is a whole turn ahead of the other board) or "over". */
  state: string;
  /** Turn is how many turns are complete. A turn is the run of decisions of one seat: extra turns and choices belong to it. */
  turn: number;
  /** Owing is the seat of the table that decides next on this board, also while it waits; null when it is over. */
  owing: number | null;
  /** Points that the board gives now, from the side of seat 0: -30 to 30. */
  points: number;
  /** View is the board as the viewer sees it. Its moves are to be played with the board's number before them: "1:b:walls". */
  view: View;
  /** Outcome is null until the board is over. */
  outcome: BoardOutcome | null;
}

/** View is what a seat, a spectator or the open viewer sees of a game. Nearly everything in Duel lies open to both players; hidden are the faces of cards lying face down, the draw of The Great Library, and in Pantheon the divinities chosen in secret. Things are named by their ids, seats by their number. Lists that can be empty are never null. */
export interface View {
  options: Settings;
  /** Phase is "draft", "turn" (a main action is owed), "choice" (an effect asks) or "over". */
  phase: string;
  /** Age is 1 to 3; 0 while wonders are drafted before the first structure is laid out. */
  age: number;
  /** CardsLeft in the structure. */
  cards_left: number;
  /** Active is the seat that decides; null when the game is over. */
  active: number | null;
  /** Choice is what is asked of the active seat, when it is no main action. */
  choice: Choice | null;
  /** Draft is null once all wonders are drafted. */
  draft: Draft | null;
  /** Structure holds the twenty slots of the age, row by row from the far row; empty before it is laid out. */
  structure: Slot[];
  /** Unseen are the cards nobody has seen yet, by the four or five kinds of backs. */
  unseen: Unseen[];
  seats: SeatView[];
  /** Tokens on the board, and in the box (known to all by elimination). */
  tokens: string[];
  tokens_box: string[];
  track: Track;
  /** Discard pile, in the order of the card list. */
  discard: string[];
  /** WondersBuilt by both seats together, of WondersLimit. */
  wonders_built: number;
  wonders_limit: number;
  /** WondersBox are the wonders out of play; empty during the draft, when they are not known. */
  wonders_box: string[];
  /** Outcome is null until the game is over. */
  outcome: Outcome | null;
  /** Pantheon is null without the expansion. */
  pantheon: PantheonView | null;
}

/** BoardOutcome is how a board ended. One that was given up stays as it was, and its view does not say that it is over. */
export interface BoardOutcome {
  /** Winners are seats of the table. */
  winners: number[];
  /** WonBy is one of Duel's ways to win, or "resignation" or "time". */
  won_by: string;
  /** Points that the board gives seat 0; seat 1 loses as many. */
  points: number;
}

/** Settings are the options the game is played with. */
export interface Settings {
  first_game: boolean;
  centre_pawn_start: string;
  pantheon: boolean;
  zeus_takes_token: boolean;
}

/** Choice is a decision that an effect asks for. */
export interface Choice {
  /** Kind of the choice: "draft", "token" (for a pair), "destroy", "revive", "library", "begin", and with Pantheon "uncover", "place", "enki", "nisaba", "baal", "zeus", "anubis", "isis", "ra", "minerva", "neptune_remove", "neptune_apply", "gate", "deck", "divinity", "order". */
  kind: string;
  seat: number;
  /** Options are the legal answers; empty for viewers that may not know them. */
  options: Answer[];
  /** Secret reports whether only the seat that chooses knows the options. */
  secret: boolean;
}

/** Draft is the state of the choosing of wonders. */
export interface Draft {
  /** Pool is what can be taken now. */
  pool: string[];
  /** Round is 1 or 2; Order are the seats that take from this round's four, Picked how many are taken. */
  round: number;
  order: number[];
  picked: number;
}

/** Slot is one place of the structure. */
export interface Slot {
  /** Place names it in moves: "row-4-col-1". Row 1 is the far row, Col counts half cards. */
  place: string;
  row: number;
  col: number;
  /** Taken slots are empty and say nothing more. */
  taken: boolean;
  /** Back is "age-1", "age-2", "age-3", "guild" or "grand-temple"; Card is empty while face down. */
  back: string;
  card: string;
  face_up: boolean;
  /** Accessible cards can be taken. CoveredBy are the places that still lie on the others. */
  accessible: boolean;
  covered_by: string[];
  /** Uncovers are the places that become accessible when this card is taken now. */
  uncovers: string[];
  /** Prices to build it, by seat; null while face down. */
  prices: (Price | null)[];
  /** After is what building it now would bring the active seat; null unless that is legal. */
  after: After | null;
  /** Wins is, by seat, how building the card would win on the spot, whether or not the seat can reach and pay it now: "military", "science" or empty. */
  wins: string[];
  /** Token lying on the card (Pantheon): a mythology id, or "offering-2" to "offering-4". */
  token: string;
}

/** Unseen is the cards of one back that nobody has seen. */
export interface Unseen {
  back: string;
  cards: string[];
  /** FaceDown of them lie or will lie in a structure, the rest is out of the game. */
  face_down: number;
}

/** SeatView is one player's side of the table. */
export interface SeatView {
  coins: number;
  /** DiscardGain is what discarding a card would bring now. */
  discard_gain: number;
  goods: Good[];
  /** Makers are the cards and wonders that give a resource of choice. */
  makers: Maker[];
  /** City holds the built cards by colour, always the same columns. */
  city: Column[];
  science: Science;
  /** Tokens are the progress tokens held. */
  tokens: string[];
  wonders: WonderView[];
  wonders_built: number;
  /** Score so far, as if the game ended now. */
  score: Score;
  /** Steps the pawn needs to the opponent's capital. */
  steps_to_win: number;
  /** With Pantheon: divinities activated, mythology tokens, offering tokens, and the coins on Astarte. */
  divinities: string[];
  mythology: string[];
  offerings: string[];
  purse: number;
}

/** Track is the military track, seen from seat 0: positive means the pawn is on seat 1's half. */
export interface Track {
  pawn: number;
  /** Leader is the seat ahead, null at the centre; VP is what its lead is worth now. */
  leader: number | null;
  vp: number;
  loot: Loot[];
  /** Minerva is the space of the Minerva pawn (Pantheon), null when it is not on the track. */
  minerva: number | null;
}

/** Outcome is how the game ended. */
export interface Outcome {
  winners: number[];
  won_by: string;
}

/** PantheonView is the board of the expansion. */
export interface PantheonView {
  /** Spaces 1 to 6, from seat 0's end to seat 1's. */
  spaces: Space[];
  /** Decks of divinities, by mythology. */
  decks: Deck[];
  /** Enki are the progress tokens lying on Enki. */
  enki: string[];
  /** Shown are the divinities turned up by the Gate or the Divine Theater while one is being chosen and carried out. */
  shown: string[];
  /** Snake is the green card with the Snake token; empty if it is not placed. */
  snake: string;
}

/** Answer is one legal answer to a choice. */
export interface Answer {
  /** Move is the text to play. */
  move: string;
  /** What is the card, wonder, token, divinity, place or loot token it names; With a second one (the wonder for Isis, the Pantheon space for a placed divinity). For "begin" What is "seat-0" or "seat-1". */
  what: string;
  with: string;
}

/** Price is what a seat pays to build a card or wonder, and why. */
export interface Price {
  /** Total coins, and whether the seat has them now; Short is how many coins it lacks. */
  total: number;
  affordable: boolean;
  short: number;
  /** Printed coins of the cost, to the bank. */
  printed: number;
  /** Trade is what must be bought; its coins go to the opponent if ToOpponent, else to the bank. */
  trade: Purchase[];
  to_opponent: boolean;
  /** Covered are the resources not paid for, and by what. */
  covered: Cover[];
  /** Free says why nothing is paid: "none" (no cost), "chain", "mythology" (token for a Grand Temple), "production" (own goods and discounts cover all); empty if coins are paid. */
  free: string;
  /** By is the card that gives the chain, the mythology of the token, or "engineering" where that token sets the price to 1. */
  by: string;
}

/** After is what an action brings at once, the price included. */
export interface After {
  /** Coins the active seat gains (negative: pays on balance) and what its opponent gains or loses. */
  coins: number;
  opponent_coins: number;
  /** Pawn is where the conflict pawn would be. */
  pawn: number;
  /** Pair is the symbol whose pair it completes, which earns a progress token. */
  pair: string;
  /** Again: another turn follows. */
  again: boolean;
  /** Wins is "military" or "science" if it wins on the spot. */
  wins: string;
}

/** Good is one resource as a seat makes and buys it. */
export interface Good {
  resource: string;
  /** Made by brown and grey cards for each construction. */
  made: number;
  /** Price of one unit bought; Fixed if a card sets it to 1. */
  price: number;
  fixed: boolean;
}

/** Maker gives one unit of one of its resources for each construction. */
export interface Maker {
  by: string;
  resources: string[];
}

/** Column is the built cards of one colour. */
export interface Column {
  colour: string;
  cards: string[];
}

/** Science is the symbols of a seat. */
export interface Science {
  /** Distinct symbols; six win. */
  distinct: number;
  symbols: SymbolCount[];
}

/** WonderView is a wonder in front of a seat. */
export interface WonderView {
  wonder: string;
  built: boolean;
  /** Card is the card under a built wonder. */
  card: string;
  /** Price for its owner; null when built. */
  price: Price | null;
  /** Again: building it now would give another turn (as long as cards are left). */
  again: boolean;
  /** After is what building it now would bring the active seat; null unless that is legal. */
  after: After | null;
}

/** Score is the points of a seat by category, in the order of the game's categories. */
export interface Score {
  total: number;
  parts: Part[];
}

/** Loot is one of the four military tokens. */
export interface Loot {
  id: string;
  /** Seat loses Coins when the pawn first comes into From..To on its half. */
  seat: number;
  coins: number;
  from: number;
  to: number;
  taken: boolean;
}

/** Space is one space of the Pantheon. */
export interface Space {
  space: number;
  /** State is "empty", "face_down", "face_up". */
  state: string;
  /** Card is the divinity or "gate"; empty if the viewer does not know it. Mythology is its back. */
  card: string;
  mythology: string;
  /** Costs to activate it, by seat. */
  costs: Activation[];
  /** Payments are the legal ways for the active seat to activate it now. */
  payments: Payment[];
  /** After is what activating it now would bring the active seat at once; null if it cannot be activated, and for the Gate, which nobody can foresee. */
  after: After | null;
}

/** Deck is the divinities of one mythology that are not in play. */
export interface Deck {
  mythology: string;
  size: number;
  /** Cards from the top as the viewer knows them; empty strings are unknown. */
  cards: string[];
  /** Unknown are the divinities whose place the viewer does not know: each lies in the deck or face down on a space with this back. */
  unknown: string[];
}

/** Purchase is some units of one resource bought at the same price. */
export interface Purchase {
  resource: string;
  units: number;
  each: number;
  coins: number;
}

/** Cover is some units of one resource that cost nothing. */
export interface Cover {
  resource: string;
  units: number;
  /** By is "production" (brown and grey cards), "choice" (a card or wonder with a choice of resources) or the token of the discount, "masonry" or "architecture". */
  by: string;
}

/** SymbolCount is how often a seat has one symbol; all seven are listed. */
export interface SymbolCount {
  symbol: string;
  count: number;
}

/** Part is the points of one category. */
export interface Part {
  category: string;
  points: number;
}

/** Activation is what activating the card of a space costs a seat. */
export interface Activation {
  /** Printed cost of the space, doubled for the Gate; Total is less the Sanctuary's discount. */
  printed: number;
  total: number;
  /** Best is the least coins it can cost with all offering tokens of the seat. */
  best: number;
  /** Affordable with the coins at hand and all offering tokens. */
  affordable: boolean;
}

/** Payment is one way to pay for an activation. */
export interface Payment {
  /** Move is the text to play. */
  move: string;
  offerings: string[];
  coins: number;
}
