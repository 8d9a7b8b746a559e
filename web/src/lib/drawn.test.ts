import { expect, test, vi } from 'vitest';
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

test('a page that goes to the background has nothing to draw', async () => {
  boardMounted();
  void stage([], () => new Promise(() => {}));
  const told: string[] = [];
  void whenDrawn(() => told.push('drawn'));
  await frames(3);
  expect(told).toEqual([]);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await frames(1);
  expect(told).toEqual(['drawn']);
  await whenDrawn(() => told.push('at once'));
  expect(told).toEqual(['drawn', 'at once']);
  hidden.mockRestore();
});
