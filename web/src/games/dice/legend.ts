// The legend of Dice.

import { priceSigns } from '../../lib/signs';
import type { Sign } from '../contract';
import type { Fx } from '../../lib/face';
import { b, cap, name } from './labels';

const sign = (icon: string, n?: number | string): Fx => ({ k: 'sign', icon, n });
const colours = ['red', 'green', 'blue', 'yellow', 'grey', 'white', 'black', 'purple'];

export function signs(): Sign[] {
  return [
    ...colours.map((c): Sign => ({ fx: [{ k: 'sign', icon: `g-${c}` }], text: cap(b('tip.die', { what: name(c) })) })),
    { fx: [{ k: 'coin' }], text: b('sign.coin') },
    { fx: [{ k: 'vp', n: 3 }], text: b('sign.vp') },
    { fx: [{ k: 'res', of: ['wood'] }], text: b('sign.resource') },
    { fx: [sign('swords')], text: b('sign.attack') },
    { fx: [sign('shield')], text: b('sign.defence') },
    { fx: [sign('perspective-dice-six-faces-random', '−1')], text: b('sign.discount') },
    { fx: [sign('perspective-dice-six-faces-random', 0)], text: b('sign.free') },
    { fx: [sign('plus')], text: b('sign.mark') },
    { fx: [sign('again')], text: b('sign.again') },
    { fx: [sign('stone-bust')], text: b('sign.leader') },
    { fx: [sign('scales')], text: b('sign.compare') },
    ...priceSigns('none', 'coins', 'dear', 'locked'),
    { price: { state: 'same' }, text: b('die.nothing_long') },
  ];
}
