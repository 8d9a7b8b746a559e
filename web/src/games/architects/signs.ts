// Which sign of the sprite represents a token, an ability or a resource.

/** The small sign on the starred stages of a wonder. */
export const abilitySign: Record<string, string> = {
  alexandria: 'card-pick',
  babylon: 'lotus',
  ephesos: 'card-draw',
  halicarnassus: 'eye',
  olympia: 'card-draw',
  rhodes: 'shield',
};

export const tokenSign: Record<string, string> = {
  urbanism: 'village',
  crafts: 'scroll-quill',
  jewellery: 'chest',
  science: 'orrery',
  propaganda: 'hornI',
  architecture: 'crane',
  economy: 'two-coins',
  engineering: 'cog',
  tactics: 'gladius',
  decor: 'amphora',
  politics: 'bastet',
  strategy: 'laurel-crown',
  education: 'philosopher-bust',
  culture: 'drama-masks',
};

/** The disc of a resource; brick is drawn as the other games draw clay. */
export const pip = (resource: string) => (resource === 'brick' ? 'clay' : resource);

/** The resources in the order in which they are always shown. */
export const resources = ['wood', 'stone', 'brick', 'papyrus', 'glass'];

export const symbols = ['compass', 'gear', 'tablet'];

/** The cards of a set of symbols. */
export const setCards: Record<string, string[]> = {
  'compass-pair': ['compass', 'compass'],
  'gear-pair': ['gear', 'gear'],
  'tablet-pair': ['tablet', 'tablet'],
  triple: ['compass', 'gear', 'tablet'],
};
