// The page's part in a fair deal: it adds a random share once the server has committed itself, remembers both, and checks at the
// end that the deal was made of them (docs/api.md).

import { nonce } from './session.svelte';
import type { Table } from './types';

const place = 'mirabilia-deals';
/** Deals of so many tables are remembered; a game may last weeks. */
const most = 100;

interface Share {
  table: string;
  /** All that we gave: a command that was refused may have carried one that does not count. */
  nonces: string[];
  /** The server's commitment when we gave our share. */
  commit: string;
}

function remembered(): Share[] {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '[]');
  } catch {
    return [];
  }
}

/** A share for the deal of a table, drawn after the server's commitment was seen. */
export function share(table: { id: string; deal: { commit: string } }): string {
  const fresh = nonce();
  const before = remembered().find((x) => x.table === table.id);
  const mine: Share = { table: table.id, nonces: [...(before?.nonces ?? []), fresh].slice(-8), commit: before?.commit ?? table.deal.commit };
  try {
    localStorage.setItem(place, JSON.stringify([...remembered().filter((x) => x.table !== table.id), mine].slice(-most)));
  } catch {
    // Without storage the share still counts; it just cannot be checked from here.
  }
  return fresh;
}

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (x) => parseInt(x, 16));

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return [...sum].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** The seed that a secret, the seats' shares and a table's id make: each part is preceded by its length. */
export async function seedOf(secret: string, nonces: string[], table: string): Promise<string> {
  const parts = [bytes(secret), ...[...nonces, table].map((x) => new TextEncoder().encode(x))];
  return sha256(Uint8Array.from(parts.flatMap((x) => [x.length >> 8, x.length & 255, ...x])));
}

/**
 * Whether the deal of a finished game was fair: "fair" if it was made as announced and of our share, "open" if it was made as
 * announced and no share of this browser is in it, "broken" if something does not fit, null where it cannot be checked.
 */
export async function checkDeal(table: Table, seat: number): Promise<'fair' | 'open' | 'broken' | null> {
  const { commit, secret, nonces, seed } = table.deal;
  if (!secret || !nonces || !seed || !globalThis.crypto?.subtle) return null;
  if ((await sha256(bytes(secret))) !== commit || (await seedOf(secret, nonces, table.id)) !== seed) return 'broken';
  const mine = seat < 0 ? undefined : remembered().find((x) => x.table === table.id);
  if (!mine) return 'open';
  return mine.commit === commit && mine.nonces.includes(nonces[seat]) ? 'fair' : 'broken';
}
