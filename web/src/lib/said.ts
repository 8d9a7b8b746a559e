// What can be done about a line of the chat: its author can be muted, blocked and reported.

/** Under which the page of a table offers it to the log. */
export const saidKey = Symbol('said');

export interface Said {
  /** The name of the author of a line; undefined if it is one's own. */
  by: (n: number) => string | undefined;
  /** Ask what to do about it. */
  ask: (n: number) => void;
}
