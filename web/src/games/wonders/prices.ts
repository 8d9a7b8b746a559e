// Prices of 7 Wonders as the badge shows them.

import { nameOf } from '../../lib/log';
import type { Price } from '../../lib/price';
import type { Badge, Payment } from './view';

/** The badge's form of a price; have are the coins of whoever would pay. */
export function badge(b: Badge, have: number, left?: string, right?: string): Price {
  switch (b.state) {
    case 'chain':
      return { state: 'chain', by: b.by ? nameOf('wonders', b.by) : undefined };
    case 'free':
    case 'power':
      return { state: 'none' };
    case 'production':
      return { state: 'own' };
    case 'built':
      return { state: 'same' };
    case 'no_seller':
      return { state: 'dear' };
    case 'too_dear':
      return { state: 'dear', coins: b.price, have };
    default:
      return { state: 'pay', coins: b.price, to: payees(b, left, right) };
  }
}

/** Whom a payment goes to. */
export function payees(p: Pick<Payment, 'left' | 'right' | 'bank'>, left?: string, right?: string) {
  return [
    { payee: 'left' as const, coins: p.left, name: left },
    { payee: 'right' as const, coins: p.right, name: right },
    { payee: 'bank' as const, coins: p.bank },
  ];
}

/** One way to pay as a badge. */
export function paid(p: Payment, left?: string, right?: string): Price {
  return p.total === 0 ? { state: 'own' } : { state: 'pay', coins: p.total, to: payees(p, left, right) };
}
