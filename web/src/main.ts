import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/card.css';
import './styles/layout.css';
import './styles/forced.css';
import App from './App.svelte';
import { needTexts } from './lib/i18n.svelte';
import { session } from './lib/session.svelte';
import { settings, watchSettings } from './lib/settings.svelte';

watchSettings();
document.documentElement.lang = settings.lang;

await Promise.all([needTexts('page', 'common', 'bots', 'server'), session.load()]);
mount(App, { target: document.getElementById('app')! });

/** The worker that caches the page for offline use; it is told which files were loaded before it started. */
async function keepPage() {
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType('resource').map((r) => r.name));
}
if ('serviceWorker' in navigator && import.meta.env.PROD) void keepPage();
