// Tells when the page has drawn what it knows: what would keep the processor from it waits until then.

import { later } from './later';

/** How long the first board is waited for, in ms: a page without one has nothing to draw that takes long. */
const boardPatience = 4000;

let mounted: () => void;
const firstBoard = new Promise<void>((resolve) => (mounted = resolve));
let begun: Promise<void> | undefined;

/** A board is in the page; the browser draws it next. */
export const boardMounted = () => mounted();

/** Call back when the first board and all that came after it have been drawn. A page in the background draws nothing. */
export async function whenDrawn(tell: () => void): Promise<void> {
  begun ??= Promise.race([firstBoard, new Promise<void>((resolve) => setTimeout(resolve, boardPatience))]);
  await begun;
  if (document.hidden) tell();
  else later(tell);
}
