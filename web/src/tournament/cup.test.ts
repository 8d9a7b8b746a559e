// The page of a tournament asks when the server says that something has changed, rarely while it says nothing, and more often while it cannot.
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { api } from '../lib/api';
import type { Tournament } from '../lib/types';
import { current, FakeSocket, fakeSockets } from '../testing/socket';
import { Cup } from './cup.svelte';

fakeSockets();
let asked: MockInstance<typeof api.tournament>;
let end: () => void;

beforeEach(() => {
  asked = vi.spyOn(api, 'tournament').mockImplementation(async () => ({ state: 'running', kind: 'arena', now: Date.now(), next: Date.now() + 3000, standings: [], tables: [] }) as unknown as Tournament);
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('news are asked for at once; without news the page asks twice a minute', async () => {
  const cup = new Cup('t1');
  end = cup.watch();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(current().url).toContain('/api/live');
  current().accept();
  expect(current().sent).toEqual([{ tournament: 't1' }]);
  current().say('tournament', { id: 't1' });
  expect(asked).toHaveBeenCalledTimes(2);
  current().say('tournament', { id: 'another' });
  current().say('something', { id: 't1' });
  await pass(29_000);
  expect(asked).toHaveBeenCalledTimes(2);
  await pass(2000);
  expect(asked).toHaveBeenCalledTimes(3);
  end();
  expect(current().readyState).toBe(FakeSocket.CLOSED);
  await pass(120_000);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(FakeSocket.all).toHaveLength(1);
});

test('while the socket is away the page asks every few seconds, and the socket comes back', async () => {
  const cup = new Cup('t1');
  end = cup.watch();
  current().close(1006);
  await pass(5200);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  current().accept();
  expect(current().sent).toEqual([{ tournament: 't1' }]);
});

test('an answer that was overtaken by a later one is not shown, and the countdown goes on by itself', async () => {
  const cup = new Cup('t1');
  end = cup.watch();
  await pass(0);
  const shown = cup.told!;
  asked.mockResolvedValueOnce({ ...shown, now: shown.now - 1000 });
  await cup.look();
  expect(cup.told).toBe(shown);
  expect(cup.next - shown.now).toBe(3000);
  await pass(4000);
  expect(cup.next - shown.now).toBe(13_000);
});
