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
  pace: 5 * 3600 * 1000,
  pace_days: true,
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
  began: 60,
  won_begun: 35,
  score: 612,
  parts: ['military', 'blue', 'green', 'yellow', 'purple', 'coins'].map((category, i) => ({ category, mean: 31 + 17 * i })),
  wonders: (game === 'wonders' ? ['halikarnassos', 'alexandria', 'gizah', 'ephesos'] : ['the-statue-of-zeus', 'the-temple-of-artemis', 'the-great-lighthouse', 'circus-maximus']).map((wonder, i) => ({ wonder, built: 88 - 9 * i, won: 45 - i })),
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

const long = 'Wrote the same unkind sentence after every move, although I asked for a friendly game and said that I would tell the host about it.';
const deed = (n, kind, more = {}) => ({ n, at: begun + n * day, by: 'p9', by_name: names[2], kind, person: 'p1', name: names[1], reason: long, until: begun + 300 * day, ...more });

export const hostReports = {
  reports: [
    { id: 'r1', at: begun, by: 'p0', by_name: names[0], person: 'p1', name: names[1], reason: 'words', text: long, table: 't1', lines: [0, 1, 2].map((n) => ({ person: `p${n % 2}`, name: names[n % 2], at: begun, text: long })), closed: 0, deeds: [deed(3, 'warn')] },
    { id: 'r2', at: begun, by: 'rules', by_name: '', person: 'p3', name: names[2], reason: 'sandbagging', text: '', table: 't2', lines: [], closed: 0, deeds: [] },
  ],
};
export const hostDeeds = { deeds: [deed(9, 'mute'), deed(8, 'restrict', { by: 'rules', by_name: '', reason: 'leaving' }), deed(7, 'end', { person: '', name: '', until: 0 }), deed(6, 'lift_mute', { by: 'console', by_name: '', until: 0 })], more: 6 };
export const hostState = { here: 148, reports: 2, tables: 61, playing: 57, waits: [{ game: 'wonders', days: false, rated: true, waiting: 3, bots: 1, usual: 84_000 }, { game: 'pantheon', days: true, rated: false, waiting: 1, bots: 0, usual: 0 }] };
export const hostPeople = {
  people: [1, 2, 3].map((n) => ({ person: `p${n}`, name: names[n], kept: n < 3, created: begun, seen: begun, measures: n === 1 ? [{ kind: 'restrict', reason: '', rule: 'sandbagging', at: begun, until: begun + 300 * day }, { kind: 'mute', reason: long, at: begun, until: 0 }] : [], reports: n, aborts: n, played: 50, finished: 40, together: n === 1 ? [names[0], names[2]] : undefined })),
};
