// Everything is fetched for offline use once a visit is quiet, and nothing where data is saved.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAll } from './offline';

const asked = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { ready: Promise.resolve({ active: { postMessage: asked } }) }, connection: undefined }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  asked.mockClear();
});

const connected = (connection: object | undefined) => Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

test('all files are asked for once nothing has been pressed for a while', async () => {
  const done = keepAll(10_000);
  await vi.advanceTimersByTimeAsync(8_000);
  dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  expect(asked).toHaveBeenCalledExactlyOnceWith({ all: true, engines: [] });
});

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }, { type: 'cellular' }])('nothing is asked for with %o', async (connection) => {
  connected(connection);
  await keepAll(0);
  expect(asked).not.toHaveBeenCalled();
});

test('a connection that begins to save data while the page waits is spared too', async () => {
  const done = keepAll(10_000);
  await vi.advanceTimersByTimeAsync(5_000);
  connected({ saveData: true });
  await vi.advanceTimersByTimeAsync(6_000);
  await done;
  expect(asked).not.toHaveBeenCalled();
});
