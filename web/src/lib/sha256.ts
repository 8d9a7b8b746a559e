// SHA-256 (FIPS 180-4). The browser has its own only on pages that came over TLS, and a server at home usually has none.

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);

/** The first 32 bits of the fractional part of a root. */
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const start = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const constants = primes.map((p) => fraction(Math.cbrt(p)));

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The SHA-256 of some bytes, in hex. */
export function sha256(data: Uint8Array): string {
  const blocks = new DataView(new ArrayBuffer(Math.ceil((data.length + 9) / 64) * 64));
  new Uint8Array(blocks.buffer).set([...data, 0x80]);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(data.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, data.length << 3);
  const sum = [...start];
  const w = new Int32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = blocks.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (sum[i] = (sum[i] + x) | 0));
  }
  return sum.map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
}
