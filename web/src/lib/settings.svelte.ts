// What a person chose on this device: language, theme, motion. Kept in the browser, shared by its tabs.

import type { Catalogue } from './types';

export type Lang = 'en' | 'hu';
export type Theme = 'system' | 'day' | 'night';
export type Speed = 'off' | 'fast' | 'normal';
/** How fast bots' moves follow one another; "step" waits for a press after each. */
export type BotPace = 'fast' | 'usual' | 'slow' | 'step';

/** Live or at days per move, friendly or rated. */
export type Way = 'live' | 'days' | 'live-rated' | 'days-rated';

interface Stored {
  lang: Lang;
  theme: Theme;
  speed: Speed;
  bots: BotPace;
  /** A second click on the same card plays its first action. */
  quick: boolean;
  sound: boolean;
  /** Say the opponent's price on the cards of Duel. */
  prices: boolean;
  /** Tell the points so far. */
  points: boolean;
  /** How strong bots shall be; empty for the server's usual. */
  level: string;
  /** Whom the home page plays with: bots, or people in one of the ways of looking for them; empty for the server's usual. */
  against: '' | 'bots' | Way;
  /** Where games against bots are played: on this device if it can, or on the server. */
  engine: 'device' | 'server';
  /** Whether the curtain between people who share this device opens only for a long press. */
  hold: boolean;
  /** Whether the board turns to the player who moves, on a device that two share; null means on phones only. */
  turn: boolean | null;
  /** How the score pad asks for the points of 7 Wonders: category by category or player by player. */
  pad: 'category' | 'player';
  /** Games whose first-game guide was seen or skipped. */
  guided: string[];
}

const place = 'mirabilia';

function browserLang(): Lang {
  return navigator.languages?.some((l) => l.startsWith('hu')) ? 'hu' : 'en';
}

function load(): Stored {
  const usual: Stored = { lang: browserLang(), theme: 'system', speed: 'normal', bots: 'usual', quick: false, sound: false, prices: true, points: true, level: '', against: '', engine: 'device', hold: false, turn: null, pad: 'category', guided: [] };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(place) ?? '{}') };
  } catch {
    return usual;
  }
}

export const settings = $state(load());

function save() {
  try {
    localStorage.setItem(place, JSON.stringify(settings));
  } catch {
    // A browser without storage forgets the choice with the tab; nothing else depends on it.
  }
}

export function choose<K extends keyof Stored>(key: K, value: Stored[K]) {
  settings[key] = value;
  save();
  if (key === 'theme') applyTheme();
}

/** The bots that play a game, weakest first; those of most games if none is named. */
export function botsOf(catalogue: Catalogue | null, game = ''): string[] {
  return catalogue?.bots_of?.[game] ?? catalogue?.bots ?? [];
}

/** The bot to play against unless another is chosen: the one chosen last, if it plays the game, else the server's choice or the last. */
export function usualBot(catalogue: Catalogue | null, game = ''): string {
  const list = botsOf(catalogue, game);
  return [settings.level, catalogue?.default_bot ?? ''].find((b) => list.includes(b)) ?? list.at(-1) ?? '';
}

const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
const still = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;

function applyTheme() {
  const night = settings.theme === 'night' || (settings.theme === 'system' && !!dark?.matches);
  document.documentElement.dataset.theme = night ? 'night' : 'day';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', night ? '#1A2130' : '#FBF6EA');
}

/** How fast things move now: 0 not at all, else the factor for the times of the design. */
export function pace(): number {
  if (still?.matches || settings.speed === 'off') return 0;
  return settings.speed === 'fast' ? 0.5 : 1;
}

/** Follow the system's theme and what other tabs choose. */
export function watchSettings() {
  applyTheme();
  dark?.addEventListener('change', applyTheme);
  addEventListener('storage', (e) => {
    if (e.key !== place) return;
    Object.assign(settings, load());
    applyTheme();
  });
}
