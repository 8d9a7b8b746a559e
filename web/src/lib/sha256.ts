// SHA-256 (FIPS 180-4). The browser has its own only on pages that came over TLS, and a server at home usually has none; and a promise for each of a million short
// sums costs more than the sums.

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);

/** The first 32 bits of the fractional part of a root. */
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const constants = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));

/** The sum before the first block. */
export const start = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** Put a block into a sum: w has its 16 words, and room for 48 more. */
export function compress(sum: Int32Array, w: Int32Array) {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    w[i] = (w[i - 16] + (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) + w[i - 7] + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10))) | 0;
  }
  let a = sum[0];
  let b = sum[1];
  let c = sum[2];
  let d = sum[3];
  let e = sum[4];
  let f = sum[5];
  let g = sum[6];
  let h = sum[7];
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  sum[0] += a;
  sum[1] += b;
  sum[2] += c;
  sum[3] += d;
  sum[4] += e;
  sum[5] += f;
  sum[6] += g;
  sum[7] += h;
}

/** The SHA-256 of some bytes, as eight words. */
export function sha256Words(data: Uint8Array): Int32Array {
  const blocks = new DataView(new ArrayBuffer(Math.ceil((data.length + 9) / 64) * 64));
  new Uint8Array(blocks.buffer).set([...data, 0x80]);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(data.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, data.length << 3);
  const sum = start.slice();
  const w = new Int32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = blocks.getInt32(at + 4 * i);
    compress(sum, w);
  }
  return sum;
}

/** The SHA-256 of some bytes, in hex. */
export const sha256 = (data: Uint8Array): string => [...sha256Words(data)].map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
