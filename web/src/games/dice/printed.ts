// What is printed, without a game at hand: for the card browser. It is read from the very file the game is played by.

import { buildings, cities, dice } from '../../../../games/dice/sheet.json';
import type { BuildingView, EffectView } from './view';

interface Entry {
  id: string;
  color: string;
  completion_bonus?: boolean;
  tracks: { symbol?: string; mode?: string; spaces: string[] }[];
  spaces: { id: string; cost: number; row?: number; col?: number; effects: (Omit<EffectView, 'points'> & { vp?: number; color?: string; building?: string })[] }[];
}

function building(x: Entry): BuildingView {
  return {
    building: x.id,
    colour: x.color,
    bonus: x.completion_bonus ?? false,
    tracks: x.tracks.map((t) => ({ symbol: t.symbol ?? '', any_order: t.mode === 'any', spaces: t.spaces })),
    spaces: x.spaces.map((s) => ({ space: s.id, cost: s.cost, row: s.row, col: s.col, effects: s.effects.map(({ vp, color, building: of, ...e }) => ({ ...e, points: vp, colour: color, buildings: of ? [of] : e.buildings })) })),
  };
}

/** Different faces of a die, each with how often it has it. */
function faces(d: (typeof dice)[number]) {
  const symbols = d.faces.map((f) => f.symbol);
  return [...new Set(symbols)].map((symbol) => ({ symbol, n: symbols.filter((s) => s === symbol).length, colour: d.color, special: d.special }));
}

export const printed = {
  dice: Object.fromEntries(dice.map((d) => [d.id, faces(d)])),
  buildings: Object.fromEntries((buildings as Entry[]).map((x) => [x.id, building(x)])),
  /** Wonder and university of each city. */
  cities: Object.fromEntries((cities as { id: string; wonder: Entry; university: Entry }[]).map((c) => [c.id, [building(c.wonder), building(c.university)]])),
};
