// Tells when the page has drawn what it knows: what would keep the processor from it waits until then.

import { atLast } from './later';
import { whenStill } from './motion';

/** How long the first board is waited for, in ms: a page without one has nothing to draw that takes long. */
const boardPatience = 4000;

let mounted: () => void;
const firstBoard = new Promise<void>((resolve) => (mounted = resolve));
let begun: Promise<void> | undefined;

/** A board is in the page; the browser draws it next. */
export const boardMounted = () => mounted();

let hiding: Promise<void> | undefined;

/** Resolves when the page, which is in front, goes to the background. */
const whenHidden = () =>
  (hiding ??= new Promise((resolve) =>
    document.addEventListener('visibilitychange', () => resolve((hiding = undefined)), { once: true }),
  ));

/** Call back when the first board and all that came after it have been drawn and nothing moves. A page in the background draws nothing. */
export async function whenDrawn(tell: () => void): Promise<void> {
  begun ??= Promise.race([firstBoard, new Promise<void>((resolve) => setTimeout(resolve, boardPatience))]);
  await begun;
  if (!document.hidden) await Promise.race([whenStill().then(() => new Promise<void>(atLast)), whenHidden()]);
  tell();
}
