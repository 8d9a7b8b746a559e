// What the score pad counts: for each game the fields that people enter, the points that follow from them, and the places.
// The rules are those of games/*/score.go; score.test.ts compares the two over finished games.

/** What was entered for one player: a number by field. A field that is not there has not been touched. */
export type Entry = Record<string, number>;

export interface Field {
  id: string;
  icon: string;
  kind: 'points' | 'count' | 'flag';
  min?: number;
  max?: number;
}

/** A row of the score sheet, in the order of the engine's categories. */
export interface Category {
  id: string;
  icon: string;
  colour: string;
  fields: Field[];
  points: (e: Entry) => number;
}

export type KindId = 'wonders' | 'duel' | 'pantheon' | 'architects' | 'dice';

export interface Kind {
  id: KindId;
  /** The engine's game, whose words the pad uses. */
  game: string;
  seats: [number, number];
  categories: Category[];
  /** What decides between equal points; more is better. */
  tie: (e: Entry) => number;
  tieBy: 'coins' | 'blue' | 'stages';
}

/** How a game of Duel was won; other games are always won by points. */
export type Way = 'points' | 'military' | 'science';

/** A game on the pad, as far as the result depends on it. */
export interface Sheet {
  kind: KindId;
  entries: Entry[];
  /** Duel: the zone of the conflict pawn, 1 to 3 towards the second player's capital, -1 to -3 towards the first's. */
  pawn?: number;
  way?: Way;
  /** Who won by military or scientific supremacy. */
  winner?: number;
}

export interface Outcome {
  /** Points by player and category. */
  parts: number[][];
  scores: number[];
  /** Places from 1; players who share a victory share its place. */
  places: number[];
  wonBy: 'points' | 'tie_break' | 'shared' | 'military' | 'science';
}

const value = (e: Entry, id: string) => e[id] ?? 0;
const thirds = (e: Entry) => Math.floor(value(e, 'coins') / 3);

/** A category whose points are entered as they are. */
function direct(id: string, icon: string, colour: string, min = 0): Category {
  return { id, icon, colour, fields: [{ id, icon, kind: 'points', min }], points: (e) => value(e, id) };
}

const coins: Category = { id: 'coins', icon: 'two-coins', colour: 'yellow', fields: [{ id: 'coins', icon: 'two-coins', kind: 'count' }], points: thirds };

export const symbols = ['compass', 'gear', 'tablet'] as const;

const identical = (n: number[]) => n.reduce((sum, x) => sum + x * x, 0) + 7 * Math.min(...n);

/** Where free science symbols are worth most: the symbols with them, and the points. */
export function science(e: Entry): { counts: number[]; points: number } {
  let best = { counts: symbols.map((s) => value(e, s)), points: -1 };
  const place = (counts: number[], free: number, from: number) => {
    if (free === 0) {
      const points = identical(counts);
      if (points > best.points) best = { counts, points };
      return;
    }
    for (let i = from; i < counts.length; i++) place(counts.map((n, k) => (k === i ? n + 1 : n)), free - 1, i);
  };
  place(best.counts, value(e, 'free'), 0);
  return best;
}

/** Conflict tokens by their points; with war_sum their sum is entered instead. */
const conflicts: Category = {
  id: 'conflicts',
  icon: 'swords',
  colour: 'red',
  fields: [
    { id: 'war1', icon: 'shield', kind: 'count', max: 2 },
    { id: 'war3', icon: 'shield', kind: 'count', max: 2 },
    { id: 'war5', icon: 'shield', kind: 'count', max: 2 },
    { id: 'lost', icon: 'broadsword', kind: 'count', max: 6 },
  ],
  points: (e) => value(e, 'war1') + 3 * value(e, 'war3') + 5 * value(e, 'war5') - value(e, 'lost'),
};

/** What each zone of the military track is worth to the one who leads. */
export const zones = [0, 2, 5, 10];

const duel: Category[] = [
  // The pawn is entered for both at once: see points below.
  { id: 'military', icon: 'shield', colour: 'red', fields: [], points: () => 0 },
  direct('blue', 'g-blue', 'blue'),
  direct('green', 'g-green', 'green'),
  direct('yellow', 'g-yellow', 'yellow'),
  direct('purple', 'g-purple', 'purple'),
  direct('wonders', 'great-pyramid', 'brown'),
  direct('progress', 'lotus', 'green'),
  coins,
];

const templePoints = [0, 5, 12, 21];

/** Points of the stages of each wonder of Architects, in the order of their costs. */
export const stages: Record<string, number[]> = {
  alexandria: [4, 3, 6, 5, 7],
  babylon: [3, 0, 5, 5, 7],
  ephesos: [3, 3, 4, 5, 7],
  gizah: [4, 5, 6, 7, 8],
  halicarnassus: [3, 3, 6, 5, 7],
  olympia: [3, 2, 5, 5, 7],
  rhodes: [4, 4, 5, 6, 7],
};
export const stageCosts = ['2 ≠', '2 =', '3 ≠', '3 =', '4 ≠'];
const wonderIds = Object.keys(stages);

/** The wonder of a player of Architects. */
export const wonderOf = (e: Entry) => wonderIds[value(e, 'wonder')] ?? wonderIds[0];
export const wonderNumber = (id: string) => wonderIds.indexOf(id);

const built = (e: Entry) => [1, 2, 3, 4, 5].filter((n) => value(e, `stage${n}`)).length;

/** Tokens that are worth points; of Culture a player may have two. */
export const scoringTokens = ['decor', 'politics', 'strategy', 'education', 'culture'];

/** A player has at least the tokens that were named. */
const tokenCount = (e: Entry) => Math.max(value(e, 'tokens'), scoringTokens.reduce((n, id) => n + value(e, id), 0));

/** What a token of Architects is worth; both Cultures together. */
export function tokenPoints(e: Entry, token: string): number {
  if (!value(e, token)) return 0;
  switch (token) {
    case 'decor':
      return built(e) === 5 ? 6 : 4;
    case 'politics':
      return value(e, 'vp2cat');
    case 'strategy':
      return value(e, 'victories');
    case 'education':
      return 2 * tokenCount(e);
    default:
      return value(e, token) > 1 ? 12 : 4;
  }
}

export const kinds: Record<KindId, Kind> = {
  wonders: {
    id: 'wonders',
    game: 'wonders',
    seats: [3, 7],
    categories: [
      direct('wonder', 'great-pyramid', 'brown'),
      coins,
      conflicts,
      direct('blue', 'g-blue', 'blue'),
      direct('yellow', 'g-yellow', 'yellow'),
      {
        id: 'green',
        icon: 'g-green',
        colour: 'green',
        fields: [...symbols.map((id): Field => ({ id, icon: id === 'compass' ? 'dividers' : id, kind: 'count' })), { id: 'free', icon: 'star', kind: 'count', max: 4 }],
        points: (e) => science(e).points,
      },
      direct('purple', 'g-purple', 'purple'),
    ],
    tie: (e) => value(e, 'coins'),
    tieBy: 'coins',
  },
  duel: { id: 'duel', game: 'duel', seats: [2, 2], categories: duel, tie: (e) => value(e, 'blue'), tieBy: 'blue' },
  pantheon: {
    id: 'pantheon',
    game: 'duel',
    seats: [2, 2],
    categories: [
      ...duel,
      { id: 'temples', icon: 'greek-temple', colour: 'brown', fields: [{ id: 'temples', icon: 'greek-temple', kind: 'count', max: 3 }], points: (e) => templePoints[value(e, 'temples')] },
      direct('divinities', 'lightning', 'purple'),
    ],
    tie: (e) => value(e, 'blue'),
    tieBy: 'blue',
  },
  architects: {
    id: 'architects',
    game: 'architects',
    seats: [2, 7],
    categories: [
      {
        id: 'wonder',
        icon: 'great-pyramid',
        colour: 'brown',
        fields: [{ id: 'wonder', icon: 'great-pyramid', kind: 'count', max: 6 }, ...[1, 2, 3, 4, 5].map((n): Field => ({ id: `stage${n}`, icon: 'check', kind: 'flag' }))],
        points: (e) => stages[wonderOf(e)].reduce((sum, x, i) => sum + x * value(e, `stage${i + 1}`), 0),
      },
      {
        id: 'blue',
        icon: 'g-blue',
        colour: 'blue',
        fields: [
          { id: 'vp3', icon: 'laurels', kind: 'count' },
          { id: 'vp2cat', icon: 'bastet', kind: 'count' },
        ],
        points: (e) => 3 * value(e, 'vp3') + 2 * value(e, 'vp2cat'),
      },
      { id: 'military', icon: 'swords', colour: 'red', fields: [{ id: 'victories', icon: 'swords', kind: 'count' }], points: (e) => 3 * value(e, 'victories') },
      { id: 'cat', icon: 'bastet', colour: 'yellow', fields: [{ id: 'cat', icon: 'bastet', kind: 'flag' }], points: (e) => 2 * value(e, 'cat') },
      {
        id: 'progress',
        icon: 'lotus',
        colour: 'green',
        fields: [...scoringTokens.map((id): Field => ({ id, icon: 'lotus', kind: id === 'culture' ? 'count' : 'flag', max: id === 'culture' ? 2 : 1 })), { id: 'tokens', icon: 'lotus', kind: 'count' }],
        points: (e) => scoringTokens.reduce((sum, token) => sum + tokenPoints(e, token), 0),
      },
    ],
    tie: built,
    tieBy: 'stages',
  },
  dice: {
    id: 'dice',
    game: 'dice',
    seats: [2, 7],
    categories: [
      direct('wonder', 'great-pyramid', 'brown'),
      direct('barracks_west', 'shield', 'red'),
      direct('barracks_east', 'shield', 'red'),
      {
        id: 'agora',
        icon: 'g-blue',
        colour: 'blue',
        fields: [
          { id: 'agora', icon: 'g-blue', kind: 'points' },
          { id: 'first_agora', icon: 'flag', kind: 'flag' },
        ],
        points: (e) => value(e, 'agora') + 3 * value(e, 'first_agora'),
      },
      direct('market', 'g-yellow', 'yellow'),
      direct('university', 'g-green', 'green'),
      direct('guild', 'g-purple', 'purple'),
      direct('statue_park', 'stone-bust', 'grey'),
    ],
    tie: (e) => value(e, 'coins'),
    tieBy: 'coins',
  },
};

/** Fields beside the categories: what only a tie asks for. */
export const extras: Partial<Record<KindId, Field[]>> = { dice: [{ id: 'coins', icon: 'two-coins', kind: 'count' }] };

/** Points of a player in a category, the pawn of Duel included. */
export function points(s: Sheet, player: number, c: Category): number {
  if (c.id === 'military' && !c.fields.length) {
    const pawn = (s.pawn ?? 0) * (player === 0 ? 1 : -1);
    return pawn > 0 ? zones[pawn] : 0;
  }
  return c.points(s.entries[player]);
}

/** The result as it would be if nothing more were entered. */
export function outcome(s: Sheet): Outcome {
  const kind = kinds[s.kind];
  const parts = s.entries.map((_, i) => kind.categories.map((c) => points(s, i, c)));
  const scores = parts.map((p) => p.reduce((sum, n) => sum + n, 0));
  if (s.way && s.way !== 'points') return { parts, scores, places: scores.map((_, i) => (i === (s.winner ?? 0) ? 1 : 2)), wonBy: s.way };
  const tie = s.entries.map(kind.tie);
  const places = scores.map((n, i) => 1 + scores.filter((m, k) => m > n || (m === n && tie[k] > tie[i])).length);
  const first = scores.filter((n) => n === Math.max(...scores)).length;
  const winners = places.filter((n) => n === 1).length;
  return { parts, scores, places, wonBy: winners > 1 ? 'shared' : first > 1 ? 'tie_break' : 'points' };
}
