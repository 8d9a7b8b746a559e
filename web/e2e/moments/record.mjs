// Plays seeded games until every moment wanted has come up before seat 0, and writes them to recorded.json: for each game its
// seed, its moves and where it stops. Run it again when a game's rules or moves change, or a moment is added here:
//
//   node e2e/moments/record.mjs [BOARD ...]
//
// Boards that are not named keep what they have.

import { readFileSync, writeFileSync } from 'node:fs';
import { chance, Server } from '../harness.mjs';
import { Table } from './table.mjs';

const wonders = ['halicarnassus', 'alexandria', 'ephesos', 'babylon', 'olympia', 'rhodes', 'gizah'];

/** What a frame of seat 0 shows, as the names of moments. */
const shows = {
  duel: ({ view, owing, result }) => {
    if (result) return ['end'];
    if (!owing.includes(0)) return view.phase === 'turn' && view.age === 2 ? ['waiting'] : [];
    if (view.choice && view.choice.kind !== 'draft') return [`choice ${view.choice.kind}`];
    if (view.phase === 'draft') return [`draft ${view.draft.round}`];
    const late = view.age === 3 && view.cards_left <= 5;
    const many = view.seats.some((s) => s.tokens.length >= 2 && s.wonders_built >= 2);
    return [`age ${view.age}`, ...(late ? ['late'] : []), ...(late && many ? ['late and full'] : [])];
  },
  duplicate: ({ view, owing, result }) => {
    if (result) return ['end'];
    const mine = view.boards.find((b) => b.state === 'open' && b.owing === 0);
    const over = view.boards.some((b) => b.state === 'over');
    if (!owing.includes(0) || !mine) return [];
    if (mine.view.choice && mine.view.choice.kind !== 'draft') return [];
    return [mine.view.phase === 'draft' ? 'draft' : `age ${mine.view.age}, board ${mine.board}`, ...(over ? ['one is over'] : [])];
  },
  wonders: ({ view, owing, result }) => {
    if (result) return ['end'];
    if (!owing.includes(0)) return view.phase === 'turn' && view.age === 2 ? ['committed'] : [];
    if (view.phase !== 'turn') return [view.phase];
    const ways = Math.max(...view.players[0].hand.map((o) => o.build.length));
    return [...(view.turn === 1 ? [`age ${view.age}`] : []), ...(view.age === 3 && view.turn >= 6 ? ['late'] : []), ...(ways > 3 ? ['payments'] : [])];
  },
  architects: ({ view, owing, result }) => {
    if (result) return ['end'];
    if (!owing.includes(0)) return view.seats[0].built === 2 ? ['waiting'] : [];
    return [view.phase, ...(view.phase === 'draw' && view.seats[0].built >= 4 ? ['late'] : [])];
  },
  dice: ({ view, owing, result }) => {
    if (result) return ['end'];
    if (!owing.includes(0)) return view.round === 3 ? ['committed'] : [];
    return [view.mine.owes, ...(view.mine.owes === 'action' && view.seats[0].bonuses.length >= 2 ? ['late'] : [])];
  },
};

const common = ['draft 1', 'draft 2', 'age 1', 'age 2', 'age 3', 'waiting', 'choice token', 'choice destroy', 'choice revive', 'choice begin', 'late', 'late and full', 'end'];
const gods = ['place', 'enki', 'nisaba', 'baal', 'zeus', 'anubis', 'isis', 'ra', 'minerva', 'neptune_remove', 'neptune_apply', 'gate', 'deck', 'divinity', 'order', 'uncover'].map((k) => `choice ${k}`);

/** The tables to record, and the moments wanted of each. */
const tables = [
  { board: 'duel', game: 'duel', seats: 2, want: [...common, 'choice library'] },
  { board: 'pantheon', game: 'duel', seats: 2, options: { pantheon: 'true' }, want: ['draft 1', 'age 1', 'age 2', 'age 3', 'waiting', 'late and full', 'end', ...gods] },
  { board: 'duplicate', game: 'duplicate', seats: 2, want: ['draft', 'age 2, board 2', 'age 3, board 1', 'one is over', 'end'] },
  { board: 'duplicate', game: 'duplicate', seats: 2, options: { pantheon: 'true' }, want: ['age 2, board 2'] },
  { board: 'wonders', game: 'wonders', seats: 3, want: ['sides', 'age 1', 'age 2', 'committed', 'age 3', 'late', 'payments', 'end'] },
  { board: 'wonders', game: 'wonders', seats: 3, options: { boards: 'babylon,rhodes,gizah', sides: 'night' }, want: ['last_card'] },
  { board: 'wonders', game: 'wonders', seats: 3, options: { boards: 'halikarnassos,rhodes,gizah', sides: 'night' }, want: ['discards'] },
  { board: 'wonders', game: 'wonders', seats: 7, want: ['sides', 'age 2', 'committed', 'late', 'end'] },
  { board: 'architects', game: 'architects', seats: 2, options: { wonders: wonders.slice(0, 2).join(',') }, want: ['draw', 'act', 'pick', 'look', 'keep', 'waiting', 'late', 'end'] },
  { board: 'architects', game: 'architects', seats: 7, options: { wonders: [wonders[1], ...wonders.filter((w) => w !== wonders[1])].join(',') }, want: ['draw', 'act', 'pick', 'take_any', 'late', 'end'] },
  { board: 'dice', game: 'dice', seats: 2, want: ['action', 'committed', 'free_die', 'mark', 'bonus', 'late', 'end'] },
  { board: 'dice', game: 'dice', seats: 7, want: ['action', 'committed', 'late', 'end'] },
];

/**
 * Moves that lead to wonders, divinities and stages are taken rather than others, because most choices come from them, and
 * so are cards that uncover several tokens at once, if seat 0 can.
 */
function choose({ moves, view }, seat, draw) {
  const marked = new Set((view.structure ?? []).filter((s) => s.token && !s.face_up).map((s) => s.place));
  const rich = (view.structure ?? []).find((s) => s.accessible && s.uncovers.filter((p) => marked.has(p)).length > 1);
  if (rich && moves.includes(`d:${rich.card}`)) {
    if (seat === 0) return `d:${rich.card}`;
    const others = moves.filter((m) => !m.endsWith(`:${rich.card}`));
    if (others.length) return others[draw(others.length)];
  }
  const rare = moves.filter((m) => /^[wa]:/.test(m));
  const list = rare.length && draw(3) > 0 ? rare : moves.filter((m) => m !== 'pass' || draw(3) === 0);
  return (list.length ? list : moves)[draw((list.length ? list : moves).length)];
}

/** Play one game; returns its moves and, for each moment still wanted, how many moves come before it. */
async function playOne(spec, seed, wanted) {
  const server = await Server.start(['--test-seed', `moment ${seed}`]);
  try {
    const table = await Table.deal(server, spec);
    const draw = chance(seed);
    const moves = [];
    const stops = new Map();
    for (;;) {
      const frame = await table.look(0);
      for (const m of shows[spec.game](frame)) if (wanted.has(m) && !stops.has(m)) stops.set(m, moves.length);
      if (frame.result) return { moves, stops };
      // Seat 0 decides first where several owe, so that it is also seen waiting.
      const seat = frame.owing[0];
      const move = choose(seat === 0 ? frame : await table.look(seat), seat, draw);
      await table.play(seat, move);
      moves.push([seat, move]);
    }
  } finally {
    await server.stop();
  }
}

const most = 400;
const file = new URL('recorded.json', import.meta.url);
const named = process.argv.slice(2);
const recorded = named.length ? JSON.parse(readFileSync(file, 'utf8')).filter((r) => !named.includes(r.board)) : [];
for (const spec of tables.filter((t) => !named.length || named.includes(t.board))) {
  const { want, ...what } = spec;
  const wanted = new Set(want);
  for (let seed = 1; wanted.size && seed <= most; seed++) {
    const { moves, stops } = await playOne(spec, seed, wanted);
    if (!stops.size) continue;
    for (const m of stops.keys()) wanted.delete(m);
    const list = [...stops].map(([moment, at]) => ({ moment, at })).sort((a, b) => a.at - b.at);
    recorded.push({ ...what, seed, stops: list, moves: moves.slice(0, list.at(-1).at).map(([s, m]) => `${s} ${m}`) });
    console.log(`${spec.board} ${spec.seats}, seed ${seed}: ${list.map((x) => x.moment).join(', ')}`);
  }
  // Written after each table, so that what was found is kept when a later one fails.
  recorded.sort((a, b) => a.board.localeCompare(b.board) || a.seats - b.seats || a.seed - b.seed);
  writeFileSync(file, `[\n${recorded.map((r) => `  ${JSON.stringify(r)}`).join(',\n')}\n]\n`);
  if (wanted.size) throw new Error(`${most} games of ${spec.board} with ${spec.seats} seats never came to: ${[...wanted].join(', ')}`);
}
