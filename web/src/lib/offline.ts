// Everything that is needed offline is fetched in the background once the first visit has been quiet for a while, but not where
// data costs money.

import { engines } from '../local/journal';

/** Data is to be saved, or the connection is slow. */
function sparing(): boolean {
  const c = (navigator as unknown as { connection?: { saveData?: boolean; effectiveType?: string; type?: string } }).connection;
  return !!c && (!!c.saveData || /2g/.test(c.effectiveType ?? '') || c.type === 'cellular');
}

const touches = ['pointerdown', 'keydown'] as const;

/** Ask the worker to keep all files of this build, once nothing has been pressed for so many milliseconds. */
export async function keepAll(quiet: number) {
  if (sparing()) return;
  let last = performance.now();
  const touched = () => (last = performance.now());
  for (const t of touches) addEventListener(t, touched, { passive: true, capture: true });
  while (performance.now() - last < quiet || document.hidden) await new Promise((r) => setTimeout(r, 1000));
  for (const t of touches) removeEventListener(t, touched, { capture: true });
  if (sparing()) return;
  (await navigator.serviceWorker.ready).active?.postMessage({ all: true, engines: await engines().catch(() => []) });
}
