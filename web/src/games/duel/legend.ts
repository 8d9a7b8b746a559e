// The legend of Duel and its Pantheon.

import { listed, t } from '../../lib/i18n.svelte';
import { nameOf } from '../../lib/log';
import { priceSigns } from '../../lib/signs';
import type { Sign } from '../contract';

const raw = ['wood', 'clay', 'stone'];
const goods = ['glass', 'papyrus'];
const symbols = ['wheel', 'mortar', 'quill', 'plumb', 'sundial', 'armillary-sphere', 'scales'];
const named = (list: string[]) => listed(list.map((x) => nameOf('duel', x).toLowerCase()));
const d = (key: string, values?: Record<string, string>) => t(`duel_board.sign.${key}`, values);

export function signs(): Sign[] {
  return [
    { fx: [{ k: 'res', of: raw }], text: d('raw', { what: named(raw) }) },
    { fx: [{ k: 'res', of: goods }], text: d('goods', { what: named(goods) }) },
    { fx: [{ k: 'res', of: ['glass', 'papyrus'], or: true }], text: d('or') },
    { fx: [{ k: 'coin' }], text: d('coin') },
    { fx: [{ k: 'vp', n: 3 }], text: d('vp') },
    { fx: [{ k: 'shield', n: 1 }], text: d('shield') },
    { fx: [{ k: 'sci', of: symbols }], text: d('science') },
    { fx: [{ k: 'price', of: ['stone'], n: 1 }], text: d('trade') },
    { fx: [{ k: 'sign', icon: 'again', tone: 'now' }], text: d('again') },
    { fx: [{ k: 'sign', icon: 'card-discard', tone: 'brown' }], text: d('destroy') },
    { fx: [{ k: 'sign', icon: 'lotus', tone: 'green' }], text: d('token') },
    { fx: [{ k: 'sign', icon: 'great-pyramid' }], text: d('wonder') },
    ...priceSigns('none', 'own', 'chain', 'bank', 'dear'),
  ];
}
