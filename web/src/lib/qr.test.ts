import { expect, test } from 'vitest';
import { qr } from './qr';

// A reader of our own, written from the standard's side: finds the mask in the format bits, takes the modules back in
// order, undoes the blocks and reads the text. It knows nothing of how the code was made but the tables.
const layout: Record<number, { blocks: number[]; align: number[] }> = {
  21: { blocks: [16], align: [] },
  29: { blocks: [44], align: [6, 22] },
  33: { blocks: [32, 32], align: [6, 26] },
  45: { blocks: [31, 31, 31, 31], align: [6, 22, 38] },
  57: { blocks: [43, 43, 43, 43, 44], align: [6, 28, 50] },
};

/** The product of two elements of GF(256), by long multiplication. */
function times(a: number, b: number): number {
  let product = 0;
  for (; b; b >>= 1, a = (a << 1) ^ (a & 0x80 ? 0x11d : 0)) if (b & 1) product ^= a;
  return product;
}

function read(m: boolean[][]): string {
  const n = m.length;
  const { blocks, align } = layout[n];
  let format = 0;
  for (let i = 0; i < 15; i++) {
    const bit = i < 6 ? m[i][8] : i < 8 ? m[i + 1][8] : m[n - 15 + i][8];
    if (bit) format |= 1 << i;
  }
  format ^= 0x5412;
  expect(format >> 13, 'error correction level M').toBe(0);
  const id = (format >> 10) & 7;
  const mask = [
    (r: number, c: number) => (r + c) % 2 === 0,
    (r: number) => r % 2 === 0,
    (_: number, c: number) => c % 3 === 0,
    (r: number, c: number) => (r + c) % 3 === 0,
    (r: number, c: number) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
    (r: number, c: number) => ((r * c) % 2) + ((r * c) % 3) === 0,
    (r: number, c: number) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
    (r: number, c: number) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
  ][id];
  const taken = (r: number, c: number) => {
    if (r === 6 || c === 6) return true;
    if ((r < 9 && c < 9) || (r < 9 && c >= n - 8) || (r >= n - 8 && c < 9)) return true;
    if (n >= 45 && ((r < 6 && c >= n - 11 && c < n - 8) || (c < 6 && r >= n - 11 && r < n - 8))) return true;
    return align.some((y) => align.some((x) => !((y === 6 && x === 6) || (y === 6 && x === n - 7) || (y === n - 7 && x === 6)) && Math.abs(r - y) <= 2 && Math.abs(c - x) <= 2));
  };
  const bits: number[] = [];
  let up = true;
  for (let right = n - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let k = 0; k < n; k++) {
      const r = up ? n - 1 - k : k;
      for (const c of [right, right - 1]) if (!taken(r, c)) bits.push(m[r][c] !== mask(r, c) ? 1 : 0);
    }
    up = !up;
  }
  const words: number[] = [];
  for (let i = 0; i + 8 <= bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  const parts: number[][] = blocks.map(() => []);
  let at = 0;
  for (let i = 0; i < Math.max(...blocks); i++) blocks.forEach((len, b) => i < len && parts[b].push(words[at++]));
  // With its correction words each block is a multiple of the generator: zero at its roots.
  const ecc = (words.length - at) / blocks.length;
  const checks: number[][] = blocks.map(() => []);
  for (let i = 0; i < Math.floor(ecc); i++) for (const c of checks) c.push(words[at++]);
  parts.forEach((part, b) => {
    for (let root = 0, x = 1; root < Math.floor(ecc); root++, x = times(x, 2)) {
      expect([...part, ...checks[b]].reduce((sum, w) => times(sum, x) ^ w, 0), `block ${b}, root ${root}`).toBe(0);
    }
  });
  const data = parts.flat().map((w) => w.toString(2).padStart(8, '0')).join('');
  expect(data.slice(0, 4), 'byte mode').toBe('0100');
  const wide = n === 57 ? 16 : 8;
  const length = parseInt(data.slice(4, 4 + wide), 2);
  const bytes = Array.from({ length }, (_, i) => parseInt(data.slice(4 + wide + 8 * i, 12 + wide + 8 * i), 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test.each(['hello', 'http://example.org/t/abcdefgh12#inv', 'https://mirabilia.example/t/olive-owl-41#invite=abcdefgh', 'https://mirabilia.example/t/olive-owl-41#invite=' + 'Aé9_'.repeat(14), 'x'.repeat(200)])('reads back %s', (text) => {
  const code = qr(text)!;
  expect(code).not.toBeNull();
  expect(read(code)).toBe(text);
});

test('too long', () => expect(qr('x'.repeat(300))).toBeNull());
