// What taking a card would do, in short phrases with a sign each, the most important first. All of it comes from the view.

import { cards } from './faces';
import { b, either, name } from './labels';
import { abilitySign, tokenSign } from './signs';
import type { Prospect, SeatView, TakeView } from './view';

export interface Outcome {
  icon: string;
  text: string;
  /** It happens now and matters: building, a token, a battle. */
  now: boolean;
}

export interface Who {
  seat: SeatView;
  names: string[];
}

export function outcomes(p: Prospect, who: Who): Outcome[] {
  const list: Outcome[] = [];
  const say = (icon: string, text: string, now = false) => list.push({ icon, text, now });
  const open = p.stages.filter((s) => s.new);
  const last = open.find((s) => s.completes);
  if (last) say('laurel-crown', b('out.completes', { n: last.points }), true);
  else if (open.length === 1) say('great-pyramid', open[0].points > 0 ? b('out.builds', { n: open[0].stage, m: open[0].points }) : b('out.builds_any', { what: open[0].stage }), true);
  else if (open.length > 1) say('great-pyramid', b('out.builds_any', { what: either(open.map((s) => String(s.stage))) }), true);
  if (open.length === 1 && open[0].ability) say(abilitySign[who.seat.wonder], b(`then.${who.seat.wonder}`), true);
  if (p.sets.length > 0 && cards[p.card].colour === 'green') say('lotus', b('out.set'), true);
  if (p.battle) say('swords', p.spoils > 0 ? b('out.battle', { n: p.spoils }) : b('out.battle_none'), true);
  if (p.points > 0) say('laurels', b('points', { n: p.points }));
  if (p.cat) say('bastet', p.from === null ? b('out.cat') : b('out.cat_from', { seat: who.names[p.from] }));
  if (p.shields > 0) say('shield', b('out.shield', { n: p.shields }));
  if (p.flips > 0) say('hornI', b('out.flips', { n: p.flips }));
  if (p.ready) say(tokenSign[p.ready] ?? 'card-draw', b('out.ready', { what: name(p.ready) }), true);
  if (p.stages.length === 0) {
    const nearer = who.seat.stages.filter((s) => s.state === 'open' && s.helps.includes(p.card));
    if (nearer.length > 0) say('up', b('out.nearer', { what: either(nearer.map((s) => String(s.stage))) }));
  }
  return list;
}

/** How likely each colour is on top of a deck nobody has looked at, and how likely a card that builds; in percent. */
export interface Odds {
  colours: { colour: string; percent: number }[];
  builds: number;
}

export function odds(take: TakeView): Odds {
  const all = take.odds.reduce((n, o) => n + o.n, 0) || 1;
  const share = (n: number) => Math.round((100 * n) / all);
  const colours = ['grey', 'yellow', 'blue', 'red', 'green'].map((colour) => ({
    colour,
    percent: share(take.odds.filter((o) => cards[o.card].colour === colour).reduce((n, o) => n + o.n, 0)),
  }));
  return { colours, builds: share(take.odds.filter((o) => o.stages.some((s) => s.new)).reduce((n, o) => n + o.n, 0)) };
}
