// Work that may wait until the browser has shown what a press asked for: a drawer opens at once, and fills in the frames after it.

import { flushSync } from 'svelte';

const waiting: (() => void)[] = [];
/** How long such work may take before the next frame, in ms; the browser needs as much again to lay out and paint what it made. */
const share = 4;

let asked = false;

/** After the next frame was shown: a frame's own callbacks run before it. */
function afterFrame() {
  if (asked || !waiting.length) return;
  asked = true;
  requestAnimationFrame(() => setTimeout(work));
}

function work() {
  asked = false;
  const began = performance.now();
  while (waiting.length && performance.now() - began < share) flushSync(waiting.shift());
  afterFrame();
}

/** Do this after the next frame, in turn with what waits already. What it returns calls it off. */
export function later(run: () => void): () => void {
  waiting.push(run);
  afterFrame();
  return () => {
    const at = waiting.indexOf(run);
    if (at >= 0) waiting.splice(at, 1);
  };
}
