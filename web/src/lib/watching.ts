// Whether the board is only looked at: by a spectator, in a replay, or after the end. Then nothing is offered that cannot be done.

import { getContext, setContext } from 'svelte';

const key = Symbol('watching');

/** Said by whoever puts up the board. */
export function setWatching(watching: () => boolean) {
  setContext(key, watching);
}

/** Asked by the parts of a board; a board that stands alone is played. */
export function getWatching(): () => boolean {
  return getContext<(() => boolean) | undefined>(key) ?? (() => false);
}
