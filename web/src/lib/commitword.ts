// What the last button of the action bar says where it does not play a move: in a puzzle it gives the answer.

import { getContext, setContext } from 'svelte';

const key = Symbol('commit word');

/** Set by the page that mounts the board. */
export function setCommitWord(word: () => string | undefined) {
  setContext(key, word);
}

/** Read by the action bar; at a table the button says what it does. */
export function getCommitWord(): () => string | undefined {
  return getContext<(() => string | undefined) | undefined>(key) ?? (() => undefined);
}
