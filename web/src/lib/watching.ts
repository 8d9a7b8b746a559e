// Whether the board is only looked at: by a spectator, in a replay, or after the end. Then nothing is offered that cannot be done.

import { getContext, setContext } from 'svelte';

const key = Symbol('watching');

/** Set by the page that mounts the board. */
export function setWatching(watching: () => boolean) {
  setContext(key, watching);
}

/** Read by the parts of a board; a board by itself is played. */
export function getWatching(): () => boolean {
  return getContext<(() => boolean) | undefined>(key) ?? (() => false);
}
