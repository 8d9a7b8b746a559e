// The game cards (doors) of the home page. Pantheon is an option of Duel with its own card. A game that the page knows
// nothing of gets a plain card.

import { has, t } from './i18n.svelte';
import type { ClockSettings, CreateTable, Info } from './types';

export interface Door {
  /** Its texts are "page.door.<id>" and "page.promise.<id>", its picture art/doors/<id>.svg. */
  id: string;
  game: string;
  /** The option that must be on. */
  needs?: string;
  /** How long a game takes, if known. */
  minutes?: number;
  /** Seats of a quick game. */
  seats: number;
  /** Its board can list the cards nobody has seen. */
  unseen?: boolean;
  /** The clock that is offered first, if not none. */
  clock?: ClockSettings;
}

export const doors: Door[] = [
  { id: 'wonders', game: 'wonders', minutes: 30, seats: 4 },
  { id: 'duel', game: 'duel', minutes: 30, seats: 2, unseen: true },
  { id: 'pantheon', game: 'duel', needs: 'pantheon', minutes: 40, seats: 2, unseen: true },
  { id: 'architects', game: 'architects', minutes: 25, seats: 3 },
  { id: 'dice', game: 'dice', minutes: 25, seats: 3 },
];

const longer: ClockSettings = { kind: 'live', base: 1500, increment: 10 };

/** Other ways to play what has a card: not on the home page, but where a table is opened. */
export const variants: (Door & { of: string })[] = [
  { of: 'duel', id: 'duplicate', game: 'duplicate', minutes: 60, seats: 2, unseen: true, clock: longer },
  { of: 'pantheon', id: 'duplicate_pantheon', game: 'duplicate', needs: 'pantheon', minutes: 80, seats: 2, unseen: true, clock: longer },
];

const known: Door[] = [...doors, ...variants];

const plain = (game: string): Door => ({ id: game, game, seats: 2 });

/** The doors of the games that a server offers, those of games that have no card of their own last. */
export function doorsFor(games: Info[]): Door[] {
  const own = doors.filter((d) => games.some((g) => g.id === d.game && (!d.needs || g.options.some((o) => o.key === d.needs))));
  return [...own, ...games.filter((g) => !doors.some((d) => d.game === g.id)).map((g) => plain(g.id))];
}

/** The doors with the other ways to play them, each after its own; what is only an option of such a way is chosen there. */
export function withVariants(list: Door[], more: Info[]): Door[] {
  return list.flatMap((d) => [d, ...variants.filter((v) => v.of === d.id && !v.needs && more.some((g) => g.id === v.game))]);
}

/** The door with an id. */
export const doorById = (id: string): Door | undefined => known.find((d) => d.id === id);

/** Whether finished games of a kind can be analysed. */
export const analysed = (game: string): boolean => !variants.some((v) => v.game === game);

/** The door whose picture a door has. */
export const pictured = (id: string): string => variants.find((v) => v.id === id)?.of ?? id;

/** The name of a door; one without a text shows its id. */
export function doorName(id: string): string {
  return has(`page.door.${id}`) ? t(`page.door.${id}`) : id;
}

/** What a door promises, if anything. */
export function doorPromise(id: string): string {
  return has(`page.promise.${id}`) ? t(`page.promise.${id}`) : '';
}

/** The options of a door. */
export function doorOptions(d: Door): Record<string, string> {
  return d.needs ? { [d.needs]: 'true' } : {};
}

/** The door of a table, by its game and options. */
export function doorOf(game: string, options: Record<string, string> | undefined): Door {
  const fits = known.filter((d) => d.game === game && (!d.needs || options?.[d.needs] === 'true'));
  return fits.find((d) => d.needs) ?? fits[0] ?? plain(game);
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
