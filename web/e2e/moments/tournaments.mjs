// Tournaments in which many take part, for the walk of their pages.

const names = ['Maximilián Wellington', 'Krisztina Sára Zsófia', 'Wilhelmina van der Woude', 'Bo', 'Klára', 'Imre', 'Judit', 'Hanna', 'Géza', 'Réka', 'Fanni', 'Nóra', 'Tamás', 'Petra', 'Lili', 'Olivér', 'Dóra', 'Zoli'];
const minute = 60_000;

const plan = (kind, more = {}) => ({ kind, name: kind === 'arena' ? 'Sunday arena of the old town' : 'November Swiss', game: kind === 'arena' ? 'duel' : 'pantheon', clock: { kind: 'live', base: kind === 'arena' ? 300 : 259200, increment: kind === 'arena' ? 3 : 1800 }, rated: true, public: true, most: 200, ...(kind === 'arena' ? { minutes: 60 } : { rounds: 5 }), ...more });

const summary = (kind, more = {}) => ({
  id: `${kind}1`, ...plan(kind), state: 'running', organiser: names[0], players: 26, first: names.slice(0, 5), begins: Date.now() - 30 * minute, ends: Date.now() + (kind === 'arena' ? 24 * minute : 3.4 * 24 * 60 * minute), round: kind === 'arena' ? undefined : 4, ...more,
});

const podium = names.slice(0, 3).map((name, i) => ({ name, points: 14 - 2 * i }));

export const tournaments = (which) => ({
  now: Date.now(),
  tournaments:
    which === 'finished'
      ? [summary('arena', { id: 'over1', state: 'finished', podium }), summary('swiss', { id: 'over2', state: 'cancelled', why: 'too_few' })]
      : [summary('arena', { joined: true }), summary('swiss'), summary('arena', { id: 'later', name: 'Four at a table', state: 'announced', game: 'dice', begins: Date.now() + 50 * 60 * minute, ends: undefined, first: [], players: 0 })],
});

const you = (more) => ({ row: 3, joined: true, state: 'waits', may_join: true, organises: true, hosts: true, ...more });

/** An arena or a Swiss tournament as somebody sees it who takes part. */
export function tournament(kind, state = 'running') {
  const arena = kind === 'arena';
  const standings = names.map((name, i) => ({
    place: i + 1, name, kept: true, rating: 1932 - 30 * i, points: arena ? Math.max(0, 28 - 2 * i) : Math.max(1, 8 - Math.floor(i / 2)), buchholz: arena ? undefined : 12 - (i % 5), state: i === 3 ? 'waits' : i % 4 === 2 ? 'rests' : 'plays', table: i === 3 || i % 4 === 2 ? undefined : `t${i >> 1}`,
    cells: arena
      ? Array.from({ length: 3 + ((i * 7) % 8) }, (_, k) => ({ kind: 'played', points: [2, 0, 4, 2, 1, 2, 4, 0][(i + k) % 8], opponents: [(i + k + 1) % names.length], table: 'x', doubled: [2, 0, 4, 2, 1, 2, 4, 0][(i + k) % 8] === 4 }))
      : Array.from({ length: 4 }, (_, k) => (k === 3 && i !== 5 ? { kind: 'running', points: 0, opponents: [i ^ 1], table: 'x' } : (i + k) % 9 === 0 ? { kind: 'bye', points: 2 } : (i + k) % 11 === 0 ? { kind: 'half', points: 1 } : { kind: 'played', points: (i + k) % 3, opponents: [(i + k + 1) % names.length], table: 'x' })),
  }));
  return {
    ...summary(kind, { state, ...(state === 'finished' ? { podium } : {}), ...(state === 'announced' ? { ends: undefined, begins: Date.now() + 12 * minute, asked: true, round: undefined } : {}) }),
    standings: state === 'announced' ? standings.map((r) => ({ ...r, cells: [], points: 0, state: 'waits', table: undefined })) : standings,
    tables: state === 'running' ? Array.from({ length: arena ? 8 : 6 }, (_, n) => ({ table: `t${n}`, players: [2 * n, 2 * n + 1], began: Date.now() - minute, ...(!arena && n < 2 ? { over: true, points: n ? [1, 1] : [2, 0] } : {}) })) : [],
    you: arena ? you(state === 'running' ? {} : {}) : you({ state: 'plays', table: 't1', may_skip: true }),
    next: Date.now() + 8000,
    now: Date.now(),
  };
}
