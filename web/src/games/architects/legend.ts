// The legend of Architects.

import { listed } from '../../lib/i18n.svelte';
import type { Sign } from '../contract';
import { b, name } from './labels';
import { pip, resources, symbols } from './signs';

export function signs(): Sign[] {
  return [
    { fx: [{ k: 'res', of: resources.map(pip) }], text: b('sign.resources', { what: listed(resources.map((r) => name(r).toLowerCase())) }) },
    { fx: [{ k: 'coin' }], text: b('sign.gold') },
    { fx: [{ k: 'sign', icon: 'same' }], text: b('sign.same') },
    { fx: [{ k: 'sign', icon: 'diff' }], text: b('sign.diff') },
    { fx: [{ k: 'sci', of: symbols }], text: b('sign.science') },
    { fx: [{ k: 'shield', n: 1 }], text: b('sign.shield') },
    { fx: [{ k: 'sign', icon: 'hornI' }], text: b('sign.horn') },
    { fx: [{ k: 'sign', icon: 'peace-dove' }, { k: 'sign', icon: 'swords' }], text: b('sign.dove') },
    { fx: [{ k: 'vp', n: 3 }], text: b('sign.vp') },
    { fx: [{ k: 'sign', icon: 'bastet' }], text: b('sign.cat') },
    { fx: [{ k: 'sign', icon: 'laurel-crown' }], text: b('sign.victory') },
    { fx: [{ k: 'sign', icon: 'lotus' }], text: b('sign.token') },
    { fx: [{ k: 'sign', icon: 'great-pyramid' }], text: b('sign.builds') },
    { fx: [{ k: 'sign', icon: 'card-draw' }], text: b('sign.draw') },
    { fx: [{ k: 'sign', icon: 'card-pick' }], text: b('sign.pick') },
    { fx: [{ k: 'sign', icon: 'eye' }], text: b('sign.eye') },
  ];
}
