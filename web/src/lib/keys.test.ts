import { afterEach, expect, test, vi } from 'vitest';
import { bind, press } from './keys';

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

test('Escape closes the topmost thing only, whoever bound it last', () => {
  const heard: string[] = [];
  const on = (name: string, layer?: number) => open.push(bind([{ keys: ['Escape'], layer, run: () => void heard.push(name) }]));
  on('drawer', 2);
  on('tip', 4);
  // The bar of the board binds its keys anew with every pick.
  on('bar');
  press('Escape');
  expect(heard).toEqual(['tip']);
  open.splice(1, 1)[0]();
  press('Escape');
  expect(heard).toEqual(['tip', 'drawer']);
  open.shift()!();
  press('Escape');
  expect(heard).toEqual(['tip', 'drawer', 'bar']);
});

test('a binding that has no use for a key leaves it to the next', () => {
  const below = vi.fn();
  open.push(bind([{ keys: [' '], run: below }]), bind([{ keys: [' '], layer: 1, run: () => false }]));
  press(' ');
  expect(below).toHaveBeenCalledTimes(1);
});
