// Tells when the page has drawn a board for the first time: what would keep the processor from it waits until then.

import { later } from './later';

let tell: () => void;

/** Resolves when a board has been drawn, with all its parts. */
export const firstBoard = new Promise<void>((resolve) => (tell = resolve));

/** A board is in the page; the browser draws it next. */
export const boardMounted = () => void later(tell);
