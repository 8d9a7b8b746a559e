// Writes src/games/<game>/faces.ts from the rules data beside each game (games/<game>/testdata), which a Go test
// compares with the tables the game is played by. One file of scripts/faces for each game; with --check
// nothing is written and stale files are named.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** What the file of a game should hold. */
export async function faces(game) {
  const { tables } = await import(join(here, 'faces', `${game}.mjs`));
  const read = (name) => JSON.parse(readFileSync(join(here, '../../games', game, 'testdata', name), 'utf8'));
  const types = new Set();
  const parts = tables(read).map(({ name, type, rows, doc }) => {
    types.add(type);
    const lines = Object.entries(rows).map(([id, row]) => `  ${JSON.stringify(id)}: ${JSON.stringify({ id, ...row })},`);
    return `/** ${doc} */\nexport const ${name}: Record<string, ${type}> = {\n${lines.join('\n')}\n};\n`;
  });
  return `// Made by scripts/faces.mjs from games/${game}/testdata; do not edit.\n\nimport type { ${[...types].sort().join(', ')} } from '../../lib/face';\n\n${parts.join('\n')}`;
}

export const games = readdirSync(join(here, 'faces'))
  .filter((f) => f.endsWith('.mjs') && !f.startsWith('_'))
  .map((f) => f.slice(0, -4));

export const fileOf = (game) => join(here, '../src/games', game, 'faces.ts');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let stale = 0;
  for (const game of games) {
    const text = await faces(game);
    const file = fileOf(game);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    stale++;
    if (process.argv.includes('--check')) console.error(`${file} is stale: run node scripts/faces.mjs`);
    else writeFileSync(file, text);
  }
  if (stale && process.argv.includes('--check')) process.exit(1);
}
