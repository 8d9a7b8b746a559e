// What the things of Dice are, in words: tooltips, the drawer and the card browser.

import { listed, t } from '../../lib/i18n.svelte';
import type { Tip } from '../contract';
import { about, b, cap, effectWords, guildWords, name, partsWords, refusal } from './labels';
import { printed } from './printed';
import { spaceOf, ways } from './sheet';
import { bonusSign } from './signs';
import type { DieView, SpaceView, View } from './view';

interface Look {
  seat: number;
  view: View;
  names: string[];
}

const rules = (anchor: string) => `/rules/dice#${anchor}`;

/** Where the rules speak of a building. */
const chapters: Record<string, string> = { wonder: 'wonder', barracks_west: 'war', barracks_east: 'war', guild: 'guild', agora: 'agora', market: 'market', university: 'university', statue_park: 'gallery', warehouse: 'warehouse' };

function die(id: string, look?: Look): Tip | null {
  const faces = printed.dice[id];
  if (!faces) return null;
  const at = look?.view.forum.find((d) => d.die === id);
  return {
    title: b('tip.die', { what: name(id) }),
    kind: at ? name(at.symbol) : undefined,
    lines: [about(id), ...(at ? dieState(at) : [])],
    facts: [
      ...(at ? [{ label: b('tip.quarter'), value: String(at.cost) }] : []),
      ...(at?.owners.length ? [{ label: b('tip.owners'), value: listed(at.owners.map((s) => look!.names[s])) }] : []),
      { label: b('tip.faces'), value: listed(faces.map((f) => (f.n > 1 ? `${f.n}× ${name(f.symbol)}` : name(f.symbol)))) },
    ],
    rule: rules(faces[0].special ? 'special' : 'dice'),
  };
}

function dieState(d: DieView): string[] {
  if (d.state === 'locked') return [refusal('locked_die')];
  if (d.guild) return [guildWords(d.guild)];
  if (d.state === 'nothing') return [b('die.nothing_long')];
  return d.targets.slice(0, 4).map((x) => `${name(x.space)}: ${partsWords(x)}`);
}

function space(seat: number, id: string, look?: Look): Tip | null {
  const found = look ? spaceOf(look.view, seat, id) : null;
  if (!look || !found) return null;
  const s: SpaceView = found.space;
  const owner = look.view.seats[seat];
  const facts = [{ label: b('tip.cost'), value: b('cost', { n: s.cost }) }];
  const wrote = owner.written.find((w) => w.space === id);
  if (wrote) facts.push({ label: b('tip.written'), value: b('points', { n: wrote.points }) });
  if (seat === look.view.seat) {
    for (const w of ways(look.view).filter((x) => x.space === id).slice(0, 3)) {
      facts.push({ label: w.die ? cap(b('tip.die', { what: name(w.die.die) })) : b('tip.price'), value: w.ok ? `${w.price.total} (${partsWords(w)})` : refusal(w.reason) });
    }
  }
  const symbols = found.building.tracks.filter((x) => x.symbol && x.spaces.includes(id)).map((x) => name(x.symbol));
  if (symbols.length) facts.push({ label: b('tip.symbols'), value: listed(symbols) });
  return {
    title: name(id),
    kind: owner.marked.includes(id) ? b('marked') : s.designed ? b('tip.designed') : undefined,
    lines: s.effects.map(effectWords),
    facts,
    rule: rules(chapters[found.building.building]),
  };
}

function city(id: string): Tip | null {
  if (!printed.cities[id]) return null;
  return { title: name(id), kind: t(`dice.wonder.${id}`), lines: [about(id), ...printed.cities[id][0].spaces.map((s, i) => `${i + 1}. ${b('cost', { n: s.cost })}: ${s.effects.map(effectWords).join('; ')}`)], rule: rules('wonder') };
}

function guild(look?: Look): Tip {
  return { title: name('guild'), lines: [about('guild')], facts: look?.view.mine?.guild.map((g) => ({ label: cap(name(g.symbol)), value: guildWords(g) })), rule: rules('guild') };
}

function score(seat: number, look?: Look): Tip | null {
  const side = look?.view.seats[seat];
  if (!side) return null;
  return { title: b('score'), lines: [], facts: [...side.counts.filter((c) => c.building !== 'warehouse').map((c) => ({ label: t(`dice.score.${c.building}`), value: String(c.points) })), { label: b('sum'), value: String(side.score) }], rule: rules('end') };
}

export function describe(key: string, look?: Look): Tip | null {
  const [kind, id, third] = key.split(':');
  switch (kind) {
    case 'die':
      return die(id, look);
    case 'space':
      return space(Number(id), third, look);
    case 'building':
      return id === 'guild' ? guild(look) : { title: name(id), lines: [about(id)], rule: rules(chapters[id]) };
    case 'city':
      return city(id);
    case 'bonus':
      return bonusSign[id] ? { title: cap(name(id)), lines: [about(id), b('tip.bonus')], rule: rules('bonuses') } : null;
    case 'score':
      return score(Number(id), look);
    case 'agora':
      return { title: b('agora.race'), lines: [b('agora.about', { n: look?.view.agora.points ?? 0 })], rule: rules('agora') };
    case 'coins':
      return { title: b('coins'), lines: [b('tip.coins', { n: look?.view.rules.gold_reserve ?? 0 })], rule: rules('costs') };
    case 'war':
      return { title: b('tip.war'), lines: [b('tip.war_line')], rule: rules('war') };
  }
  return null;
}
