// Which drawing a thing of the games uses. Icons are symbols of icons.svg; scenes are files of scenes/.

const scenes = import.meta.glob<string>('./scenes/*.svg', { query: '?url', import: 'default', eager: true });
const doors = import.meta.glob<string>('./doors/*.svg', { query: '?url', import: 'default', eager: true });

/** The address of a wonder's picture. */
export function scene(name: string): string {
  return scenes[`./scenes/${name}.svg`] ?? scenes['./scenes/forum.svg'];
}

/** The address of a game card's picture on the home page. */
export function door(game: string): string {
  return doors[`./doors/${game}.svg`] ?? doors['./doors/wonders.svg'];
}

const science: Record<string, string> = {
  compass: 'dividers',
  'armillary-sphere': 'armillary',
};

/** The sign of a science symbol. */
export function scienceIcon(symbol: string): string {
  return science[symbol] ?? symbol;
}
