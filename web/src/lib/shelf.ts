// A shelf on this device: one object store of an IndexedDB database of its own. Nothing on it is sent anywhere.

/** Returns what asks the shelf; the request is done, and kept, when the promise is. */
export function shelf(database: string, store: string, options?: IDBObjectStoreParameters) {
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const r = indexedDB.open(database, 1);
      r.onupgradeneeded = () => r.result.createObjectStore(store, options);
      r.onsuccess = () => resolve(r.result);
      r.onerror = () => reject(r.error);
    });
  return async function ask<T>(mode: IDBTransactionMode, f: (s: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const db = await open();
    try {
      return await new Promise((resolve, reject) => {
        const tx = db.transaction(store, mode);
        const r = f(tx.objectStore(store));
        tx.oncomplete = () => resolve(r.result);
        tx.onabort = tx.onerror = () => reject(tx.error);
      });
    } finally {
      db.close();
    }
  };
}
