// Names and sentences of Dice that several pieces of the board use.

import { has, listed, t } from '../../lib/i18n.svelte';
import { nameOf } from '../../lib/log';
import type { Price } from '../../lib/price';
import type { DieView, EffectView, GuildView, SpaceView, TargetView, View } from './view';

export const name = (id: string): string => nameOf('dice', id);
export const about = (id: string): string => t(`dice.about.${id}`);

/** A text of this board. */
export const b = (key: string, args?: Record<string, string | number>): string => t(`dice_board.${key}`, args);

/** With a capital, for the beginning of a line. */
export const cap = (s: string): string => s.replace(/^./, (c) => c.toUpperCase());

/** A refusal in a sentence. */
export const refusal = (word: string): string => t(`dice.refusal.${word}`);

const names = (ids: string[] | undefined) => listed((ids ?? []).map(name));

/** A printed effect in words. */
export function effectWords(e: EffectView): string {
  const what = e.resource ?? e.colour ?? e.die;
  return t(`dice.effect.${e.type}`, { n: e.amount ?? e.max ?? e.points ?? e.coins ?? 0, coins: e.coins ?? 0, what: what ? name(what) : names(e.buildings) });
}

/** The same in a few words, for the line of the action bar. */
export function effectGist(e: EffectView): string {
  const what = e.resource ?? e.colour ?? e.die;
  return b(`gist.${e.type}`, { n: e.amount ?? e.max ?? e.points ?? e.coins ?? 0, coins: e.coins ?? 0, what: what ? name(what) : names(e.buildings) });
}

/** A space in one sentence: name, cost, effects. */
export function spaceWords(s: SpaceView): string {
  return [name(s.space), s.cost > 0 ? b('cost', { n: s.cost }) : b('cost_none'), ...s.effects.map(effectWords)].join(', ');
}

/** The price of a target as the badge shows it. */
export function priceOf(x: TargetView, coins: number): Price {
  if (x.reason === 'locked_die') return { state: 'locked' };
  if (x.reason === 'too_dear') return { state: 'dear', coins: x.price.total, have: coins + x.price.income };
  if (!x.ok) return { state: 'dear' };
  if (x.price.total > 0) return { state: 'pay', coins: x.price.total };
  return x.price.needed > 0 ? { state: 'own' } : { state: 'none' };
}

/** A price in its parts: "die 2 + 1 missing resource". */
export function partsWords({ price, move }: TargetView): string {
  const parts = [];
  if (move.startsWith('d:')) parts.push(b('part.die', { n: price.die }));
  if (price.missing > 0) parts.push(b('part.missing', { n: price.missing }));
  else if (price.needed > 0) parts.push(b('part.owned', { n: price.needed }));
  const sum = parts.join(' + ') || b('part.free');
  return price.income > 0 ? `${sum}, ${b('part.income', { n: price.income })}` : sum;
}

/** What marking brings beyond the printed effects. */
export function outcomeWords(x: TargetView): string[] {
  const list = [];
  if (x.points !== null) list.push(b('out.attack', { n: x.points }));
  if (x.coins > 0) list.push(b('out.coins', { n: x.coins }));
  if (x.bonus) list.push(b('out.bonus'));
  else if (x.fills) list.push(b('out.fills'));
  return list;
}

/** The comparison of a purple face: "2 against 3 and 1". */
export function guildWords(g: GuildView): string {
  const versus = g.strict ? b('guild.versus_one', { n: g.mine, left: g.left }) : b('guild.versus', { n: g.mine, left: g.left, right: g.right });
  return `${versus}: ${b(g.met ? 'guild.met' : 'guild.behind')}`;
}

/** Where a die marks, for the line under it. */
export function dieWords(d: DieView, players: string[]): string {
  switch (d.state) {
    case 'locked':
      return d.owners.length > 0 ? b('die.owned', { seat: listed(d.owners.map((s) => players[s])) }) : b('die.locked');
    case 'guild_condition':
      return d.guild ? `${d.guild.mine} : ${d.guild.left}${d.guild.strict ? '' : ` : ${d.guild.right}`}` : '';
    case 'nothing':
      return b('die.nothing');
    case 'not_now':
      return name(d.symbol);
  }
  const buildings = [...new Set(d.targets.map((x) => x.building))];
  if (d.targets.length === 1) return spaceShort(d.targets[0].space);
  return buildings.length === 1 ? b('die.any_of', { what: name(buildings[0]), n: d.targets.length }) : b('die.any', { n: d.targets.length });
}

/** A space by building and its own word, short enough for a die's line. */
function spaceShort(space: string): string {
  return has(`dice_board.short.${space}`) ? b(`short.${space}`) : name(space);
}

/** What the seat is asked, for the header and the action bar. */
export function ask(view: View, short = false): string {
  const mine = view.mine;
  if (!mine || mine.owes === 'nothing') return '';
  return b(`${short ? 'ask_short' : 'ask'}.${mine.owes === 'action' && mine.from ? 'extra' : mine.owes}`);
}
