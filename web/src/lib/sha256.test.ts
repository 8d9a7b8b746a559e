import { expect, test } from 'vitest';
import { sha256 } from './sha256';

test('it gives the published sums', () => {
  expect(sha256(new Uint8Array())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256(new TextEncoder().encode('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('it agrees with the browser at every length around the ends of blocks', async () => {
  for (let n = 0; n < 200; n++) {
    const data = Uint8Array.from({ length: n }, (_, i) => (i * 31 + n) & 255);
    const theirs = [...new Uint8Array(await crypto.subtle.digest('SHA-256', data))].map((b) => b.toString(16).padStart(2, '0')).join('');
    expect(sha256(data), `${n} bytes`).toBe(theirs);
  }
});
