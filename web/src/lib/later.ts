// Work that may wait until the browser has shown what a press asked for: a drawer opens at once, and fills in the frames after it.

import { flushSync } from 'svelte';

const waiting: (() => void)[] = [];
/** What comes when nothing waits any more. */
const last: (() => void)[] = [];
/** How long such work may take before the next frame, in ms; the browser needs as much again to lay out and paint what it made. */
const share = 4;

let asked = false;

/** After the next frame was shown: a frame's own callbacks run before it. */
function afterFrame() {
  if (asked || !(waiting.length + last.length)) return;
  asked = true;
  requestAnimationFrame(() => setTimeout(work));
}

function work() {
  asked = false;
  const began = performance.now();
  try {
    if (!waiting.length) for (const run of last.splice(0)) run();
    // What comes while this is done waits for the frame after it: each step of a chain has a frame of its own.
    for (let n = waiting.length; n > 0 && performance.now() - began < share; n--) flushSync(waiting.shift());
  } finally {
    afterFrame();
  }
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

/** Do this when a frame has been shown after the last thing that waited. */
export function atLast(run: () => void) {
  last.push(run);
  afterFrame();
}
