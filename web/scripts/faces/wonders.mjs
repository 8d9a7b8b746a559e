// The faces of 7 Wonders: cards, and the stages of both sides of the boards.

import { chainIcon, engravings } from './_art.mjs';

const order = ['wood', 'stone', 'clay', 'ore', 'glass', 'loom', 'papyrus'];

/** Resources one by one, raw first. */
const goods = (resources) => order.flatMap((r) => Array(resources[r] ?? 0).fill(r));

/** Whose things are counted: one's own, the neighbours', or both. */
const where = (list) => (list.length === 3 ? 'all' : list.length === 2 ? 'sides' : 'me');

const per = (give, e) => ({ k: 'per', give, ...(e.count.colours ? { colours: e.count.colours } : { icon: 'great-pyramid' }), of: where(e.where) });

function effect(e) {
  switch (e.kind) {
    case 'produce':
      return e.options.length > 1 ? { k: 'res', of: e.options.flatMap(goods), or: true } : { k: 'res', of: goods(e.options[0]) };
    case 'vp':
      return { k: 'vp', n: e.amount };
    case 'shields':
      return { k: 'shield', n: e.amount };
    case 'coins':
      return { k: 'coin', n: e.amount };
    case 'science':
      return { k: 'sci', of: [e.symbol] };
    case 'science_choice':
      return { k: 'sci', of: e.options, or: true };
    case 'trade_discount':
      return { k: 'price', of: e.resources, n: e.price, to: e.from.length > 1 ? 'both' : e.from[0] };
    case 'coins_per':
      return per({ k: 'coin', n: e.amount }, e);
    case 'vp_per':
      return per({ k: 'vp', n: e.amount }, e);
    case 'vp_if_wonder_complete':
      return { k: 'per', give: { k: 'vp', n: e.amount }, icon: 'great-pyramid' };
    case 'build_from_discard':
      return { k: 'sign', icon: 'card-pick' };
    case 'play_last_card':
      return { k: 'sign', icon: 'card', n: '7' };
    case 'free_first_of_colour':
      return { k: 'sign', icon: 'g-purple', n: '0' };
    case 'free_first_card_of_age':
      return { k: 'sign', icon: 'first', n: '0' };
    case 'free_last_card_of_age':
      return { k: 'sign', icon: 'last', n: '0' };
  }
  throw new Error(`no picture for effect ${e.kind}`);
}

const rank = ['shields', 'coins', 'build_from_discard', 'play_last_card', 'free_first_of_colour', 'free_first_card_of_age', 'free_last_card_of_age', 'vp'];
const effects = (list) => [...list].sort((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind)).map(effect);

const scenes = {
  alexandria: 'lighthouse',
  babylon: 'gardens',
  ephesos: 'temple',
  gizah: 'pyramids',
  halikarnassos: 'mausoleum',
  olympia: 'zeus',
  rhodes: 'colossus',
};

export function tables(read) {
  const cards = {};
  for (const c of read('cards.json').cards) {
    cards[c.id] = {
      colour: c.colour,
      art: engravings[c.id],
      age: c.age,
      ...(c.cost.coins ? { coins: c.cost.coins } : {}),
      cost: goods(c.cost.resources),
      fx: c.effects.map(effect),
      ...(c.chain.accepts.length ? { accepts: c.chain.accepts.map(chainIcon) } : {}),
      ...(c.chain.gives.length ? { gives: c.chain.gives.map(chainIcon) } : {}),
    };
  }

  // A stage is named by board, side and number, as the game names it.
  const stages = {};
  const boards = {};
  for (const b of read('boards.json').boards) {
    boards[b.id] = { scene: scenes[b.id], cost: [], fx: [{ k: 'res', of: [b.start.resource] }] };
    for (const [side, { stages: list }] of Object.entries(b.sides)) {
      for (const s of list) stages[`${b.id}-${side}-${s.n}`] = { scene: scenes[b.id], cost: goods(s.cost.resources), fx: effects(s.effects) };
    }
  }

  return [
    { name: 'cards', type: 'Face', rows: cards, doc: 'The cards of the three ages and the guilds.' },
    { name: 'boards', type: 'WonderFace', rows: boards, doc: 'The boards: picture and first resource.' },
    { name: 'stages', type: 'WonderFace', rows: stages, doc: 'The stages of both sides of every board.' },
  ];
}
