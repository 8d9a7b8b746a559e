// The signs that several games share, for their legends.

import type { Sign } from '../games/contract';
import { p } from './i18n.svelte';
import type { Payee, Price } from './price';

const pay = (payee: Payee): Price => ({ state: 'pay', coins: 2, to: [{ payee, coins: 2 }] });

const prices = {
  none: { state: 'none' },
  own: { state: 'own' },
  chain: { state: 'chain' },
  left: pay('left'),
  right: pay('right'),
  bank: pay('bank'),
  coins: { state: 'pay', coins: 2 },
  dear: { state: 'dear', coins: 5 },
  locked: { state: 'locked' },
} satisfies Record<string, Price>;

/** What a price badge says, by its kinds. */
export const priceSigns = (...kinds: (keyof typeof prices)[]): Sign[] => kinds.map((k) => ({ price: prices[k], text: p(`sign.${k}`) }));
