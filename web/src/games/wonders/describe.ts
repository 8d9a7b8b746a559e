// What the things of 7 Wonders are, in words: tooltips, the drawer and the card browser.

import { t } from '../../lib/i18n.svelte';
import type { Tip } from '../contract';
import { boards, cards, stages } from './faces';
import { about, badgeWords, costWords, name, scienceWords, signed, w, wareWords } from './labels';
import type { View } from './view';

interface Look {
  seat: number;
  view: View;
  names: string[];
}

const categories = ['wonder', 'coins', 'conflicts', 'blue', 'yellow', 'green', 'purple'];
const rules = (place: string) => `/rules/wonders#${place}`;

function chainFacts(id: string) {
  const face = cards[id];
  const from = Object.values(cards).filter((c) => face.accepts?.some((s) => c.gives?.includes(s)));
  const to = Object.values(cards).filter((c) => c.accepts?.some((s) => face.gives?.includes(s)));
  return [
    ...(from.length ? [{ label: w('tip.chain_from'), value: from.map((c) => name(c.id)).join(', ') }] : []),
    ...(to.length ? [{ label: w('tip.chain_to'), value: to.map((c) => name(c.id)).join(', ') }] : []),
  ];
}

export function describe(key: string, look?: Look): Tip | null {
  const cut = key.indexOf(':');
  const [kind, id] = cut < 0 ? [key, ''] : [key.slice(0, cut), key.slice(cut + 1)];
  const me = look && look.seat >= 0 ? look.view.players[look.seat] : undefined;
  const seat = Number(id);
  const player = look?.view.players[seat];
  switch (kind) {
    case 'card': {
      const face = cards[id];
      if (!face) return null;
      const offer = me?.hand?.find((o) => o.card === id);
      return {
        title: name(id),
        kind: `${name(face.colour)}, ${name(`age-${face.age}`)}`,
        lines: [about(id)],
        facts: [
          { label: w('tip.cost'), value: costWords(face.coins, face.cost ?? []) },
          ...(offer && me ? [{ label: w('tip.price'), value: badgeWords(offer.badge, me.coins, look!.names[me.left.seat], look!.names[me.right.seat]) }] : []),
          ...chainFacts(id),
        ],
        rule: rules('cards'),
      };
    }
    case 'stage': {
      const face = stages[id];
      if (!face) return null;
      const owner = look?.view.players.find((p) => p.stages.some((s) => s.id === id));
      const stage = owner?.stages.find((s) => s.id === id);
      const price = owner && stage?.badge ? badgeWords(stage.badge, owner.coins, look!.names[owner.left.seat], look!.names[owner.right.seat]) : '';
      return {
        title: name(id),
        lines: [about(id), stage?.card ? w('tip.under', { what: name(stage.card) }) : ''].filter(Boolean),
        facts: [{ label: w('tip.cost'), value: costWords(undefined, face.cost) }, ...(price ? [{ label: owner!.seat === look!.seat ? w('tip.price') : w('tip.price_of', { seat: look!.names[owner!.seat] }), value: price }] : [])],
        rule: rules('wonder'),
      };
    }
    case 'board': {
      // In the card browser the side comes after it.
      const board = id.split(':')[0];
      if (!boards[board]) return null;
      // A board in play tells of the side that lies up.
      const up = look?.view.players.find((p) => p.board === board)?.side;
      const of = (side: string) => Object.keys(stages).filter((s) => s.startsWith(`${board}-${side}-`));
      return {
        title: name(board),
        lines: [about(board)],
        facts: (up ? [up] : ['day', 'night']).flatMap((side) => of(side).map((s) => ({ label: `${up ? w('stage.n', { n: Number(s.slice(-1)) }) : `${name(side)} ${s.slice(-1)}`}`, value: `${about(s)} (${costWords(undefined, stages[s].cost)})` }))),
        rule: rules('wonder'),
      };
    }
    case 'coins':
      return { title: w('tip.coins'), lines: [w('tip.coins_line')], rule: rules('trade') };
    case 'shields':
      return { title: w('shields'), lines: [w('tip.shields_line')], rule: rules('war') };
    case 'science':
      return player ? { title: w('science'), lines: [w('tip.science_line'), scienceWords(player.science)], rule: rules('science') } : null;
    case 'war': {
      if (!player || !look) return null;
      const sides = [player.left, player.right];
      return {
        title: w('war'),
        lines: [w('tip.war_line')],
        facts: [...sides.map((n) => ({ label: w('tip.against', { seat: look.names[n.seat], n: player.shields, m: look.view.players[n.seat].shields }), value: signed(n.token) })), { label: w('war_tokens'), value: player.tokens.length ? `${player.tokens.map(signed).join(' ')} = ${signed(player.war)}` : '0' }],
        rule: rules('war'),
      };
    }
    case 'sells': {
      if (!player || !look) return null;
      const buyer = look.view.players[look.seat < 0 ? player.right.seat : look.seat];
      const n = [buyer.left, buyer.right].find((x) => x.seat === seat);
      return { title: w('sells'), lines: n ? n.sells.map(wareWords) : [], rule: rules('trade') };
    }
    case 'makes':
      return player ? { title: w('makes'), lines: [player.makes.map(wareWords).join(', '), seat === look?.seat ? w('tip.makes_line') : ''].filter(Boolean), rule: rules('trade') } : null;
    case 'score':
      return player ? { title: w('tip.score'), lines: [], facts: player.score.parts.map((n, i) => ({ label: t(`wonders.score.${categories[i]}`), value: String(n) })), rule: rules('end') } : null;
    case 'discard': {
      const known = look?.view.discard.known ?? [];
      return { title: w('discard'), lines: [w('tip.discard_line'), known.length ? w('tip.known', { what: known.map(name).join(', ') }) : ''].filter(Boolean), rule: rules('turn') };
    }
    case 'pass':
      return { title: w('tip.pass'), lines: [w('tip.pass_line')], rule: rules('turn') };
    case 'hand': {
      if (!player) return null;
      const r = player.recall;
      return { title: w('in_hand'), lines: [w('cards_n', { n: player.hand_size }), r ? w('recall', { what: r.cards.map(name).join(', ') }) : '', r && r.gone ? w('recall_gone', { n: r.gone }) : ''].filter(Boolean), rule: rules('turn') };
    }
  }
  return null;
}
