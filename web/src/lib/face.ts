// The face of a printed thing: what a card, wonder or token shows. Boards get their faces from a table of
// their own (faces.ts in each game's folder); the parts draw them.

export type Colour = 'brown' | 'grey' | 'blue' | 'yellow' | 'red' | 'green' | 'purple' | 'white' | 'black' | 'wonder';

/** One printed effect. */
export type Fx =
  /** Resource discs, all of them, or one of them with or. */
  | { k: 'res'; of: string[]; or?: boolean }
  | { k: 'coin'; n?: number }
  | { k: 'vp'; n: number | string }
  | { k: 'shield'; n: number }
  /** Science signs, all of them, or one of them with or. */
  | { k: 'sci'; of: string[]; or?: boolean }
  /** These resources cost n coins each when bought; to says from whom, nobody means the bank. */
  | { k: 'price'; of: string[]; n: number; to?: 'left' | 'right' | 'both' }
  /** Something for each card of the colours, or each thing of an icon: mine, my neighbours', or both. */
  | { k: 'per'; give: Fx; colours?: Colour[]; icon?: string; of?: 'me' | 'sides' | 'all' }
  /** Any sign of the sprite; a number after it where it counts. */
  | { k: 'sign'; icon: string; n?: number | string; tone?: 'now' | 'plain' | Colour }
  | { k: 'text'; text: string };

export interface Face {
  id: string;
  colour: Colour;
  /** The engraving in the lower pane: an icon of the sprite. */
  art: string;
  age?: number;
  /** Printed cost: coins, then resources one by one. */
  coins?: number;
  cost?: string[];
  fx: Fx[];
  /** The chain signs (icons) it accepts and gives. */
  accepts?: string[];
  gives?: string[];
}

export interface WonderFace {
  id: string;
  /** A picture of art/scenes. */
  scene: string;
  cost: string[];
  coins?: number;
  fx: Fx[];
}
