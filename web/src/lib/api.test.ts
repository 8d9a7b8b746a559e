// Opening a table is safe to repeat: a request that got no answer is asked again under the same key. Refusals are told in sentences.
import { afterEach, expect, test, vi } from 'vitest';
import en from '../../../locales/en/server.json';
import hu from '../../../locales/hu/server.json';
import { api, refusalText } from './api';
import { setLang } from './i18n.svelte';
import type { CreateTable } from './types';

afterEach(() => vi.unstubAllGlobals());

const wanted = { game: 'duel', seats: 2, seat: 0 } as CreateTable;
const key = (call: unknown[]) => (call[1] as { headers: Record<string, string> }).headers['Idempotency-Key'];
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

test('a table that got no answer is asked for under the same key, any other under its own', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  fetch.mockRejectedValueOnce(new TypeError('offline'));
  await expect(api.createTable(wanted)).rejects.toThrow();
  fetch.mockResolvedValueOnce(answer(503, { error: { code: 'unavailable', reason: 'unavailable', message: '' } }));
  await expect(api.createTable({ ...wanted })).rejects.toThrow();
  fetch.mockImplementation(async () => answer(201, { table: { id: 'x' } }));
  await api.createTable({ ...wanted });
  await api.createTable({ ...wanted });
  await api.createTable({ ...wanted, seats: 3 });
  fetch.mockResolvedValueOnce(answer(409, { error: { code: 'conflict', reason: 'x', message: '' } }));
  await expect(api.createTable({ ...wanted })).rejects.toThrow();
  await api.createTable({ ...wanted });
  const keys = fetch.mock.calls.map(key);
  expect(keys.every((k) => /^[0-9a-f]{24}$/.test(k))).toBe(true);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(new Set(keys.slice(2)).size).toBe(keys.length - 2);
});

test('other requests have no key', async () => {
  const fetch = vi.fn(async (..._: unknown[]) => answer(200, {}));
  vi.stubGlobal('fetch', fetch);
  await api.openTables();
  await api.accept('token');
  expect(fetch.mock.calls.map(key)).toEqual([undefined, undefined]);
});

test.each(Object.entries({ en, hu }) as ['en' | 'hu', Record<string, string>][])('each refusal is told by its own sentence (%s)', async (lang, texts) => {
  await setLang(lang);
  const reasons = Object.keys(texts).filter((k) => k.startsWith('refusal.')).map((k) => k.slice('refusal.'.length));
  expect(reasons.length).toBeGreaterThan(100);
  // In a game, too, unless the game itself knows the reason.
  for (const game of [undefined, 'duel'])
    for (const reason of reasons) expect(refusalText({ code: 'forbidden', reason, message: 'for programs' }, game), reason).toBe(texts[`refusal.${reason}`]);
  expect(refusalText({ code: 'unavailable', reason: 'unheard of', message: 'for programs' })).toBe(texts['error.unavailable']);
  await setLang('en');
});
