import '@testing-library/svelte/vitest';
import { needTexts } from '../lib/i18n.svelte';
import { settings } from '../lib/settings.svelte';

settings.lang = 'en';
await needTexts('page', 'common', 'bots', 'server', 'duel', 'duel_board');
