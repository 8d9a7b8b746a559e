// Analyses that this device has computed, in IndexedDB: the work goes on where it was left.

import type { Mga } from './mga';

export interface Kept {
  analysis: Mga;
  complete: boolean;
  /** The address of the engine that found it: another one may find otherwise. */
  engine?: string;
}

const shelf = 'analysis';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const r = indexedDB.open('mirabilia-study', 1);
    r.onupgradeneeded = () => r.result.createObjectStore(shelf);
    r.onsuccess = () => resolve(r.result);
    r.onerror = () => reject(r.error);
  });
}

async function ask<T>(mode: IDBTransactionMode, f: (s: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const db = await open();
    try {
      return await new Promise((resolve, reject) => {
        const tx = db.transaction(shelf, mode);
        const r = f(tx.objectStore(shelf));
        tx.oncomplete = () => resolve(r.result);
        tx.onabort = tx.onerror = () => reject(tx.error);
      });
    } finally {
      db.close();
    }
  } catch {
    return undefined; // a browser that keeps nothing computes again
  }
}

export const kept = (table: string) => ask<Kept | undefined>('readonly', (s) => s.get(table));
export const keep = (table: string, k: Kept) => ask('readwrite', (s) => s.put(k, table));
