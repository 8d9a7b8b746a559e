// What the things of Architects are, in words: tooltips, the drawer and the card browser.

import { t } from '../../lib/i18n.svelte';
import type { Tip } from '../contract';
import { cards } from './faces';
import { about, b, costWords, deckName, name, stageState } from './labels';
import { odds, outcomes } from './outcomes';
import { tokenSign } from './signs';
import type { View } from './view';
import { drawings } from './wonders';

interface Look {
  seat: number;
  view: View;
  names: string[];
}

const rules = (anchor: string) => `/rules/architects#${anchor}`;

/** Where the rules speak of a card. */
const chapters: Record<string, string> = { grey: 'building', yellow: 'building', blue: 'cards', red: 'war', green: 'science' };

function card(id: string): Tip | null {
  const face = cards[id];
  if (!face) return null;
  return { title: name(id), kind: b(`tip.colour.${face.colour}`), lines: [about(id)], rule: rules(chapters[face.colour]) };
}

function wonder(id: string, look?: Look): Tip | null {
  if (!drawings[id]) return null;
  const side = look?.view.seats.find((s) => s.wonder === id);
  return {
    title: name(id),
    kind: b('tip.wonder'),
    lines: [about(id)],
    facts: side?.stages.map((s) => ({ label: `${b('stage.n', { n: s.stage })}: ${costWords(s)}`, value: `${b('points', { n: s.points })}${s.ability ? ' *' : ''}` })),
    rule: rules('wonders'),
  };
}

function stage(id: string, n: number, look?: Look): Tip | null {
  const s = look?.view.seats.find((x) => x.wonder === id)?.stages[n - 1];
  if (!s) return null;
  return {
    title: b('stage.n', { n }),
    kind: name(id),
    lines: s.ability ? [about(id)] : [],
    facts: [
      { label: b('tip.cost'), value: costWords(s) },
      { label: b('tip.points'), value: String(s.points) },
      { label: b('tip.state'), value: stageState(s) },
    ],
    rule: rules('building'),
  };
}

function take(deck: string, look?: Look): Tip | null {
  const at = look?.view.takes.find((x) => x.deck === deck);
  if (!at || !look) return null;
  const who = { seat: look.view.seats[look.view.for], names: look.names };
  const others = look.view.seats.map((_, i) => i).filter((i) => i !== look.view.for && at.side !== 'central' && (look.view.seats[i].wonder === deck || look.view.seats[look.view.seats[i].right.seat].wonder === deck));
  const facts = [{ label: b('tip.left'), value: String(at.left) }];
  if (others.length) facts.push({ label: b('tip.deck_who'), value: others.map((i) => look.names[i]).join(', ') });
  if (at.card) return { title: name(at.card.card), kind: deckName(at), lines: [about(at.card.card), ...outcomes(at.card, who).map((o) => o.text)], facts, rule: rules('turn') };
  const chance = odds(at);
  return {
    title: deckName(at),
    lines: [b('deck.unknown_long'), b('odds.builds', { n: chance.builds })],
    facts: [...facts, ...chance.colours.map((c) => ({ label: b(`colour.${c.colour}`), value: `${c.percent} %` }))],
    rule: rules('turn'),
  };
}

function score(seat: number, look?: Look): Tip | null {
  const side = look?.view.seats[seat];
  if (!side) return null;
  const { total, ...parts } = side.score;
  return { title: b('score'), lines: [], facts: [...Object.entries(parts).map(([k, n]) => ({ label: t(`architects.score.${k}`), value: String(n) })), { label: b('sum'), value: String(total) }], rule: rules('end') };
}

export function describe(key: string, look?: Look): Tip | null {
  const [kind, id, third] = key.split(':');
  const mine = look && look.seat >= 0 ? look.view.seats[look.seat] : undefined;
  switch (kind) {
    case 'card':
      return card(id);
    case 'token':
      return tokenSign[id] ? { title: name(id), kind: b('tip.token'), lines: [about(id)], rule: rules('tokens') } : null;
    case 'wonder':
      return wonder(id, look);
    case 'stage':
      return stage(id, Number(third), look);
    case 'take':
      return take(id, look);
    case 'score':
      return score(Number(id), look);
    case 'pile':
      return { title: name('pile'), lines: [about('pile'), look ? b('pile.hidden', { what: look.view.progress.hidden.map(name).join(', ') }) : ''].filter(Boolean), rule: rules('tokens') };
    case 'cat':
      return { title: name('cat'), lines: [about('cat')], rule: rules('cat') };
    case 'conflict':
      return { title: name('conflict'), lines: [about('conflict')], rule: rules('war') };
    case 'war':
      return { title: b('tip.war'), lines: [b('tip.war_line'), look?.view.seats.length === 2 ? b('tip.war_two') : ''].filter(Boolean), facts: mine && [{ label: b('victories'), value: `+${mine.spoils}` }], rule: rules('war') };
    case 'shields':
      return { title: b('shields'), lines: [b('tip.shields_line')], facts: mine && [{ label: b('tip.standing'), value: String(mine.standing) }], rule: rules('war') };
    case 'victories':
      return { title: name('victory'), lines: [about('victory')], rule: rules('war') };
  }
  return null;
}
