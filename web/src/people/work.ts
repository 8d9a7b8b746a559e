// Work that the server asks of an address before it may try another recovery code, see people/work.go: for each part, a number whose sum begins with so many zero bits.

import { compress, sha256Words, start } from '../lib/sha256';
import type { Work } from '../lib/types';

/** Do the work; told hears how many parts are done. */
export function solve({ task, bits, parts }: Work, told: (done: number) => void = () => {}): number[] {
  // The sum of the task, a part and a number make one block of forty bytes.
  const block = new Int32Array(64);
  block.set(sha256Words(new TextEncoder().encode(task)));
  block[10] = 0x80000000 | 0;
  block[15] = 40 * 8;
  const sum = new Int32Array(8);
  const answers: number[] = [];
  for (let part = 0; part < parts; part++) {
    block[8] = part;
    let n = -1;
    do {
      block[9] = ++n;
      sum.set(start);
      compress(sum, block);
    } while (sum[0] >>> (32 - bits));
    answers.push(n);
    told(part + 1);
  }
  return answers;
}
