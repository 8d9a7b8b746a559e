// What the things of Duel are, in words: tooltips, the drawer and the card browser.

import { listed, t } from '../../lib/i18n.svelte';
import { coins } from '../../lib/price';
import { priceWords } from '../../lib/words';
import type { Tip } from '../contract';
import { cards, divinities, tokens, wonders } from './faces';
import { about, name } from './labels';
import { badge, breakdown } from './prices';
import type { DuelPrice, View } from './view';

interface Look {
  seat: number;
  view: View;
  names: string[];
}

function costWords(coinCost: number | undefined, goods: string[]): string {
  const parts: string[] = [];
  if (coinCost) parts.push(t('duel_board.coins', { n: coinCost }));
  for (const r of new Set(goods)) {
    const n = goods.filter((x) => x === r).length;
    parts.push(n > 1 ? `${n} ${name(r)}` : name(r));
  }
  return parts.length ? listed(parts) : t('duel_board.no_cost');
}

function chainFacts(id: string) {
  const face = cards[id];
  const facts = [];
  const from = Object.values(cards).find((c) => face.accepts?.some((s) => c.gives?.includes(s)));
  const to = Object.values(cards).filter((c) => c.accepts?.some((s) => face.gives?.includes(s)));
  if (from) facts.push({ label: t('duel_board.tip.chain_from'), value: name(from.id) });
  if (to.length) facts.push({ label: t('duel_board.tip.chain_to'), value: to.map((c) => name(c.id)).join(', ') });
  return facts;
}

function priceFacts(price: (DuelPrice | null)[], look: Look) {
  const me = look.seat < 0 ? 0 : look.seat;
  const facts: { label: string; value: string }[] = [];
  for (const s of [me, 1 - me]) {
    const p = price[s];
    if (!p) continue;
    const b = badge(p, look.view.seats[s].coins, look.names[1 - s])!;
    const how = breakdown(p, look.names[1 - s]);
    const n = coins(b);
    facts.push({
      label: s === look.seat ? t('duel_board.tip.price') : t('duel_board.tip.price_of', { seat: look.names[s] }),
      value: n === 0 || !how ? priceWords(b) : `${n}: ${how}`,
    });
  }
  return facts;
}

export function describe(key: string, look?: Look): Tip | null {
  const [kind, id, third] = key.split(':');
  switch (kind) {
    case 'card': {
      const face = cards[id];
      if (!face) return null;
      const slot = look?.view.structure.find((s) => s.card === id);
      return {
        title: name(id),
        kind: [name(face.colour === 'wonder' ? 'grand-temple' : face.colour), face.age ? t('duel_board.age', { n: 'I'.repeat(face.age) }) : ''].filter(Boolean).join(', '),
        lines: [about(id)].filter(Boolean),
        facts: [{ label: t('duel_board.tip.cost'), value: costWords(face.coins, face.cost ?? []) }, ...chainFacts(id), ...(slot && look ? priceFacts(slot.prices, look) : [])],
        rule: '/rules/duel#cards',
      };
    }
    case 'wonder':
    case 'maker': {
      if (cards[id]) return describe(`card:${id}`, look);
      const face = wonders[id];
      if (!face) return null;
      const owner = look?.view.seats.findIndex((s) => s.wonders.some((w) => w.wonder === id)) ?? -1;
      const held = owner >= 0 ? look!.view.seats[owner].wonders.find((w) => w.wonder === id) : undefined;
      const prices: (DuelPrice | null)[] = [null, null];
      if (owner >= 0) prices[owner] = held?.price ?? null;
      return {
        title: name(id),
        kind: t('duel_board.tip.wonder'),
        lines: [about(id), held?.built && held.card ? t('duel_board.tip.under', { what: name(held.card) }) : ''].filter(Boolean),
        facts: [{ label: t('duel_board.tip.cost'), value: costWords(0, face.cost) }, ...(look ? priceFacts(prices, look) : [])],
        rule: '/rules/duel#wonders',
      };
    }
    case 'progress':
      return tokens[id] ? { title: name(id), kind: t('duel_board.tip.progress'), lines: [about(id)], rule: '/rules/duel#tokens' } : null;
    case 'god':
      return divinities[id] ? { title: name(id), kind: id === 'gate' ? undefined : t('duel_board.tip.god'), lines: [about(id)], rule: '/rules/duel#pantheon' } : null;
    case 'token':
      return { title: name(id), lines: [about(id)].filter(Boolean), rule: '/rules/duel#pantheon' };
    case 'deck': {
      const d = look?.view.pantheon?.decks.find((x) => x.mythology === id);
      return { title: name(id), lines: d ? [t('duel_board.deck', { what: name(id), n: d.size }), d.unknown.length ? t('duel_board.tip.unknown', { what: d.unknown.map(name).join(', ') }) : ''].filter(Boolean) : [], rule: '/rules/duel#pantheon' };
    }
    case 'good': {
      const seat = Number(third);
      const g = look?.view.seats[seat].goods.find((x) => x.resource === id);
      if (!g || !look) return null;
      return {
        title: name(id),
        lines: [t('duel_board.tip.good', { n: g.made, seat: look.names[seat] }), g.fixed ? t('duel_board.tip.fixed') : t('duel_board.tip.price_rule', { n: g.price })],
        rule: '/rules/duel#trade',
      };
    }
    case 'symbol': {
      const on = Object.values(cards).filter((c) => c.fx.some((f) => f.k === 'sci' && f.of[0] === id));
      return { title: name(id), lines: [t('duel_board.tip.symbol')], facts: on.map((c) => ({ label: t('duel_board.age', { n: 'I'.repeat(c.age ?? 1) }), value: name(c.id) })), rule: '/rules/duel#science' };
    }
    case 'score': {
      const side = look?.view.seats[Number(id)];
      if (!side) return null;
      return { title: t('duel_board.tip.score'), lines: [], facts: side.score.parts.map((x) => ({ label: t(`duel.score.${x.category}`), value: String(x.points) })), rule: '/rules/duel#end' };
    }
    case 'back':
      return { title: t(`duel_board.back.${id}`), lines: [t('duel_board.tip.back')], rule: '/rules/duel#cards' };
    case 'science':
      return { title: t('duel_board.science'), lines: [t('duel_board.tip.symbol')], rule: '/rules/duel#science' };
    case 'coins':
      return { title: t('duel_board.tip.coins'), lines: [t('duel_board.tip.coins_line')], rule: '/rules/duel#trade' };
    case 'track': {
      if (!look) return null;
      const loot = look.view.track.loot.filter((l) => !l.taken);
      return {
        title: t('duel_board.zone.track'),
        lines: [t('duel_board.tip.track')],
        facts: [
          ...look.view.seats.map((s, i) => ({ label: t('duel_board.tip.steps', { seat: look.names[i] }), value: String(s.steps_to_win) })),
          ...loot.map((l) => ({ label: t('duel_board.tip.loot', { seat: look.names[l.seat], n: Math.abs(l.from) }), value: `−${l.coins}` })),
        ],
        rule: '/rules/duel#military',
      };
    }
  }
  return null;
}
