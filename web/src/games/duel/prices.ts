// Prices of Duel as the badge shows them and as sentences tell them.

import { listed, t } from '../../lib/i18n.svelte';
import { nameOf } from '../../lib/log';
import type { Price } from '../../lib/price';
import type { DuelPrice } from './view';

/** The badge's form of a price; have are the coins of whoever would pay. */
export function badge(p: DuelPrice | null, have: number, opponent?: string): Price | null {
  if (!p) return null;
  switch (p.free) {
    case 'none':
      return { state: 'none' };
    case 'chain':
      return { state: 'chain', by: nameOf('duel', p.by) };
    case 'mythology':
      return { state: 'chain', by: nameOf('duel', p.by) };
    case 'production':
      return { state: 'own' };
  }
  if (!p.affordable) return { state: 'dear', coins: p.total, have };
  const trade = p.trade.reduce((n, x) => n + x.coins, 0);
  const to = p.to_opponent
    ? [
        { payee: 'other' as const, coins: trade, name: opponent },
        { payee: 'bank' as const, coins: p.total - trade },
      ]
    : [{ payee: 'bank' as const, coins: p.total }];
  return { state: 'pay', coins: p.total, to };
}

/** What the coins of a price are for: "wood 1, papyrus 4", to whom. */
export function breakdown(p: DuelPrice, opponent: string): string {
  const parts = p.trade.map((x) => `${nameOf('duel', x.resource)} ${x.coins}`);
  if (p.printed) parts.unshift(t('duel_board.printed', { n: p.printed }));
  if (p.by === 'engineering') return nameOf('duel', 'engineering');
  if (parts.length === 0) return p.free === 'production' ? t('duel_board.own') : '';
  return t(p.to_opponent && p.trade.length ? 'duel_board.parts_to' : 'duel_board.parts', { what: listed(parts), to: opponent });
}
