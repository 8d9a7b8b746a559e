// Where tables are played: on a server, or on this device. Both answer the same requests and tell the same messages, so
// everything above this line is written once. A table's id says where it is.

import type { CommandData, Envelope } from './types';

export type Link = 'connecting' | 'live' | 'lost' | 'closed';

/** What a follower of a table wants to hear. */
export interface Follow {
  message: (m: Envelope) => void;
  link: (state: Link) => void;
  /** The table would not have us, or did not answer: the follower may ask why. */
  failed: () => void;
  /** The last seq that was taken in; -1 for none. */
  since: () => number;
  /** The time of the line under that number; 0 if it is not known. */
  at?: () => number;
}

/** A table that is being followed. */
export interface Following {
  /** Ask something of the table; resolves when it is done and durable, with the number of the update that will tell of it. */
  send(type: string, data?: CommandData): Promise<number>;
  /** Begin anew from where we are. */
  resync(): void;
  close(): void;
}

/** One of the people who share a device. */
export interface Person {
  id: string;
  name: string;
}

export interface Backend {
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
  follow(table: string, on: Follow): Following;
}

/** Tables of a device have ids that begin like this (api.DevicePrefix). */
export const devicePrefix = 'here-';

export const onDevice = (table: string) => table.startsWith(devicePrefix);

const mark = 'mirabilia-here';

/** Note that there are tables on this device. */
export function markHere() {
  try {
    localStorage.setItem(mark, '1');
  } catch {
    // Without storage the device keeps no tables either.
  }
}

/** Whether there may be tables on this device: if not, nothing is loaded to list them. */
export function anyHere(): boolean {
  try {
    return localStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}
