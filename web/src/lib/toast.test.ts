import { expect, test, vi } from 'vitest';
import { notes } from './toast.svelte';

test('what is said again stands there once, for its full time', () => {
  vi.useFakeTimers();
  notes.show('No.', 'bad', 100);
  notes.show('Yes.', 'good', 1000);
  vi.advanceTimersByTime(60);
  notes.show('No.', 'bad', 100);
  expect(notes.list.map((n) => n.text)).toEqual(['Yes.', 'No.']);
  vi.advanceTimersByTime(60);
  expect(notes.list.map((n) => n.text)).toEqual(['Yes.', 'No.']);
  vi.advanceTimersByTime(60);
  expect(notes.list.map((n) => n.text)).toEqual(['Yes.']);
  vi.useRealTimers();
});
