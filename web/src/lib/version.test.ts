import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetVersion, heardVersion } from './version';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren();
});
afterEach(() => {
  forgetVersion();
  vi.useRealTimers();
});

test('the same version, or none, changes nothing; another loads the page anew', () => {
  const reload = vi.fn();
  for (const v of [3, 3, undefined, 3]) heardVersion(v, reload);
  expect(reload).not.toHaveBeenCalled();
  heardVersion(4, reload);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['a choice that is not sent', '<button data-commit>Confirm</button>', () => document.querySelector('button')!.setAttribute('disabled', '')],
  ['a message half written', '<input type="text">', () => (document.querySelector('input')!.value = '')],
])('%s is not lost: the page waits', (_, html, done) => {
  document.body.innerHTML = html;
  const input = document.querySelector('input');
  if (input) input.value = 'Hel';
  const reload = vi.fn();
  heardVersion(3, reload);
  heardVersion(4, reload);
  vi.advanceTimersByTime(10_000);
  expect(reload).not.toHaveBeenCalled();
  done();
  vi.advanceTimersByTime(2000);
  expect(reload).toHaveBeenCalledTimes(1);
});
