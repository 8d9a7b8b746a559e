// Names and sentences of 7 Wonders that several pieces of the board use.

import { has, listed, t } from '../../lib/i18n.svelte';
import { nameOf } from '../../lib/log';
import { priceWords } from '../../lib/words';
import { stages } from './faces';
import { badge } from './prices';
import type { Badge, Choice, Gain, Player, Science, Stage, View, Ware } from './view';

export const name = (id: string): string => nameOf('wonders', id);

/** What a thing does, in words. */
export const about = (id: string): string => (has(`wonders.about.${id}`) ? t(`wonders.about.${id}`) : '');

/** A text of this board. */
export const w = (key: string, args?: Record<string, string | number>): string => t(`wonders_board.${key}`, args);

export const numeral = (age: number): string => 'I'.repeat(age);

/** With a sign, and the true minus. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** The colours in the order in which a city shows them. */
export const colours = ['brown', 'grey', 'yellow', 'blue', 'red', 'green', 'purple'];

/** The columns of a city in that order. */
export const columnsOf = (p: Player) => colours.map((c) => p.city.find((x) => x.colour === c) ?? { colour: c, cards: [] });

/** Resources in words: "2 wood and 1 glass". */
function goodsWords(goods: string[]): string {
  return listed([...new Set(goods)].map((r) => `${goods.filter((x) => x === r).length} ${name(r)}`));
}

/** A printed cost in words. */
export function costWords(coins: number | undefined, goods: string[]): string {
  const parts = [...(coins ? [w('coins', { n: coins })] : []), ...(goods.length ? [goodsWords(goods)] : [])];
  return parts.length ? listed(parts) : w('no_cost');
}

/** What building something brings now. */
export function gainWords(g: Gain): string[] {
  return [g.points !== 0 ? w('gain.points', { n: g.points }) : '', g.shields !== 0 ? w('gain.shields', { n: g.shields }) : '', g.coins !== 0 ? w('gain.coins', { n: g.coins }) : ''].filter(Boolean);
}

/** A price in words, with the names of those who are paid. */
export function badgeWords(b: Badge, have: number, left: string, right: string): string {
  if (b.state === 'power') return w('free_power', { what: name(b.by ?? '') });
  if (b.state === 'no_seller') return w('no_seller');
  return priceWords(badge(b, have, left, right));
}

export function wareWords(x: Ware): string {
  const what = x.options.length > 1 ? x.options.map(name).join('/') : name(x.options[0]);
  return x.price ? w('sells_one', { n: x.units, what, price: x.price }) : `${x.units} ${what}`;
}

/** A stage in one sentence: number, effect, cost, state. */
export function stageWords(s: Stage, price: string): string {
  const how = s.state === 'built' ? w('stage.built') : s.state === 'next' ? price : w('stage.later');
  return [w('stage.n', { n: s.number }), about(s.id), costWords(undefined, stages[s.id]?.cost ?? []), how].filter(Boolean).join('. ');
}

export function scienceWords(s: Science): string {
  const parts = (['compass', 'gear', 'tablet'] as const).map((x) => `${name(x)} ${s[x]}`);
  return [...parts, ...(s.choices ? [w('choices', { n: s.choices })] : []), w('points', { n: s.points })].join(', ');
}

/** What a seat has committed to. */
export function choiceWords(c: Choice, names: { left: string; right: string }): string {
  if (c.kind === 'side') return w('chose.side', { what: name(c.side ?? '') });
  const paid = [c.left ? w('to', { n: c.left, seat: names.left }) : '', c.right ? w('to', { n: c.right, seat: names.right }) : ''].filter(Boolean);
  const what = w(`chose.${c.kind}`, { what: name(c.card ?? '') });
  return paid.length ? `${what} (${paid.join(', ')})` : what;
}

/** What the seat is asked, for the header and the action bar. */
export const ask = (view: View): string => w(`ask.${view.phase}`);
