// QR codes for invitation links (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10 (up to
// 213 bytes). Own code, so that no link leaves the browser.

/** Code words for data, code words for correction in each block, and blocks, at level M. */
const versions = [
  { data: 16, ecc: 10, blocks: [16] },
  { data: 28, ecc: 16, blocks: [28] },
  { data: 44, ecc: 26, blocks: [44] },
  { data: 64, ecc: 18, blocks: [32, 32] },
  { data: 86, ecc: 24, blocks: [43, 43] },
  { data: 108, ecc: 16, blocks: [27, 27, 27, 27] },
  { data: 124, ecc: 18, blocks: [31, 31, 31, 31] },
  { data: 154, ecc: 22, blocks: [38, 38, 39, 39] },
  { data: 182, ecc: 22, blocks: [36, 36, 36, 37, 37] },
  { data: 216, ecc: 26, blocks: [43, 43, 43, 43, 44] },
];
const alignment = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// Arithmetic in GF(256) with the polynomial 0x11d.
const exp = new Uint8Array(512);
const log = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  exp[i] = exp[i + 255] = x;
  log[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number) => (a && b ? exp[log[a] + log[b]] : 0);

function correction(data: number[], n: number): number[] {
  let generator = [1];
  for (let i = 0; i < n; i++) {
    const next = Array<number>(generator.length + 1).fill(0);
    generator.forEach((c, j) => {
      next[j] ^= c;
      next[j + 1] ^= times(c, exp[i]);
    });
    generator = next;
  }
  const rest = [...data, ...Array<number>(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const f = rest[i];
    if (f) generator.forEach((c, j) => (rest[i + j] ^= times(c, f)));
  }
  return rest.slice(data.length);
}

/** Code words, interleaved by blocks. */
function words(bytes: Uint8Array, version: number): number[] {
  const { data, ecc, blocks } = versions[version - 1];
  const bits: number[] = [];
  const put = (value: number, n: number) => {
    for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const b of bytes) put(b, 8);
  put(0, Math.min(4, data * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const all: number[] = [];
  for (let i = 0; i < bits.length; i += 8) all.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; all.length < data; pad ^= 0xfd) all.push(pad);

  let at = 0;
  const parts = blocks.map((n) => all.slice(at, (at += n)));
  const checks = parts.map((part) => correction(part, ecc));
  const out: number[] = [];
  for (let i = 0; i < Math.max(...blocks); i++) for (const part of parts) if (i < part.length) out.push(part[i]);
  for (let i = 0; i < ecc; i++) for (const c of checks) out.push(c[i]);
  return out;
}

const masks: ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function bch(value: number, poly: number, n: number): number {
  let v = value << n;
  const top = 31 - Math.clz32(poly);
  for (let i = 31 - Math.clz32(v || 1); i >= top && v; i = 31 - Math.clz32(v || 1)) v ^= poly << (i - top);
  return (value << n) | v;
}

/** How bad a mask makes the picture for readers. */
function penalty(m: boolean[][]): number {
  const n = m.length;
  let sum = 0;
  const line = (get: (i: number) => boolean) => {
    let run = 1;
    for (let i = 1; i <= n; i++) {
      if (i < n && get(i) === get(i - 1)) run++;
      else {
        if (run >= 5) sum += run - 2;
        run = 1;
      }
    }
    for (let i = 0; i + 10 < n; i++) {
      const s = Array.from({ length: 11 }, (_, k) => (get(i + k) ? 1 : 0)).join('');
      if (s === '10111010000' || s === '00001011101') sum += 40;
    }
  };
  let dark = 0;
  for (let i = 0; i < n; i++) {
    line((k) => m[i][k]);
    line((k) => m[k][i]);
    for (let j = 0; j < n; j++) {
      if (m[i][j]) dark++;
      if (i && j && m[i][j] === m[i - 1][j] && m[i][j] === m[i][j - 1] && m[i][j] === m[i - 1][j - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 100) / (n * n) - 50) / 5);
}

/** The code as rows of dark and light; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = versions.findIndex((v, i) => bytes.length <= v.data - (i < 9 ? 2 : 3)) + 1;
  if (version === 0) return null;
  const n = 17 + 4 * version;
  const m: (boolean | null)[][] = Array.from({ length: n }, () => Array(n).fill(null));

  const finder = (r0: number, c0: number) => {
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        if (r0 + r < 0 || r0 + r >= n || c0 + c < 0 || c0 + c >= n) continue;
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        m[r0 + r][c0 + c] = ring !== 2 && ring !== 4;
      }
  };
  finder(0, 0);
  finder(0, n - 7);
  finder(n - 7, 0);
  for (let i = 8; i < n - 8; i++) m[6][i] = m[i][6] = i % 2 === 0;
  const marks = alignment[version - 1];
  for (const r of marks)
    for (const c of marks) {
      if ((r === 6 && c === 6) || (r === 6 && c === n - 7) || (r === n - 7 && c === 6)) continue;
      for (let y = -2; y <= 2; y++) for (let x = -2; x <= 2; x++) m[r + y][c + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
    }
  // Places of the format and version bits, so that data goes around them.
  for (let i = 0; i < 9; i++) {
    m[8][i] ??= false;
    m[i][8] ??= false;
    if (i < 8) {
      m[8][n - 1 - i] ??= false;
      m[n - 1 - i][8] ??= false;
    }
  }
  m[n - 8][8] = true;
  if (version >= 7) {
    const bits = bch(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const bit = ((bits >> i) & 1) === 1;
      m[Math.floor(i / 3)][n - 11 + (i % 3)] = bit;
      m[n - 11 + (i % 3)][Math.floor(i / 3)] = bit;
    }
  }

  const stream = words(bytes, version).flatMap((w) => Array.from({ length: 8 }, (_, i) => (w >> (7 - i)) & 1));
  const free: [number, number][] = [];
  for (let right = n - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let k = 0; k < n; k++) {
      const r = up ? n - 1 - k : k;
      for (const c of [right, right - 1]) if (m[r][c] === null) free.push([r, c]);
    }
  }

  let best: boolean[][] | null = null;
  let least = Infinity;
  masks.forEach((mask, id) => {
    const f = m.map((row) => row.map((x) => x === true));
    free.forEach(([r, c], i) => (f[r][c] = (stream[i] === 1) !== mask(r, c)));
    const format = bch(id, 0x537, 10) ^ 0x5412; // level M is 00
    for (let i = 0; i < 15; i++) {
      const bit = ((format >> i) & 1) === 1;
      if (i < 6) f[i][8] = bit;
      else if (i < 8) f[i + 1][8] = bit;
      else f[n - 15 + i][8] = bit;
      if (i < 8) f[8][n - 1 - i] = bit;
      else if (i < 9) f[8][7] = bit;
      else f[8][14 - i] = bit;
    }
    const bad = penalty(f);
    if (bad < least) {
      least = bad;
      best = f;
    }
  });
  return best;
}
