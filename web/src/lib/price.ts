// The price badge: one form everywhere. Boards translate what their view says into a Price.

/** Whom coins go to, as an arrow: a neighbour, or up to the bank. */
export type Payee = 'left' | 'right' | 'bank' | 'other';

export type Price =
  /** Free because of a card already built. */
  | { state: 'chain'; by?: string }
  /** Nothing printed to pay. */
  | { state: 'none' }
  /** Own production covers it. */
  | { state: 'own' }
  | { state: 'pay'; coins: number; to?: { payee: Payee; coins: number; name?: string }[] }
  /** More than I have; coins unknown where no purse would do. */
  | { state: 'dear'; coins?: number; have?: number }
  /** The same building is already built. */
  | { state: 'same' }
  | { state: 'locked' };

/** Whether the thing can be had now. */
export function payable(p: Price): boolean {
  return p.state === 'chain' || p.state === 'none' || p.state === 'own' || p.state === 'pay';
}

/** The number of coins it costs, or null where a number says nothing. */
export function coins(p: Price): number | null {
  switch (p.state) {
    case 'chain':
    case 'none':
    case 'own':
      return 0;
    case 'pay':
      return p.coins;
    case 'dear':
      return p.coins ?? null;
    default:
      return null;
  }
}
