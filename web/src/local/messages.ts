// What the page and the worker that plays the tables say to each other. A worker that does not lead passes the same messages
// on to the one that does.

import type { Person } from '../lib/backend';

/** From the page; n numbers what is asked. */
export type Ask =
  | { n: number; kind: 'ask'; method: string; path: string; body: string; person: Person }
  | { n: number; kind: 'follow'; table: string; since: number; person: Person }
  | { n: number; kind: 'command'; table: string; command: string; person: Person }
  | { n: number; kind: 'unfollow' };

/** From the page to its own worker: it has drawn what it was told. */
export type Drawn = { kind: 'drawn' };

/** To the page. */
export type Told =
  | { n: number; kind: 'answer'; status: number; body: string }
  | { n: number; kind: 'message'; text: string }
  | { n: number; kind: 'ended' }
  /** A bot is to think: the page says when it has drawn what it was told. */
  | { kind: 'draw' }
  /** How much of the engine has been fetched, from 0 to 1. */
  | { kind: 'progress'; part: number }
  /** The engine cannot be had; nothing will be answered. */
  | { kind: 'failed'; why: string }
  /** Another tab has taken over: this worker is of no use any more. */
  | { kind: 'replaced' };
