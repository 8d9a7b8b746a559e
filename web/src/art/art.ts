// Which drawing a thing of the games uses. Icons are symbols of icons.svg; scenes are files of scenes/.

import { pictured } from '../lib/doors';

const scenes = import.meta.glob<string>('./scenes/*.svg', { query: '?url', import: 'default', eager: true });
const doors = import.meta.glob<string>('./doors/*.svg', { query: '?url', import: 'default', eager: true });

/** The address of a wonder's picture. */
export function scene(name: string): string {
  return scenes[`./scenes/${name}.svg`] ?? scenes['./scenes/forum.svg'];
}

/** The wonders of the cities, which some games call by other names. */
const cities: Record<string, string> = { alexandria: 'lighthouse', babylon: 'gardens', ephes: 'temple', giza: 'pyramids', hali: 'mausoleum', olympia: 'zeus', rhod: 'colossus' };

/** The address of the picture of a wonder or city, by its id in any of the games. */
export function wonderScene(id: string): string {
  const city = Object.keys(cities).find((c) => id.startsWith(c));
  const drawn = Object.keys(scenes).find((path) => id.includes(path.slice('./scenes/'.length, -'.svg'.length)));
  return city ? scene(cities[city]) : (scenes[drawn ?? ''] ?? scene(id));
}

/** The address of a game card's picture on the home page. */
export function door(game: string): string {
  return doors[`./doors/${pictured(game)}.svg`] ?? doors['./doors/wonders.svg'];
}

const science: Record<string, string> = {
  compass: 'dividers',
  'armillary-sphere': 'armillary',
};

/** The sign of a science symbol. */
export function scienceIcon(symbol: string): string {
  return science[symbol] ?? symbol;
}
