// Answers of a server on which many people have played for long, for the walks of the pages that show them.

const day = 24 * 3600 * 1000;
const begun = Date.UTC(2026, 2, 1);
const names = ['Maximilián Wellington', 'Krisztina Sára Zsófia', 'Wilhelmina van der Woude', 'Bo', 'Klára', 'Imre', 'Judit', 'Hanna', 'Géza', 'Réka'];
const bots = [1024, 1197, 1361, 1500, 1682, 1797, 1905, 2013].map((points, i) => ({ level: i + 1, points }));
const score = (game, points, more = {}) => ({ game, points, margin: 74, provisional: false, games: 214, won: 122, place: 12, of: 148, change: 31, ...more });

const place = (seat, name, more = {}) => ({ seat, kind: 'person', person: `p${seat}`, name, kept: true, ...more });
const finished = (n, game, places, more = {}) => ({
  table: { id: `t${n}`, game, seats: places.length, clock: { kind: 'live', base: 900, increment: 5 }, public: true, rated: true, hide_unseen: false, status: 'finished', owner: 'p0', places, owing: [], decision: 60, winners: [n % 2], won_by: 'points', standings: places.map((_, i) => i + 1), scores: places.map((_, i) => 61 - i), created: begun, updated: begun + n * day, seat: null, your_turn: false, ...more },
  seat: 0,
  rated: n % 3 > 0,
  change: n % 2 ? -9 : 12,
});

export const profile = {
  person: 'p0',
  name: names[0],
  since: begun,
  you: false,
  friend: 'wanted',
  here: true,
  table: 't9',
  playing: 'pantheon',
  may_ask: true,
  played: 50,
  finished: 49,
  scores: [score('architects', 1490, { provisional: true, games: 5, won: 2, place: 0 }), score('duel', 1655), score('pantheon', 1610), score('wonders', 1712)],
  recent: [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
    n % 3 === 2 ? finished(n, 'wonders', names.slice(0, 7).map((x, i) => place(i, x))) : finished(n, 'duel', [place(0, names[0]), place(1, n % 2 ? names[2] : '', n % 2 ? {} : { kept: false })], n === 3 ? { won_by: 'military', scores: undefined, standings: undefined } : {}),
  ),
};

export const profileGame = (game) => ({
  game,
  history: game === 'dice' ? [] : Array.from({ length: 120 }, (_, n) => ({ at: begun + 2 * n * day, points: Math.round(1500 + 155 * (n / 119) + 40 * Math.sin(n / 5)), margin: Math.round(74 + 600 / (n + 1)) })),
  bots,
  played: 120,
  ways: game === 'wonders' ? [] : [{ won_by: 'points', won: 41, lost: 30 }, { won_by: 'military', won: 17, lost: 21 }, { won_by: 'science', won: 12, lost: 5 }, { won_by: 'resignation', won: 2, lost: 3 }],
  places: game === 'wonders' ? [30, 40, 20, 15, 8, 4, 3] : [],
  against_bots: 88,
  won_against_bots: 51,
  both: { won: 7, lost: 5, shared: 1, last: ['won', 'won', 'lost', 'shared', 'lost'], chance: 46 },
});

const ranked = (n) => ({ ...score('duel', 1932 - 12 * n, { place: n + 1, games: 402 - n, won: 271 - n, change: n % 3 ? 18 - n : 0 }), name: names[n % names.length] + (n < names.length ? '' : ` ${n}`), you: false });

export const ranks = (game) => ({ game, people: Array.from({ length: 50 }, (_, n) => ({ ...ranked(n), game })), page: 1, pages: 3, of: 148, others: 37, few: false, you: { ...ranked(77), game, you: true }, bots });

export const friends = {
  friends: [{ name: names[1], here: true, table: 't1', game: 'pantheon' }, { name: names[2], here: true }, { name: names[3], here: false }],
  wanted: [names[0]],
  asked: [names[4]],
  asks: [],
};
