// The faces of Architects: the fourteen kinds of card.

const engraving = {
  wood: 'wood-pile',
  stone: 'stone-stack',
  brick: 'brick-pile',
  papyrus: 'scroll-unfurled',
  glass: 'square-bottle',
  gold: 'two-coins',
  vp3: 'greek-temple',
  vp2cat: 'obelisk',
  shield0: 'defensive-wall',
  shield1: 'barracks-tent',
  shield2: 'siege-tower',
  compass: 'sundial',
  gear: 'crane',
  tablet: 'bookshelf',
};

// Brick is drawn as the other games draw clay.
const drawn = { brick: 'clay' };

function effects(kind) {
  if (kind.resource) return [{ k: 'res', of: [drawn[kind.resource] ?? kind.resource] }];
  if (kind.coins) return [{ k: 'coin', n: kind.coins }];
  if (kind.symbol) return [{ k: 'sci', of: [kind.symbol] }];
  if (kind.vp) return [{ k: 'vp', n: kind.vp }, ...(kind.cat ? [{ k: 'sign', icon: 'bastet' }] : [])];
  return [{ k: 'shield', n: kind.shields }, ...Array.from({ length: kind.horns }, () => ({ k: 'sign', icon: 'hornI' }))];
}

export function tables(read) {
  const rules = read('architects.json');
  const cards = Object.fromEntries(rules.cardKinds.map((kind) => [kind.id, { colour: kind.colour, art: engraving[kind.id], fx: effects(kind) }]));
  return [{ name: 'cards', type: 'Face', rows: cards, doc: 'The kinds of card.' }];
}
