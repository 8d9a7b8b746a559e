// Proving who one is: by a passkey, once or again, and what to do when that is refused.

import { api, ApiError, refusalText } from '../lib/api';
import { get } from '../lib/passkeys';
import { session } from '../lib/session.svelte';
import { notes } from '../lib/toast.svelte';
import type { Session } from '../lib/types';

/** Use a passkey: null if its owner would rather not. */
export async function prove(): Promise<Session | null> {
  const { ceremony, options } = await api.beginPasskey('login');
  const response = await get(options as Record<string, unknown>);
  return response && (await api.usePasskey({ ceremony, response: response as never }));
}

/** Do something; what the server refuses is said. Null if it was not done. */
export async function attempt<T>(what: () => Promise<T>): Promise<T | null> {
  try {
    return await what();
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    // Whoever was signed out here meanwhile is told that, and not to give a name first.
    if (e.status === 401) {
      if (session.who) await session.load();
      if (session.ended) return null;
    }
    notes.show(refusalText(e.refused), 'bad');
    return null;
  }
}

/** Do something that may ask for the passkey again. Null if it was not done. */
export function proven<T>(what: () => Promise<T>): Promise<T | null> {
  return attempt(async () => {
    try {
      return await what();
    } catch (e) {
      if (!(e instanceof ApiError) || e.refused.reason !== 'passkey_again') throw e;
      return (await prove()) && (await what());
    }
  });
}
