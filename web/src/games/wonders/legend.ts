// The legend of 7 Wonders.

import { listed } from '../../lib/i18n.svelte';
import { priceSigns } from '../../lib/signs';
import type { Sign } from '../contract';
import { name, w } from './labels';

const raw = ['wood', 'stone', 'clay', 'ore'];
const goods = ['glass', 'loom', 'papyrus'];
const symbols = ['compass', 'gear', 'tablet'];
const colours = ['brown', 'grey', 'yellow', 'blue', 'red', 'green', 'purple'] as const;

export function signs(): Sign[] {
  return [
    { fx: [{ k: 'res', of: raw }], text: w('sign.raw', { what: listed(raw.map(name)) }) },
    { fx: [{ k: 'res', of: goods }], text: w('sign.goods', { what: listed(goods.map(name)) }) },
    { fx: [{ k: 'res', of: ['wood', 'clay'], or: true }], text: w('sign.or') },
    { fx: [{ k: 'coin' }], text: w('sign.coin') },
    { fx: [{ k: 'vp', n: 3 }], text: w('sign.vp') },
    { fx: [{ k: 'shield', n: 1 }], text: w('sign.shield') },
    { fx: [{ k: 'sci', of: symbols }], text: w('sign.science') },
    { fx: [{ k: 'price', of: ['wood', 'stone'], n: 1, to: 'left' }], text: w('sign.trade') },
    { fx: [{ k: 'per', give: { k: 'coin', n: 1 }, colours: ['brown'], of: 'all' }], text: w('sign.all') },
    { fx: [{ k: 'per', give: { k: 'vp', n: 1 }, colours: ['blue'], of: 'sides' }], text: w('sign.sides') },
    { fx: [{ k: 'per', give: { k: 'vp', n: 1 }, icon: 'great-pyramid', of: 'me' }], text: w('sign.stages') },
    { fx: colours.map((c) => ({ k: 'sign', icon: `g-${c}`, tone: c })), text: w('sign.colours', { what: listed(colours.map((c) => w(`colour.${c}`).toLowerCase())) }) },
    { fx: [{ k: 'sign', icon: 'swords', tone: 'red' }], text: w('sign.war') },
    { fx: [{ k: 'sign', icon: 'card-discard' }], text: w('discard') },
    ...priceSigns('none', 'own', 'chain', 'left', 'right', 'bank', 'dear'),
    { price: { state: 'same' }, text: w('have').replace(/^./, (c) => c.toUpperCase()) },
  ];
}
