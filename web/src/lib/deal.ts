// The page's part in a fair deal: it commits to a random share once the server has committed itself, reveals the share when
// everyone's commitment is final, remembers all of it, and checks at the end that the deal was made of it (docs/api.md).

import { nonce } from './session.svelte';
import { sha256 } from './sha256';
import type { Table } from './types';

const place = 'mirabilia-deals';
/** Deals of so many tables are remembered; a game may last weeks. */
const most = 100;
/** Stands for a seat that added nothing. */
const none = '-';

interface Share {
  table: string;
  /** All that we drew: a command that was refused may have carried one that does not count. */
  nonces: string[];
  /** The server's commitment when we drew the first. */
  commit: string;
  /** The seats' commitments when we revealed ours; never changed, because what is revealed is known. */
  seen?: string[];
}

type Dealt = Pick<Table, 'id' | 'deal'>;

function remembered(): Share[] {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '[]');
  } catch {
    return [];
  }
}

const shareOf = (table: Dealt) => remembered().find((x) => x.table === table.id);

function remember(mine: Share) {
  try {
    localStorage.setItem(place, JSON.stringify([...remembered().filter((x) => x.table !== mine.table), mine].slice(-most)));
  } catch {
    // Without storage the share still counts; it just cannot be checked from here.
  }
}

const text = (x: string) => new TextEncoder().encode(x);
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (x) => parseInt(x, 16));

/** A share for the deal of a table, drawn after the server's commitment was seen. */
export function share(table: Dealt): string {
  const fresh = nonce();
  const before = shareOf(table);
  remember({ table: table.id, commit: table.deal.commit, ...before, nonces: [...(before?.nonces ?? []), fresh].slice(-8) });
  return fresh;
}

/** A commitment to a share for the deal of a table. */
export function commitment(table: Dealt): string {
  return sha256(text(share(table)));
}

/** Whether the seat's commitment is one of this browser's: another device of the same person may have made it. */
export const isOurs = (table: Dealt, seat: number) => ourNonce(table, seat) !== undefined;

function ourNonce(table: Dealt, seat: number): string | undefined {
  const committed = table.deal.commitments?.[seat];
  return shareOf(table)?.nonces.find((x) => sha256(text(x)) === committed);
}

/** The share that our seat committed to, to be revealed now that the commitments of all are final; none if it is not ours. */
export function reveal(table: Dealt, seat: number): string | undefined {
  const mine = shareOf(table);
  const found = ourNonce(table, seat);
  if (mine && found) remember({ seen: table.deal.commitments, ...mine });
  return found;
}

/** The share of a seat that has nobody else's to wait for. Its commitment may still be on its way to the server. */
export function onlyShare(table: Dealt, seat: number): string {
  return reveal(table, seat) ?? shareOf(table)?.nonces.at(-1) ?? share(table);
}

/** The seed that a secret, the seats' shares and a table's id make: each part is preceded by its length. */
export function seedOf(secret: string, nonces: string[], table: string): string {
  const parts = [bytes(secret), ...[...nonces, table].map(text)];
  return sha256(Uint8Array.from(parts.flatMap((x) => [x.length >> 8, x.length & 255, ...x])));
}

export type Verdict = 'fair' | 'open' | 'uncommitted' | 'unrevealed' | 'left_out' | 'broken';

/**
 * Whether the deal of a finished game was fair. "fair": it was made as announced and of our share, and all shares were committed
 * to before ours was revealed. "open": it was made as announced, and no share of this browser is in it. "uncommitted": a share
 * may have been chosen after the others. "unrevealed": somebody's share is missing. "left_out": ours is. "broken": something
 * does not fit. null where there is nothing to check yet.
 */
export function checkDeal(table: Table, seat: number): Verdict | null {
  const { commit, secret, nonces, seed, commitments } = table.deal;
  if (!secret || !nonces || !seed) return null;
  const shares = nonces.map((nonce, i) => ({ nonce, commitment: commitments?.[i] ?? none }));
  const given = shares.filter((x) => x.nonce !== none);
  if (sha256(bytes(secret)) !== commit || seedOf(secret, nonces, table.id) !== seed) return 'broken';
  if (given.some((x) => x.commitment !== none && sha256(text(x.nonce)) !== x.commitment)) return 'broken';
  const mine = seat < 0 ? undefined : shareOf(table);
  if (!mine) return 'open';
  if (mine.commit !== commit) return 'broken';
  if (nonces[seat] === none) return 'left_out';
  if (!mine.nonces.includes(nonces[seat])) return 'broken';
  const seen = (i: number) => mine.seen?.[i] ?? none;
  if (shares.some((x, i) => seen(i) !== none && seen(i) !== x.commitment)) return 'broken';
  // A single share cannot have been chosen after another.
  if (given.length > 1 && shares.some((x, i) => x.nonce !== none && seen(i) === none)) return 'uncommitted';
  return shares.some((x) => x.nonce === none && x.commitment !== none) ? 'unrevealed' : 'fair';
}
