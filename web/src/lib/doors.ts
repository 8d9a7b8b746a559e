// The game cards (doors) of the home page. Pantheon is an option of Duel with its own card.

import type { CreateTable, Info } from './types';

export interface Door {
  id: 'wonders' | 'duel' | 'pantheon' | 'architects' | 'dice';
  game: string;
  /** The option that must be on. */
  needs?: string;
  minutes: number;
  /** Seats of a quick game. */
  seats: number;
  /** Its board can list the cards nobody has seen. */
  unseen?: boolean;
}

export const doors: Door[] = [
  { id: 'wonders', game: 'wonders', minutes: 30, seats: 4 },
  { id: 'duel', game: 'duel', minutes: 30, seats: 2, unseen: true },
  { id: 'pantheon', game: 'duel', needs: 'pantheon', minutes: 40, seats: 2, unseen: true },
  { id: 'architects', game: 'architects', minutes: 25, seats: 3 },
  { id: 'dice', game: 'dice', minutes: 25, seats: 3 },
];

/** The options of a door. */
export function doorOptions(d: Door): Record<string, string> {
  return d.needs ? { [d.needs]: 'true' } : {};
}

/** The door of a table, by its game and options. */
export function doorOf(game: string, options: Record<string, string> | undefined): Door {
  const fits = doors.filter((d) => d.game === game && (!d.needs || options?.[d.needs] === 'true'));
  return fits.find((d) => d.needs) ?? fits[0] ?? doors[0];
}

/** A table against bots, to be started at once. */
export function quickTable(d: Door, info: Info, bot: string): CreateTable {
  const seats = Math.min(info.max_seats, Math.max(info.min_seats, d.seats));
  // A random seat decides who begins.
  const seat = Math.floor(Math.random() * seats);
  return {
    game: d.game,
    seats,
    options: doorOptions(d),
    clock: { kind: 'none' },
    public: false,
    rated: false,
    hide_unseen: false,
    seat,
    bots: Array.from({ length: seats }, (_, i) => (i === seat ? '' : bot)),
  };
}
