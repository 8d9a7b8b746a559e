// What seats and bots are called.

import { has, p, t } from './i18n.svelte';
import type { Place } from './types';

// Bots have their own names, so that several of one level can be told apart.
const ancients = ['Hüpatia', 'Szolón', 'Livia', 'Thalész', 'Szapphó', 'Marcus', 'Niké'];
const ancientsEn = ['Hypatia', 'Solon', 'Livia', 'Thales', 'Sappho', 'Marcus', 'Nike'];

/** The strength of a bot in words. */
export function botName(bot: string | undefined): string {
  const key = `bots.${bot}`;
  return bot && has(key) ? t(key) : (bot ?? '');
}

/** The display name of a seat's holder. */
export function placeName(place: Place, lang: string): string {
  if (place.kind === 'open') return p('seat.open');
  if (place.kind === 'bot') return (lang === 'hu' ? ancients : ancientsEn)[place.seat % ancients.length];
  return place.name || p(place.person ? 'seat.former' : 'seat.nobody');
}

/** The address of somebody's profile. */
export const profilePath = (name: string) => `/p/${encodeURIComponent(name)}`;

/** Under the name: you, a bot and which, a person, away. */
export function placeRole(place: Place | undefined, mine: boolean, gone = false): string {
  if (!place) return '';
  if (place.holiday) return p('seat.holiday');
  if (place.away) return p('seat.away', { what: botName(place.bot) });
  if (mine) return p('seat.you');
  if (place.kind === 'bot') return p('seat.bot', { what: botName(place.bot) });
  if (gone) return p('seat.gone');
  return place.kind === 'program' ? p('seat.program') : p('seat.person');
}

/** The page of a tournament. */
export function tournamentPath(t: { id: string; kind: string }): string {
  return `/${t.kind === 'arena' ? 'a' : t.kind === 'duplicate' ? 'd' : 's'}/${encodeURIComponent(t.id)}`;
}

/** The address to which people are invited. */
export const tablePath = (id: string, game: string): string => `/${game === 'duplicate' ? 'd' : 't'}/${id}`;
