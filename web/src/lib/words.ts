// Sentences that several parts need.

import { listed, p } from './i18n.svelte';
import type { Price } from './price';

/** The price in words, as a screen reader says it. */
export function priceWords(price: Price): string {
  switch (price.state) {
    case 'chain':
      return price.by ? p('price.chain', { what: price.by }) : p('price.chain_plain');
    case 'none':
      return p('price.none');
    case 'own':
      return p('price.own');
    case 'pay': {
      const to = (price.to ?? []).filter((x) => x.coins > 0);
      if (to.length === 0 || to.every((x) => x.payee === 'bank')) return p('price.pay', { n: price.coins });
      const parts = to.map((x) => p('price.part', { n: x.coins, to: x.name ?? p(`payee.${x.payee}`) }));
      return p('price.pay_to', { n: price.coins, what: listed(parts) });
    }
    case 'dear':
      if (price.coins === undefined) return p('price.dear_plain');
      return price.have === undefined ? p('price.dear', { n: price.coins }) : p('price.dear_have', { n: price.coins, have: price.have });
    case 'same':
      return p('price.same');
    case 'locked':
      return p('price.locked');
  }
}

/** The opponent's price in words. */
export function hisWords(price: Price): string {
  if (price.state === 'pay' || (price.state === 'dear' && price.coins !== undefined)) return p('price.his', { n: price.coins! });
  return p('price.his_free');
}
