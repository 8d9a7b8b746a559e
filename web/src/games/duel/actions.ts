// What can be done with the card or divinity that is picked, from the legal moves and the prices of the view.

import type { Action, Choice } from '../../lib/actions';
import { listed, p as page, t } from '../../lib/i18n.svelte';
import { name, short } from './labels';
import { badge, breakdown } from './prices';
import type { Answer, Slot, Space, View } from './view';

interface Look {
  view: View;
  me: number;
  moves: string[];
  names: string[];
  /** Why nothing can be done now: the other seat is to move, the game is over. */
  waits: string | null;
}

function why(look: Look, short: number): string {
  return look.waits ?? (short > 0 ? t('duel_board.short', { n: short }) : t('duel_board.not_now'));
}

/** The same three with no card picked, so that the bar keeps its shape. */
export function idleActions(look: Look): Action[] {
  const mine = look.view.seats[look.me];
  const reason = look.waits ?? t('duel_board.hint');
  return [
    { key: 'build', label: t('duel_board.build'), gist: '–', reason },
    { key: 'discard', verb: t('duel_board.discard'), gist: t('duel_board.gain', { n: mine.discard_gain }), label: t('duel_board.discard_gain', { n: mine.discard_gain }), reason: t('duel_board.discard_why', { n: mine.discard_gain - 2 }) },
    {
      key: 'wonder',
      verb: t('duel_board.wonder_verb'),
      gist: '–',
      label: t('duel_board.wonder'),
      reason: look.view.wonders_built >= look.view.wonders_limit ? t('duel_board.seven') : reason,
      choices: mine.wonders
        .filter((w) => !w.built)
        .map((w) => ({ move: `w:${w.wonder}`, label: short(w.wonder), price: badge(w.price, mine.coins) ?? undefined, reason })),
    },
  ];
}

/** Build, discard or use for a wonder. */
export function cardActions(slot: Slot, look: Look): Action[] {
  const { view, me, moves } = look;
  const opponent = look.names[1 - me];
  const mine = view.seats[me];
  const card = slot.card;
  const price = slot.prices[me];
  const build = `b:${card}`;
  const discard = `d:${card}`;

  const list: Action[] = [
    {
      key: 'build',
      verb: t('duel_board.build'),
      gist: !price ? undefined : price.short > 0 ? t('duel_board.short_gist', { n: price.short }) : price.total > 0 ? t('duel_board.coins', { n: price.total }) : t('page.price.none'),
      label: price && price.total > 0 ? t('duel_board.build_pay', { n: price.total }) : t('duel_board.build_free'),
      note: price?.free === 'chain' ? t('duel_board.by_chain', { what: name(price.by) }) : price ? breakdown(price, opponent) : undefined,
      move: build,
      reason: moves.includes(build) ? undefined : why(look, price?.short ?? 0),
    },
    {
      key: 'discard',
      verb: t('duel_board.discard'),
      gist: t('duel_board.gain', { n: mine.discard_gain }),
      label: t('duel_board.discard_gain', { n: mine.discard_gain }),
      note: t('duel_board.discard_why', { n: mine.discard_gain - 2 }),
      move: discard,
      reason: moves.includes(discard) ? undefined : (look.waits ?? t('duel_board.not_now')),
    },
  ];

  const unbuilt = mine.wonders.filter((w) => !w.built);
  const choices: Choice[] = unbuilt.map((w) => {
    const move = `w:${w.wonder}:${card}`;
    return {
      move,
      label: short(w.wonder),
      price: badge(w.price, mine.coins, opponent) ?? undefined,
      reason: moves.includes(move) ? undefined : why(look, w.price?.short ?? 0),
    };
  });
  const allBuilt = view.wonders_built >= view.wonders_limit;
  list.push({
    key: 'wonder',
    verb: t('duel_board.wonder_verb'),
    gist: allBuilt ? `${view.wonders_built}/${view.wonders_limit}` : cheapest(choices),
    label: t('duel_board.wonder'),
    choices,
    reason: look.waits ?? (unbuilt.length === 0 ? (allBuilt ? t('duel_board.seven') : t('duel_board.no_wonder')) : undefined),
  });
  return list;
}

function cheapest(choices: Choice[]): string | undefined {
  const prices = choices.filter((c) => !c.reason).map((c) => (c.price?.state === 'pay' ? c.price.coins : 0));
  if (prices.length === 0) return choices.length ? page('price.dear_plain') : undefined;
  return t('duel_board.from', { n: Math.min(...prices) });
}

/**
 * Walking along the spaces of the track, for fingers that cannot hit one of nineteen: each press goes a space further
 * towards the opponent's capital or one's own. spaces are positions by seat 0's count with their moves.
 */
export function walkActions(spaces: Map<number, string>, chosen: string | null, look: Look): Action[] {
  const towards = look.me === 0 ? 1 : -1;
  const at = [...spaces].find(([, move]) => move === chosen)?.[0] ?? look.view.track.pawn;
  const list = [...spaces].sort(([a], [b]) => (b - a) * towards);
  return [1, -1].map((side) => {
    const ahead = list.filter(([n]) => (n - at) * towards * side > 0);
    const next = side > 0 ? ahead.at(-1) : ahead[0];
    const seat = look.names[side > 0 ? 1 - look.me : look.me];
    return { key: `walk${side}`, label: t('duel_board.towards', { seat }), verb: side > 0 ? '←' : '→', gist: seat, move: next?.[1], reason: next ? undefined : t('duel_board.not_now') };
  });
}

/** An answer in a word or two: who begins, which military token. */
export function answerAction(o: Answer, look: Look): Action {
  const loot = look.view.track.loot.find((l) => l.id === o.what);
  const label = o.what.startsWith('seat-') ? look.names[Number(o.what.slice(5))] : loot ? `−${loot.coins}, ${look.names[loot.seat]}` : name(o.what);
  return { key: o.what, label, verb: loot ? `−${loot.coins}` : label, gist: loot && look.names[loot.seat], move: o.move, note: loot ? t('duel_board.tip.loot', { seat: look.names[loot.seat], n: Math.abs(loot.from) }) : undefined };
}

/** Activate the divinity of a space, with each set of offering tokens that makes sense. */
export function godActions(space: Space, look: Look): Action[] {
  const start = `a:${space.card}`;
  const cost = space.costs[look.me];
  const legal = look.moves.filter((m) => m === start || m.startsWith(start + ':'));
  const choices: Choice[] = legal.map((move) => {
    const offerings = move.slice(start.length).split(/[:+]/).filter(Boolean);
    const less = offerings.reduce((n, o) => n + (Number(o.replace(/\D/g, '')) || 0), 0);
    return {
      move,
      label: offerings.length ? t('duel_board.with_offerings', { what: listed(offerings.map((o) => `−${o.replace(/\D/g, '')}`)) }) : t('duel_board.no_offering'),
      price: { state: 'pay', coins: Math.max(0, cost.total - less) },
    };
  });
  const label = t('duel_board.activate', { n: cost.total });
  if (choices.length > 1) return [{ key: 'god', label: t('duel_board.activate_plain'), gist: cheapest(choices), choices }];
  return [{ key: 'god', label, verb: t('duel_board.activate_plain'), gist: t('duel_board.coins', { n: cost.total }), move: legal[0] ?? start, reason: legal.length ? undefined : why(look, Math.max(0, cost.best - look.view.seats[look.me].coins)) }];
}
