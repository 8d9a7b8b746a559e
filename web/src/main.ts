import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/card.css';
import './styles/layout.css';
import './styles/forced.css';
import App from './App.svelte';
import { placeSprite } from './art/sprite';
import { needTexts } from './lib/i18n.svelte';
import { session } from './lib/session.svelte';
import { settings, watchSettings } from './lib/settings.svelte';

void placeSprite();
watchSettings();
document.documentElement.lang = settings.lang;

await Promise.all([needTexts('page', 'common', 'bots'), session.load()]);
mount(App, { target: document.getElementById('app')! });

/** A visit is left alone for so long before the rest of the page is fetched for offline use; tests do not wait. */
const quiet = (globalThis as { mirabiliaQuiet?: number }).mirabiliaQuiet ?? 10_000;

/** The worker that keeps the page for offline use. It is told which files were loaded before it started. */
async function keepPage() {
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ loaded: performance.getEntriesByType('resource').map((r) => r.name) });
  setTimeout(async () => {
    try {
      await (await import('./lib/offline')).keepAll(quiet);
    } catch {
      // The network is gone: the next visit tries again.
    }
  }, quiet);
}
if ('serviceWorker' in navigator && import.meta.env.PROD) void keepPage();
