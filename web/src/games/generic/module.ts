// The plain board, for games that have none of their own: it lists what the seat sees and what it may play.

import { doorName } from '../../lib/doors';
import { p } from '../../lib/i18n.svelte';
import Icon from '../../parts/Icon.svelte';
import type { GameModule } from '../contract';
import Board from './Board.svelte';

export function genericModule(game: string): GameModule<unknown> {
  const rules = async () => `# ${doorName(game)}\n\n${p('plain.rules')}\n`;
  return {
    Board,
    areas: [game],
    headline: () => ({ title: doorName(game) }),
    describe: () => null,
    shelves: () => [],
    Picture: Icon,
    rules: { en: rules, hu: rules },
    guide: [],
  };
}
