// The pick of a board: the thing pressed, and the move that Confirm would play. All boards share it, so that picking,
// a second press, giving up, a single legal move and committing behave alike everywhere.

import { untrack } from 'svelte';
import { settings } from './settings.svelte';

/** What a pick depends on; read again whenever it matters. */
export interface Question {
  /** The decision the pick belongs to. Another value drops the pick; views that only tell what others did keep it. */
  asks: unknown;
  /** Legal moves of the seat now. */
  moves: string[];
  busy: boolean;
  /** Send a move; the promise tells whether it was accepted. */
  play: (move: string) => Promise<boolean>;
  /** The thing on the board that a move is about, where the board marks one. */
  thingOf?: (move: string) => string | null;
}

export class Pick {
  /** What was pressed on the board, by the board's own name for it; it may be a thing that cannot be played now. */
  thing = $state<string | null>(null);
  /** The move that Confirm would play. */
  chosen = $state<string | null>(null);

  #question: () => Question;
  /** The only move that was offered already, so that a player who gave it up is not offered it again. */
  #offered = '';
  /** Counts the decisions, so that an answer that comes late drops nothing of the next one. */
  #decision = 0;

  constructor(question: () => Question) {
    this.#question = question;
    const asks = $derived(question().asks);
    $effect.pre(() => {
      void asks;
      untrack(() => this.drop());
      this.#offered = '';
      this.#decision++;
    });
    $effect.pre(() => {
      if (this.chosen !== null && !question().moves.includes(this.chosen)) this.chosen = null;
    });
    // A single legal move is chosen already, so that Enter plays it.
    $effect(() => {
      const { moves, busy, thingOf } = question();
      void asks;
      const only = moves.length === 1 ? moves[0] : '';
      if (busy || only === this.#offered) return;
      this.#offered = only;
      if (only) untrack(() => this.choose(only, thingOf?.(only) ?? null));
    });
  }

  get empty(): boolean {
    return this.thing === null && this.chosen === null;
  }

  /**
   * Handle a press on a thing with its moves, of which the first is chosen. A second press plays what is
   * chosen, for players who want that; otherwise it gives the pick up.
   */
  press(thing: string, moves: string[], again = this.thing === thing) {
    if (again) {
      if (settings.quick && this.chosen !== null) void this.commit();
      else this.drop();
      return;
    }
    this.choose(moves[0] ?? null, thing);
  }

  choose(move: string | null, thing: string | null = this.thing) {
    this.chosen = move;
    this.thing = thing;
  }

  drop() {
    this.choose(null, null);
  }

  /** Give the pick up; false if there is none. */
  cancel(): boolean {
    if (this.empty) return false;
    this.drop();
    return true;
  }

  /** Play the chosen move. The pick stays on screen until the move is accepted, and is kept if it is refused. */
  async commit() {
    const { busy, play } = this.#question();
    if (this.chosen === null || busy) return;
    const decision = this.#decision;
    if ((await play(this.chosen)) && decision === this.#decision) this.drop();
  }
}
