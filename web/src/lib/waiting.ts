// The games that wait for the person: while the page is in front the server is asked now and then. The title and the icon tell how many there are, and the server knows
// that nobody needs to be called.

import { api, ApiError } from './api';
import { close, renew, told } from './push';
import { router } from './router.svelte';
import { session } from './session.svelte';
import { waiting } from './title.svelte';

const every = 30_000;

type Badging = { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

let shown = 0;

/** Show a number on the icon of the installed page, where there is one. The worker may have shown another, where it gets messages. */
function badge(n: number) {
  if (n === shown && !told()) return;
  shown = n;
  const b = navigator as Badging;
  void (n ? b.setAppBadge?.(n) : b.clearAppBadge?.())?.catch(() => {});
}

let refused = false;

async function look() {
  if (document.hidden || session.offline || refused) return;
  try {
    const { count, title, passkey } = await api.turns();
    // A passkey was added elsewhere: who is asked anew, and told.
    if ((passkey ?? 0) > (session.who?.passkeys_added?.at(-1)?.created ?? 0)) void session.load();
    waiting.n = title ? count : 0;
    badge(waiting.n);
    if (!count) await close('turns');
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    // Somebody who may not ask is not told more by asking again.
    refused = e.status === 401 || e.status === 403;
    // The session has ended: the server says why.
    if (e.status === 401) void session.load();
  }
}

/** A message that was pressed opens its page here. */
function went(e: MessageEvent) {
  const { go } = e.data ?? {};
  if (typeof go === 'string') router.go(go);
}

/** Ask while the page is open. */
export function watch() {
  refused = false;
  void look();
  void renew();
  const timer = setInterval(look, every);
  document.addEventListener('visibilitychange', look);
  navigator.serviceWorker?.addEventListener('message', went);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    navigator.serviceWorker?.removeEventListener('message', went);
    waiting.n = 0;
    badge(0);
  };
}
