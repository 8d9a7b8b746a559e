// The journals of this device's tables in IndexedDB. A batch is one transaction: it is written whole, durably, and only if the
// table's last entry is the one it follows. Used by the worker that plays the tables; the page only lists.

import type { TableSummary } from '../lib/types';

/** What one append adds to a table; see table.Batch in Go. */
export interface Batch {
  table: string;
  last: number;
  entries: string[];
  rewrite: boolean;
  base: number;
  snapshot: Uint8Array | null;
  summary: string;
  /** The summary as lists show it. */
  shown: string;
}

interface Row {
  id: string;
  last: number;
  snapshot: Uint8Array | null;
  snapshotAt: number;
  summary: string;
  shown: string;
  /** The engine that the table was opened with, by its address, and the edition of the rules it plays by. */
  engine: string;
  rules: string;
}

interface Entry {
  table: string;
  n: number;
  text: string;
}

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const r = indexedDB.open('mirabilia-tables', 1);
    r.onupgradeneeded = () => {
      r.result.createObjectStore('tables', { keyPath: 'id' });
      r.result.createObjectStore('entries', { keyPath: ['table', 'n'] });
    };
    r.onsuccess = () => {
      // A later version of the page may want to change the database: it must not wait for this one.
      r.result.onversionchange = () => r.result.close();
      r.result.onclose = () => (opened = null);
      resolve(r.result);
    };
    r.onerror = () => reject(r.error);
  }).catch((e) => {
    opened = null;
    throw e;
  });
  return opened;
}

const got = <T>(r: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    r.onsuccess = () => resolve(r.result);
    r.onerror = () => reject(r.error);
  });

/** Run f in one transaction and wait until it is durable. f may only wait for requests of the transaction. */
async function within<T>(mode: IDBTransactionMode, f: (tables: IDBObjectStore, entries: IDBObjectStore) => Promise<T>): Promise<T> {
  const db = await database();
  const tx = db.transaction(['tables', 'entries'], mode, { durability: 'strict' });
  const done = new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new DOMException('the transaction was given up', 'AbortError'));
  });
  try {
    const answer = await f(tx.objectStore('tables'), tx.objectStore('entries'));
    await done;
    return answer;
  } catch (e) {
    try {
      tx.abort();
    } catch {
      // It has ended already.
    }
    await done.catch(() => {});
    throw e;
  }
}

const of = (table: string, after = 0) => IDBKeyRange.bound([table, after], [table, Infinity], true);

/** Make a batch durable; true if another was first. */
export function append(b: Batch, engine: string): Promise<boolean> {
  return within('readwrite', async (tables, entries) => {
    const row = (await got(tables.get(b.table))) as Row | undefined;
    if ((row?.last ?? 0) !== b.last) return true;
    if (b.rewrite) await got(entries.delete(of(b.table)));
    const first = b.rewrite ? b.base : b.last;
    // A taken key refuses the whole batch.
    for (const [i, text] of b.entries.entries()) await got(entries.add({ table: b.table, n: first + 1 + i, text } satisfies Entry));
    const last = first + b.entries.length;
    const saved = b.snapshot ? { snapshot: b.snapshot, snapshotAt: last } : b.rewrite ? { snapshot: null, snapshotAt: 0 } : { snapshot: row?.snapshot ?? null, snapshotAt: row?.snapshotAt ?? 0 };
    await got(tables.put({ id: b.table, last, ...saved, summary: b.summary, shown: b.shown, engine: row?.engine ?? engine, rules: row?.rules ?? JSON.parse(b.entries[0] ?? '{}').rules ?? '' } satisfies Row));
    return false;
  });
}

/** What is kept of a table; null if there is none. */
export function load(table: string): Promise<{ snapshot: Uint8Array | null; entries: string[]; summary: string } | null> {
  return within('readonly', async (tables, entries) => {
    const row = (await got(tables.get(table))) as Row | undefined;
    if (!row) return null;
    const list = (await got(entries.getAll(of(table, row.snapshotAt)))) as Entry[];
    return { snapshot: row.snapshot, entries: list.map((e) => e.text), summary: row.summary };
  });
}

/** Whether a table is on this device. */
export function has(table: string): Promise<boolean> {
  return within('readonly', async (tables) => (await got(tables.count(table))) > 0).catch(() => false);
}

export function entries(table: string, after: number): Promise<string[]> {
  return within('readonly', async (_, list) => ((await got(list.getAll(of(table, after)))) as Entry[]).map((e) => e.text));
}

/** Forget a table; true if it has gone on since. */
export function drop(table: string, last: number): Promise<boolean> {
  return within('readwrite', async (tables, list) => {
    const row = (await got(tables.get(table))) as Row | undefined;
    if (row && row.last !== last) return true;
    await got(list.delete(of(table)));
    await got(tables.delete(table));
    return false;
  });
}

/** The tables of this device as lists show them, the latest first. */
export async function listed(): Promise<TableSummary[]> {
  const rows = (await within('readonly', (tables) => got(tables.getAll()))) as Row[];
  return rows.map((r) => JSON.parse(r.shown) as TableSummary).sort((a, b) => b.updated - a.updated);
}

/** The engine and rules of a table that is being played; null if there is none. */
export function origin(table: string): Promise<{ engine: string; rules: string; game: string } | null> {
  return within('readonly', async (tables) => {
    const row = (await got(tables.get(table))) as Row | undefined;
    const shown = row && (JSON.parse(row.shown) as TableSummary);
    return row && shown?.status === 'playing' ? { engine: row.engine, rules: row.rules, game: shown.game } : null;
  });
}

/** The engines that unfinished tables were opened with, which must be kept for them. */
export async function engines(): Promise<string[]> {
  const rows = (await within('readonly', (tables) => got(tables.getAll()))) as Row[];
  return [...new Set(rows.filter((r) => (JSON.parse(r.shown) as TableSummary).status === 'playing').map((r) => r.engine))];
}
