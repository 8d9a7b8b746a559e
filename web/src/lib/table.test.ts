// The live table: updates are shown in order, none is lost or shown twice, and what was taken back is marked.
import { expect, test, vi, beforeEach, afterEach } from 'vitest';
import { current, FakeSocket, fakeSockets } from '../testing/socket';
import { api, ApiError } from './api';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import { LiveTable } from './table.svelte';
import type { Frame, LogEntry, Snapshot, Table, Update } from './types';

fakeSockets();
beforeEach(() => {
  settings.bots = 'fast';
  settings.speed = 'off';
});
const tables: LiveTable[] = [];
afterEach(() => {
  for (const t of tables.splice(0)) t.close();
  vi.restoreAllMocks();
});

const facts = { id: 't', game: 'duel', status: 'playing', places: [{ seat: 0, kind: 'person', name: 'Anna' }, { seat: 1, kind: 'bot' }], clock: { kind: 'none' } } as unknown as Table;
const frame = (decision: number, view: unknown = { n: decision }, more: Partial<Frame> = {}): Frame => ({ decision, view, moves: [], owing: [1], now: 0, undo: '', withdraw: false, ...more });
const entry = (seq: number, what: string, seat = 0, more: Partial<LogEntry> = {}): LogEntry => ({ seq, at: 0, what, seat, to: null, ...more });
const snapshot = (seq: number, decision: number, log: LogEntry[] = []): Snapshot => ({ seq, table: facts, seat: 0, online: [0], spectators: 0, game: frame(decision), log });
const move = (seq: number, decision: number, seat = 0, more: Partial<LogEntry> = {}): Update => ({ log: entry(seq, 'move', seat, more), seat: 0, game: frame(decision) });

/** Until what is queued is drawn. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const later = () => vi.advanceTimersByTimeAsync(12_000);

async function open(first: Snapshot = snapshot(5, 0)) {
  const live = new LiveTable('t');
  tables.push(live);
  current().accept().say('snapshot', first, first.seq);
  await settle();
  return live;
}

const seqs = (live: LiveTable) => live.log.map((e) => e.seq);
const undone = (live: LiveTable) => live.log.filter((e) => e.undone).map((e) => e.seq);

test('updates are shown in order, and one that came already is not shown again', async () => {
  const live = await open();
  current().say('update', move(6, 1), 6);
  current().say('update', move(7, 2), 7);
  current().say('update', move(7, 2), 7);
  current().say('update', move(6, 1), 6);
  await settle();
  expect(seqs(live)).toEqual([6, 7]);
  expect(live.frame?.decision).toBe(2);
});

test('a move is on its way until the board shows it, also when it is told by a snapshot', async () => {
  const live = await open();
  const sent = () => current().sent.at(-1)!.id;
  const done = vi.fn();
  void live.send('move', { move: 'pass' }).then(done);
  current().say('ack', { id: sent(), seq: 6 }, 0);
  await settle();
  expect([live.sending, done.mock.calls.length]).toEqual([1, 0]);
  current().say('update', move(6, 1), 6);
  await settle();
  expect([live.sending, done.mock.calls.length, live.frame?.decision]).toEqual([0, 1, 1]);

  void live.send('move', { move: 'pass' }).then(done);
  current().say('ack', { id: sent(), seq: 7 }, 0);
  await settle();
  expect(live.sending).toBe(1);
  current().say('snapshot', snapshot(8, 3), 8);
  await settle();
  expect([live.sending, done.mock.calls.length]).toEqual([0, 2]);

  // What is no move is done when it is accepted.
  void live.send('chat', { text: 'hello' }).then(done);
  current().say('ack', { id: sent(), seq: 9 }, 0);
  await settle();
  expect([live.sending, done.mock.calls.length]).toEqual([0, 3]);
});

test('a move that is told together with others is on its way until the last of them brings the frame, and no bot of them is waited for', async () => {
  settings.bots = 'step';
  const live = await open();
  const done = vi.fn();
  void live.send('move', { move: 'pass' }).then(done);
  current().say('ack', { id: current().sent.at(-1)!.id, seq: 6 }, 0);
  const committed = (seat: number) => ({ bot: seat > 0, events: [{ type: 'commit', seat, to: null }] });
  for (const [seq, seat] of [[6, 0], [7, 1], [8, 2]]) current().say('update', { ...move(seq, 0, seat, committed(seat)), game: undefined }, seq);
  await settle();
  expect([live.sending, live.held, live.frame?.decision, seqs(live)]).toEqual([1, false, 0, [6, 7, 8]]);
  current().say('update', move(9, 4, 3, committed(3)), 9);
  await settle();
  expect([live.sending, live.held, live.frame?.decision, done.mock.calls.length]).toEqual([0, true, 4, 1]);
});

test('bots that cannot think are told, and that they can again', async () => {
  const live = await open({ ...snapshot(5, 0), failing_bots: [1] });
  expect(live.failing).toEqual([1]);
  current().say('presence', { online: [0], spectators: 0 }, 0);
  await settle();
  expect(live.failing).toEqual([]);
  current().say('presence', { online: [0], spectators: 2, failing_bots: [1] }, 0);
  await settle();
  expect([live.failing, live.spectators]).toEqual([[1], 2]);
});

test('a gap drops the connection; the next one begins where the last update was taken in', async () => {
  const live = await open();
  current().say('update', move(6, 1), 6);
  current().say('update', move(8, 3), 8);
  current().say('update', move(9, 4), 9);
  await settle();
  expect(seqs(live)).toEqual([6]);
  await later();
  expect(FakeSocket.all).toHaveLength(2);
  expect(current().since).toBe('6');
  current().accept();
  for (const [seq, n] of [[7, 2], [8, 3], [9, 4]]) current().say('update', move(seq, n), seq);
  await settle();
  expect(seqs(live)).toEqual([6, 7, 8, 9]);
});

test('an update before any snapshot is not taken for the beginning', async () => {
  const live = new LiveTable('t');
  tables.push(live);
  current().accept().say('update', move(6, 1), 6);
  await settle();
  expect(live.log).toEqual([]);
  await later();
  expect(current().since).toBeNull();
});

test('an undo marks the lines it takes back, without asking the server again', async () => {
  const asked = vi.spyOn(api, 'table');
  const live = await open(snapshot(5, 2, [entry(3, 'move'), entry(4, 'chat'), entry(5, 'move', 1)]));
  current().say('update', move(6, 3), 6);
  current().say('update', { log: entry(7, 'undone', 0, { n: 1, undoes: [5, 6] }), seat: 0, game: frame(1) }, 7);
  current().say('update', move(8, 2), 8);
  await settle();
  expect(seqs(live)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(undone(live)).toEqual([5, 6]);
  expect(asked).not.toHaveBeenCalled();
  current().say('update', { log: entry(9, 'undone', 0, { n: 1, undoes: [8] }), seat: 0, game: frame(1) }, 9);
  await settle();
  expect(undone(live)).toEqual([5, 6, 8]);
});

test('choosing again marks the choice of that seat alone', async () => {
  const live = await open(snapshot(5, 2, [entry(4, 'move', 0), entry(5, 'move', 1)]));
  current().say('update', { log: entry(6, 'withdrawn', 0, { undoes: [4] }), seat: 0, game: frame(1) }, 6);
  await settle();
  expect(undone(live)).toEqual([4]);
});

test('a snapshot replaces what waits to be shown', async () => {
  settings.bots = 'step';
  const live = await open();
  for (const seq of [6, 7]) current().say('update', move(seq, seq - 5, 1, { bot: true, events: [{ type: 'build', seat: 1, to: null }] }), seq);
  await settle();
  expect(live.held).toBe(true);
  current().say('snapshot', snapshot(9, 7, [entry(9, 'move')]), 9);
  await later();
  expect(live.held).toBe(false);
  expect(live.frame?.decision).toBe(7);
  expect(seqs(live)).toEqual([9]);
});

test('a snapshot with a smaller number takes the place of everything, and updates go on from there', async () => {
  const live = await open();
  for (const seq of [6, 7, 8]) current().say('update', move(seq, seq - 5), seq);
  await settle();
  current().say('snapshot', snapshot(6, 7, [{ ...entry(6, 'move'), at: 1234 }]), 6);
  const last = move(7, 8);
  current().say('update', { ...last, log: { ...last.log, at: 4321 } }, 7);
  await settle();
  expect(live.frame?.decision).toBe(8);
  expect(seqs(live)).toEqual([6, 7]);
  // Whoever comes back says which line it was, so that a table that went back meanwhile is not taken for the same.
  current().close(1006);
  await later();
  expect(current().url).toContain('&since=7&at=4321');
});

test('differences are applied to the view that came before, whether or not it is shown yet', async () => {
  const live = await open({ ...snapshot(5, 0), game: frame(0, { mine: { coins: 3 }, his: { coins: 4 } }) });
  const shown = live.frame!.view as { his: unknown };
  const patch = (seq: number, p: unknown) => current().say('update', { log: entry(seq, 'move'), seat: 0, game: { ...frame(seq), view: undefined, patch: p } }, seq);
  patch(6, { mine: { coins: [5] } });
  patch(7, { mine: { coins: [2] }, age: [2] });
  await settle();
  expect(live.frame!.view).toEqual({ mine: { coins: 2 }, his: { coins: 4 }, age: 2 });
  expect((live.frame!.view as { his: unknown }).his).toBe(shown.his);
  expect(shown).toEqual({ mine: { coins: 3 }, his: { coins: 4 } });
});

test('a difference that does not fit is not shown: the table is fetched anew from there', async () => {
  const live = await open();
  current().say('update', { log: entry(6, 'move'), seat: 0, game: { ...frame(1), view: undefined, patch: { city: { red: [1] } } } }, 6);
  await later();
  expect(live.log).toEqual([]);
  expect(current().since).toBe('5');
  current().accept().say('update', move(6, 1), 6);
  await settle();
  expect(live.frame?.view).toEqual({ n: 1 });
});

test('a table that cannot be had says why; without an answer it goes on trying', async () => {
  const asked = vi.spyOn(api, 'table').mockRejectedValue(new ApiError({ code: 'offline', reason: 'offline', message: '' }, 0));
  const live = new LiveTable('t');
  tables.push(live);
  current().close(1006);
  await later();
  expect(live.error).toBeNull();
  asked.mockRejectedValue(new ApiError({ code: 'too_many', reason: 'too_many_sockets', message: '' }, 429));
  current().close(1006);
  await later();
  expect(live.error).toBeNull();
  asked.mockRejectedValue(new ApiError({ code: 'forbidden', reason: 'private', message: '' }, 403));
  current().close(1006);
  await later();
  expect(live.error?.refused.reason).toBe('private');
  const n = FakeSocket.all.length;
  await later();
  expect(FakeSocket.all).toHaveLength(n);
});

test('what was fetched late does not replace what the socket brought', async () => {
  let answer!: (s: Snapshot) => void;
  vi.spyOn(api, 'table').mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const live = new LiveTable('t');
  tables.push(live);
  current().close(1006);
  await later();
  current().accept().say('snapshot', snapshot(9, 4), 9);
  answer(snapshot(5, 0));
  await settle();
  expect(live.frame?.decision).toBe(4);
});

test('bots wait for a press between their moves when they play step by step', async () => {
  settings.bots = 'step';
  const live = await open();
  const bot = (seq: number, n: number) => current().say('update', move(seq, n, 1, { bot: true, events: [{ type: 'build', seat: 1, to: null }] }), seq);
  bot(6, 1);
  bot(7, 2);
  await later();
  expect(live.frame?.decision).toBe(1);
  expect(live.held).toBe(true);
  live.next();
  await settle();
  expect(live.frame?.decision).toBe(2);
  live.next();
  await settle();
  expect(live.held).toBe(false);
});

test('slow bots leave time between their moves, and none where a clock runs', async () => {
  settings.bots = 'slow';
  for (const [clock, decision] of [['none', 1], ['live', 2]] as const) {
    const live = await open({ ...snapshot(5, 0), table: { ...facts, clock: { kind: clock } } });
    for (const seq of [6, 7]) current().say('update', move(seq, seq - 5, 1, { bot: true, events: [{ type: 'build', seat: 1, to: null }] }), seq);
    await settle();
    expect(live.frame?.decision, clock).toBe(decision);
    await vi.advanceTimersByTimeAsync(2000);
    expect(live.frame?.decision, clock).toBe(2);
  }
});

test('lines that an update names are marked, whatever else is in the log', async () => {
  const live = await open(snapshot(9, 4, [entry(3, 'move'), entry(5, 'move', 1), entry(9, 'move', 1)]));
  current().say('update', { log: { ...entry(10, 'undone', 0, { n: 0 }), undoes: [3, 9] }, seat: 0, game: frame(1) }, 10);
  await settle();
  expect(undone(live)).toEqual([3, 9]);
});

test('what is said comes beside what happens, in the order of time, and each line once', async () => {
  const line = (n: number, at: number, text: string) => ({ n, at, seat: 1, person: 'p', name: 'Béla', text });
  const live = await open({ ...snapshot(5, 1, [entry(5, 'move', 0, { at: 20 })]), chat: [line(1, 10, 'hi')] } as Snapshot);
  current().say('chat', { lines: [line(1, 10, 'hi'), line(2, 30, 'well played')] });
  await settle();
  expect(live.lines.map((e) => e.text ?? e.what)).toEqual(['hi', 'move', 'well played']);
  expect(live.news?.text).toBe('well played');
  current().say('update', move(6, 2, 0, { at: 40 }), 6);
  await settle();
  expect(live.lines.map((e) => e.text ?? e.what)).toEqual(['hi', 'move', 'well played', 'move']);
});

test('a new name shows at once, and nothing happened', async () => {
  const live = await open();
  current().say('table', { ...facts, places: [{ ...facts.places[0], name: 'Anikó' }, facts.places[1]] });
  expect(live.names[0]).toBe('Anikó');
  expect(live.log).toEqual([]);
});

test('earlier lines are put before the others; a snapshot in between wins, and a failed fetch changes nothing', async () => {
  const live = await open({ ...snapshot(9, 4, [entry(8, 'move'), entry(9, 'move', 1)]), log_more: true } as Snapshot);
  const asked = vi.spyOn(api, 'log').mockRejectedValueOnce(new ApiError({ code: 'offline', reason: 'offline', message: '' }, 0));
  await expect(live.earlier()).rejects.toBeInstanceOf(ApiError);
  expect(seqs(live)).toEqual([8, 9]);
  asked.mockResolvedValueOnce({ log: [entry(6, 'move'), entry(7, 'move')], more: false });
  await live.earlier();
  expect(asked).toHaveBeenLastCalledWith('t', 8);
  expect([seqs(live), live.more]).toEqual([[6, 7, 8, 9], false]);
  let answer!: (x: { log: LogEntry[] }) => void;
  asked.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const late = live.earlier();
  current().say('snapshot', snapshot(30, 9, [entry(30, 'move')]), 30);
  answer({ log: [entry(5, 'move')] });
  await late;
  expect(seqs(live)).toEqual([30]);
});

test('who is put out of an open table is asked for anew: the session may have ended', async () => {
  const asked = vi.spyOn(session, 'load').mockResolvedValue();
  vi.spyOn(api, 'table').mockRejectedValue(new ApiError({ code: 'forbidden', reason: 'private', message: '' }, 403));
  const live = await open();
  expect(asked).not.toHaveBeenCalled();
  current().close(1008);
  await settle();
  expect(asked).toHaveBeenCalledOnce();
  expect(live.error?.refused.reason).toBe('private');
});
