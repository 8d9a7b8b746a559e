// Made by scripts/faces.mjs from games/architects/testdata; do not edit.

import type { Face } from '../../lib/face';

/** The kinds of card. */
export const cards: Record<string, Face> = {
  "wood": {"id":"wood","colour":"grey","art":"wood-pile","fx":[{"k":"res","of":["wood"]}]},
  "stone": {"id":"stone","colour":"grey","art":"stone-stack","fx":[{"k":"res","of":["stone"]}]},
  "brick": {"id":"brick","colour":"grey","art":"brick-pile","fx":[{"k":"res","of":["clay"]}]},
  "papyrus": {"id":"papyrus","colour":"grey","art":"scroll-unfurled","fx":[{"k":"res","of":["papyrus"]}]},
  "glass": {"id":"glass","colour":"grey","art":"square-bottle","fx":[{"k":"res","of":["glass"]}]},
  "gold": {"id":"gold","colour":"yellow","art":"two-coins","fx":[{"k":"coin","n":1}]},
  "vp3": {"id":"vp3","colour":"blue","art":"greek-temple","fx":[{"k":"vp","n":3}]},
  "vp2cat": {"id":"vp2cat","colour":"blue","art":"obelisk","fx":[{"k":"vp","n":2},{"k":"sign","icon":"bastet"}]},
  "shield0": {"id":"shield0","colour":"red","art":"defensive-wall","fx":[{"k":"shield","n":1}]},
  "shield1": {"id":"shield1","colour":"red","art":"barracks-tent","fx":[{"k":"shield","n":1},{"k":"sign","icon":"hornI"}]},
  "shield2": {"id":"shield2","colour":"red","art":"siege-tower","fx":[{"k":"shield","n":1},{"k":"sign","icon":"hornI"},{"k":"sign","icon":"hornI"}]},
  "compass": {"id":"compass","colour":"green","art":"sundial","fx":[{"k":"sci","of":["compass"]}]},
  "gear": {"id":"gear","colour":"green","art":"crane","fx":[{"k":"sci","of":["gear"]}]},
  "tablet": {"id":"tablet","colour":"green","art":"bookshelf","fx":[{"k":"sci","of":["tablet"]}]},
};
