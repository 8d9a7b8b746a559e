// The faces of Duel and Pantheon: cards, wonders, progress tokens, divinities.

import { chainIcon, engravings } from './_art.mjs';

const order = ['wood', 'stone', 'clay', 'glass', 'papyrus'];

/** Resources one by one, raw first. */
const goods = (resources) => order.flatMap((r) => Array(resources[r] ?? 0).fill(r));

const counted = { wonder: { icon: 'great-pyramid' }, coin_triplet: { icon: 'two-coins' } };
const per = (kinds) => (counted[kinds[0]] ? counted[kinds[0]] : { colours: kinds });

function effect(e) {
  switch (e.type) {
    case 'produce':
      return { k: 'res', of: goods(e.resources) };
    case 'produce_choice':
      return { k: 'res', of: e.options, or: true };
    case 'fixed_price':
      return { k: 'price', of: e.resources, n: e.price };
    case 'vp':
      return { k: 'vp', n: e.value };
    case 'shields':
      return { k: 'shield', n: e.value };
    case 'science':
      return { k: 'sci', of: [e.symbol] };
    case 'coins':
      return { k: 'coin', n: e.value };
    case 'coins_per_own':
      return { k: 'per', give: { k: 'coin', n: e.value }, ...per([e.per]) };
    case 'guild':
      return { k: 'per', give: { k: 'vp', n: e.vp_each_at_end }, ...per(e.counts) };
    case 'opponent_loses_coins':
      return { k: 'text', text: `−${e.value}` };
    case 'play_again':
      return { k: 'sign', icon: 'again', tone: 'now' };
    case 'discard_opponent_card':
      return { k: 'sign', icon: 'card-discard', tone: e.colour };
    case 'progress_from_box':
      return { k: 'sign', icon: 'lotus', tone: 'green' };
    case 'build_from_discard':
      return { k: 'sign', icon: 'card-pick' };
  }
  throw new Error(`no picture for effect ${e.type}`);
}

// Science first, then points: the order in which the plates read best.
const rank = (e) => ['produce', 'produce_choice', 'fixed_price', 'science', 'coins_per_own', 'guild', 'coins', 'discard_opponent_card', 'shields', 'play_again', 'vp'].indexOf(e.type);
const effects = (list) => [...list].sort((a, b) => rank(a) - rank(b)).map(effect);

const scenes = {
  'the-appian-way': 'appian',
  'circus-maximus': 'circus',
  'the-colossus': 'colossus',
  'the-great-library': 'library',
  'the-great-lighthouse': 'lighthouse',
  'the-hanging-gardens': 'gardens',
  'the-mausoleum': 'mausoleum',
  piraeus: 'piraeus',
  'the-pyramids': 'pyramids',
  'the-sphinx': 'sphinx',
  'the-statue-of-zeus': 'zeus',
  'the-temple-of-artemis': 'temple',
  sanctuary: 'sanctuary',
  'divine-theater': 'theater',
};

const tokenSigns = {
  agriculture: { art: 'wheat', fx: [{ k: 'vp', n: 4 }] },
  architecture: { art: 'ancient-columns', fx: [] },
  economy: { art: 'two-coins', fx: [] },
  law: { art: 'scales', fx: [] },
  masonry: { art: 'stone-block', fx: [] },
  mathematics: { art: 'dividers', fx: [{ k: 'vp', n: '3×' }] },
  philosophy: { art: 'philosopher-bust', fx: [{ k: 'vp', n: 7 }] },
  strategy: { art: 'gladius', fx: [] },
  theology: { art: 'again', fx: [] },
  urbanism: { art: 'village', fx: [] },
  mysticism: { art: 'eye-of-horus', fx: [{ k: 'vp', n: '2×' }] },
  poliorcetics: { art: 'siege-tower', fx: [] },
  engineering: { art: 'crane', fx: [] },
};

const gods = {
  enki: ['scroll-quill', { k: 'sign', icon: 'lotus' }],
  ishtar: ['star', { k: 'sci', of: ['scales'] }],
  nisaba: ['snake', { k: 'sign', icon: 'g-green' }],
  astarte: ['star-altar', { k: 'coin', n: 7 }],
  baal: ['trade', { k: 'sign', icon: 'card-pick' }],
  tanit: ['moon', { k: 'coin', n: 12 }],
  aphrodite: ['swan', { k: 'vp', n: 9 }],
  hades: ['hades-symbol', { k: 'sign', icon: 'card-pick' }],
  zeus: ['lightning-trio', { k: 'sign', icon: 'card-discard' }],
  anubis: ['anubis', { k: 'sign', icon: 'greek-temple', n: '×' }],
  isis: ['ankh', { k: 'sign', icon: 'great-pyramid', n: '+' }],
  ra: ['sun', { k: 'sign', icon: 'great-pyramid' }],
  mars: ['spartan-helmet', { k: 'shield', n: 2 }],
  minerva: ['owl', { k: 'sign', icon: 'shield', n: '×' }],
  neptune: ['trident', { k: 'text', text: '−2 −5' }],
};

export function tables(read) {
  const base = read('cards.json');
  const board = read('board.json');
  const pantheon = read('pantheon.json');
  const colourOf = Object.fromEntries(pantheon.mythologies.map((m) => [m.id, m.colour]));
  const kebab = (id) => id.replaceAll('_', '-');

  const cards = {};
  for (const c of base.cards) {
    cards[c.id] = {
      colour: c.colour,
      art: engravings[c.id],
      age: c.age,
      ...(c.cost.coins ? { coins: c.cost.coins } : {}),
      cost: goods(c.cost.resources),
      fx: effects(c.effects),
      ...(c.chain_accepts ? { accepts: [chainIcon(c.chain_accepts)] } : {}),
      ...(c.chain_gives ? { gives: [chainIcon(c.chain_gives)] } : {}),
    };
  }
  // A Grand Temple is worth 5, 12 or 21 points by how many one has; the sign that makes it free is its mythology.
  for (const g of pantheon.grandTemples) {
    cards[kebab(g.id)] = { colour: 'wonder', art: 'greek-temple', age: g.age, cost: goods(g.cost), fx: [{ k: 'vp', n: '5+' }], accepts: [`my-${g.mythology}`] };
  }

  const wonders = {};
  for (const w of board.wonders) wonders[w.id] = { scene: scenes[w.id], cost: goods(w.cost.resources), fx: effects(w.effects) };
  for (const w of pantheon.wonders) {
    const id = kebab(w.id);
    wonders[id] = {
      scene: scenes[id],
      cost: goods(w.cost),
      fx: [
        id === 'sanctuary' ? { k: 'text', text: '−2' } : { k: 'sign', icon: 'card-draw' },
        ...(id === 'sanctuary' ? [{ k: 'sign', icon: 'sun' }] : []),
        ...(w.playAgain ? [{ k: 'sign', icon: 'again', tone: 'now' }] : []),
        ...(w.vp ? [{ k: 'vp', n: w.vp }] : []),
      ],
    };
  }

  const tokens = {};
  for (const t of [...board.progress_tokens, ...pantheon.progressTokens]) tokens[t.id] = { colour: 'green', ...tokenSigns[t.id] };

  const divinities = {};
  for (const d of pantheon.divinities) divinities[d.id] = { colour: colourOf[d.mythology], art: gods[d.id][0], fx: gods[d.id].slice(1) };
  divinities.gate = { colour: 'white', art: 'medieval-gate', fx: [{ k: 'text', text: '×2' }] };

  return [
    { name: 'cards', type: 'Face', rows: cards, doc: 'The cards of the three ages, the guilds and the Grand Temples.' },
    { name: 'wonders', type: 'WonderFace', rows: wonders, doc: 'The wonders.' },
    { name: 'tokens', type: 'Face', rows: tokens, doc: 'The progress tokens.' },
    { name: 'divinities', type: 'Face', rows: divinities, doc: 'The divinities of Pantheon and the Gate.' },
  ];
}
