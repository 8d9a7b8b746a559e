// Which sign of the sprite represents a face of a die, a building or a city.

/** Symbols whose sign has another name. */
const renamed: Record<string, string> = {
  compass: 'dividers',
  fountain: 'water-drop',
  temple: 'greek-temple',
  coin: 'two-coins',
  axe: 'battle-axe',
  sword: 'broadsword',
  textile: 'loom',
  guild: 'g-purple',
};

export interface FaceSign {
  /** The large sign; four of them share the face that shows four colours. */
  main: string[];
  /** The small one that says what is done: compare, mark, whose leader. */
  sub?: string;
}

/** The signs of a face. */
export function faceSign(symbol: string): FaceSign {
  const [kind, of] = symbol.split('_');
  switch (kind) {
    case 'leader':
      return { main: ['stone-bust'], sub: of === 'laurel' ? 'laurels' : `g-${of}` };
    case 'mark':
      return { main: of === 'any' ? ['g-red', 'g-green', 'g-blue', 'g-yellow'] : [`g-${of}`], sub: 'plus' };
    case 'compare':
      return { main: [`g-${of}`], sub: 'scales' };
    default:
      return { main: [renamed[symbol] ?? symbol] };
  }
}

/** The disc of a resource; textiles are drawn as the other games draw looms. */
export const pip = (resource: string) => renamed[resource] ?? resource;

/** The colours of buildings, for the small signs that stand for them. */
export const colourOf: Record<string, string> = {
  warehouse: 'grey',
  wonder: 'wonder',
  barracks_west: 'red',
  barracks_east: 'red',
  agora: 'blue',
  market: 'yellow',
  university: 'green',
  guild: 'purple',
  statue_park: 'white',
};

/** Colours of several buildings, each once. */
export const coloursOf = (buildings: string[]) => [...new Set(buildings.map((x) => colourOf[x]))];

export const scenes: Record<string, string> = {
  alexandria: 'lighthouse',
  babylon: 'gardens',
  ephesus: 'temple',
  giza: 'pyramids',
  halicarnassus: 'mausoleum',
  olympia: 'zeus',
  rhodes: 'colossus',
};

export const bonusSign: Record<string, string> = {
  bonus_action: 'again',
  bonus_mark: 'plus',
  bonus_coins: 'two-coins',
};
