// What the page asks of a game's board. A board lives in its own folder, games/<id>/, and is loaded when a table
// of that game is opened. README.md says how one is added.

import type { Component, Snippet } from 'svelte';
import type { Fx } from '../lib/face';
import type { Price } from '../lib/price';
import type { GameEvent, Place } from '../lib/types';
import type { Telling } from '../lib/log';
import type { Motion } from '../lib/motion';
import type { DeskSize } from '../lib/screen.svelte';

/** What a board gets. V is the game's view struct as generated from Go. */
export interface BoardProps<V> {
  /** What this viewer may see; the board draws nothing else. */
  view: V;
  /** The viewer's seat: 0 to n-1, or -1 for a spectator or an open replay. */
  seat: number;
  /** The seat from whose side the board is drawn, where that is not the viewer's: on a device that lies between two players. */
  base?: number;
  /** Legal moves of the seat now, as text; empty when it owes nothing. */
  moves: string[];
  /** Seats that owe a decision. */
  owing: number[];
  /** Display names by seat. */
  names: string[];
  /** Who holds the seats: person or bot, which bot, away. */
  places: Place[];
  /** Seats whose players are here now; missing where nobody plays. */
  online?: number[];
  /** A command is on its way: keep the choice on screen, take no new one. */
  busy: boolean;
  /** The phone's shape; otherwise the desk's. */
  phone: boolean;
  /** Which of the game's tabs is open on the phone; "table" is the board itself. */
  tab: string;
  /** The cards nobody has seen may be listed; a table can be opened without that, to be played from memory. */
  unseen?: boolean;
  /** Send a move; the promise tells whether it was accepted. */
  play: (move: string) => Promise<boolean>;
  /** Take back a choice others have not answered; null when there is none. */
  withdraw: (() => void) | null;
  /** Keep the end screen back while the board still shows how the game ended. */
  hold?: (on: boolean) => void;
  /** What an idle bar says, where it is not simply another seat's turn. */
  idle?: string;
  /** What somebody else did last, in a sentence, if it was after this seat's last decision; for the idle bar. */
  news?: string;
  /** What the decision that led to this view brought. */
  events?: GameEvent[];
  /** The log with the chat box, for a desk board to place; the shell also has it in a drawer. */
  log: Snippet;
}

/** What a game's control in the header gets. */
export interface HeadProps<V> {
  view: V;
  seat: number;
  names: string[];
  phone: boolean;
}

/** The words of a tooltip, of the rules drawer and of the card browser. */
export interface Tip {
  title: string;
  /** Under the title: colour, age. */
  kind?: string;
  /** Sentences, the effect first. */
  lines: string[];
  /** Label and value: price now, chains to. */
  facts?: { label: string; value: string }[];
  /** Where the rules say more: an anchor of the game's rules page. */
  rule?: string;
}

/** One step of the first-game guide; texts are "<area>.guide.<n>". */
export interface GuideStep {
  /** The anchor (data-at or data-zone) it points to. */
  at: string;
  text: string;
  /** Its place comes later in the game: the guide goes on when it is there. */
  waits?: boolean;
}

/** A sign of the board, as a printed effect or a price badge, and what it means. */
export interface Sign {
  fx?: Fx[];
  price?: Price;
  text: string;
}

/** A group of things in the card browser. */
export interface Shelf {
  title: string;
  items: { id: string; name: string }[];
}

export interface GameModule<V = never> {
  Board: Component<BoardProps<V>>;
  /** The smallest window in which the board takes its desk shape, if not the usual 1280x720. */
  desk?: DeskSize;
  /** Areas of the locales that must be loaded: ["duel", "duel_board"]. */
  areas: string[];
  /** The header: the progress of the game ("Age II") and a softer second fact. */
  headline: (view: V, names: string[]) => { title: string; soft?: string };
  /** What the seat is asked in a few words, for the header's pill, when it owes a decision. */
  asks?: (view: V, seat: number) => string;
  /** Where the decision that a seat owes is not in sight, what leads there: the header's pill becomes a button. */
  leads?: (view: V, seat: number) => (() => void) | undefined;
  /** A control of the game's own in the header; on a phone it takes the place of the title. */
  Head?: Component<HeadProps<V>>;
  /** A board is opened, of this table or in this replay: what the game remembers of another one is forgotten. */
  opened?: () => void;
  /** What else the end tells, above the score sheet. */
  Ending?: Component<{ view: V; seat: number; names: string[] }>;
  /** The boards that a seat can give up alone, where there are several. */
  resigns?: (view: V, seat: number) => { board: number; label: string }[];
  /** Whether a seat must see now what others who share its device may not: then there is a curtain before it. */
  hidden?: (view: V, seat: number) => boolean;
  /** Whether a seat may look at something that these others may not see: on a shared device it is shown on request. The view is a spectator's. */
  peeks?: (view: V, seat: number) => boolean;
  /** The board can lie still between two players, and need not turn to the one who moves. */
  still?: boolean;
  /** Tabs of the phone between "table" and "log", at most two; unseen as in BoardProps. */
  tabs?: (view: V, unseen: boolean) => { key: string; icon: string; label: string }[];
  /** What an event makes move on the board, from the view before the decision to the one after it. */
  motions?: (e: GameEvent, look: { seat: number; before: V; view: V }) => Motion[];
  /** How the log tells of the game. */
  telling?: Telling;
  /** What a thing is, by the key of its data-tip; view is missing in the card browser. */
  describe: (key: string, look?: { seat: number; view: V; names: string[] }) => Tip | null;
  /** Everything there is in the game, for the card browser; Picture draws one of them. */
  shelves: () => Shelf[];
  Picture: Component<{ id: string }>;
  /** The legend: all signs that the board draws. */
  signs?: () => Sign[];
  /** The rules in our own words, as Markdown, by language. */
  rules: Record<'en' | 'hu', () => Promise<string>>;
  /** The first-game guide, or one for each way to play: key is under what name it is remembered as seen. */
  guide: GuideStep[] | ((view: V) => { key: string; steps: GuideStep[] });
}
