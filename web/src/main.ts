import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/card.css';
import './styles/layout.css';
import App from './App.svelte';
import { needTexts } from './lib/i18n.svelte';
import { session } from './lib/session.svelte';
import { settings, watchSettings } from './lib/settings.svelte';

watchSettings();
document.documentElement.lang = settings.lang;

await Promise.all([needTexts('page', 'common', 'bots'), session.load()]);
mount(App, { target: document.getElementById('app')! });

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');
