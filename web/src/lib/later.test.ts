import { expect, test } from 'vitest';
import { atLast, later } from './later';

const frame = () => new Promise((r) => requestAnimationFrame(r));

/** Frames until the list is as long as this. */
async function until(list: unknown[], length: number): Promise<number> {
  for (let n = 1; ; n++) {
    await frame();
    await new Promise((r) => setTimeout(r));
    if (list.length >= length) return n;
    if (n > 100) throw new Error(`${list}`);
  }
}

test('what may wait is done after the next frame, in its order, unless it is called off', async () => {
  const done: number[] = [];
  let before: number[] | undefined;
  requestAnimationFrame(() => (before = [...done]));
  later(() => done.push(1));
  later(() => done.push(2))();
  later(() => done.push(3));
  await until(done, 2);
  expect(before).toEqual([]);
  expect(done).toEqual([1, 3]);
});

test('what takes long is spread over frames, and what comes meanwhile waits its turn', async () => {
  const done: string[] = [];
  const work = (name: string) => {
    for (const until = performance.now() + 5; performance.now() < until; );
    done.push(name);
  };
  later(() => {
    work('first');
    later(() => work('third'));
  });
  later(() => work('second'));
  expect(await until(done, 3)).toBeGreaterThanOrEqual(3);
  expect(done).toEqual(['first', 'second', 'third']);
});

test('each step of a chain has a frame of its own, and what comes at last waits for all of them', async () => {
  const done: string[] = [];
  const step = (n: number) => {
    done.push(`step ${n}`);
    if (n < 3) later(() => step(n + 1));
  };
  atLast(() => done.push('one at last'));
  atLast(() => done.push('another'));
  later(() => step(1));
  expect(await until(done, 5)).toBeGreaterThanOrEqual(3);
  expect(done).toEqual(['step 1', 'step 2', 'step 3', 'one at last', 'another']);
  atLast(() => done.push('alone'));
  await until(done, 6);
});
