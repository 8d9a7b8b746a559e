// Boards without a server, from the fixtures of each game: /dev.html?f=duel/age2&lang=hu&theme=night&tab=city. Only in
// development.
import { mount } from 'svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/card.css';
import '../styles/layout.css';
import { placeSprite } from '../art/sprite';
import { needTexts } from '../lib/i18n.svelte';
import { settings, watchSettings } from '../lib/settings.svelte';
import Dev from './Dev.svelte';

const q = new URLSearchParams(location.search);
if (q.get('lang')) settings.lang = q.get('lang') as 'en';
if (q.get('theme')) settings.theme = q.get('theme') as 'day';
void placeSprite();
watchSettings();
document.documentElement.lang = settings.lang;
await needTexts('page', 'common', 'bots');
mount(Dev, { target: document.getElementById('app')!, props: { fixture: q.get('f') ?? '' } });
