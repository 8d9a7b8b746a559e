// What the action bar offers for the thing picked.

import type { Fx } from './face';
import type { Price } from './price';

/** One of several ways to carry out an action: which wonder, which god. */
export interface Choice {
  move: string;
  label: string;
  /** Drawn in place of the label, which is then said only to a screen reader: the cards paid. */
  fx?: Fx[];
  price?: Price;
  /** Why it cannot be done now. */
  reason?: string;
}

export interface Action {
  /** Stable name, so that a choice survives a change of language or of the view. */
  key: string;
  label: string;
  /** The verb alone, for the phone; the note then says the rest. */
  verb?: string;
  /** The exact result in a few words; gist is the same for the phone. */
  note?: string;
  gist?: string;
  /** The move it plays; an action with choices has none of its own. */
  move?: string;
  reason?: string;
  choices?: Choice[];
}

/** The moves an action can play now. */
export function possible(a: Action): string[] {
  if (a.reason) return [];
  if (a.choices) return a.choices.filter((c) => !c.reason).map((c) => c.move);
  return a.move ? [a.move] : [];
}
