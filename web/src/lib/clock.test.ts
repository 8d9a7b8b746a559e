import { expect, test } from 'vitest';
import { timeLeft } from './clock';

test.each([
  [0, '0:00'],
  [-500, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [724_000, '12:04'],
  [3_600_000, '1:00:00'],
  [47 * 3_600_000, '47:00:00'],
  [50 * 3_600_000, '2 d 2 h'],
])('%i ms', (ms, want) => expect(timeLeft(ms)).toBe(want));
