import { expect, test } from 'vitest';
import { boardMounted, whenDrawn } from './drawn';
import { later } from './later';
import { stage } from './motion';

const frames = async (n: number) => {
  for (let i = 0; i < n; i++) {
    await new Promise((r) => requestAnimationFrame(r));
    await new Promise((r) => setTimeout(r));
  }
};

test('the page has drawn when its board is there, nothing moves, and nothing waits for a later frame', async () => {
  const order: string[] = [];
  void whenDrawn(() => order.push('drawn'));
  await frames(3);
  boardMounted();
  let land = () => {};
  const moving = stage([], () => new Promise<void>((resolve) => (land = resolve)));
  await frames(3);
  expect(order).toEqual([]);
  later(() => {
    order.push('a row');
    later(() => order.push('the next row'));
  });
  land();
  await moving;
  await frames(6);
  expect(order).toEqual(['a row', 'the next row', 'drawn']);
});
