// The faces of cards are made from the rules data; a change there must be carried over.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error a script without types
import { faces, fileOf, games } from '../../scripts/faces.mjs';

test.each(games as string[])('faces of %s are fresh', async (game) => {
  expect(readFileSync(fileOf(game), 'utf8')).toBe(await faces(game));
});

test.each(games as string[])('every sign of %s is in the sprite', async (game) => {
  const signs = new Set([...readFileSync('src/art/icons.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map((m) => m[1]));
  const text: string = await faces(game);
  const used = [...text.matchAll(/"(?:art|icon)":"([^"]+)"/g)].map((m) => m[1]);
  const chains = [...text.matchAll(/"(?:accepts|gives)":\[([^\]]*)\]/g)].flatMap((m) => [...m[1].matchAll(/"([^"]+)"/g)].map((x) => x[1]));
  expect([...used, ...chains].filter((s) => !signs.has(s))).toEqual([]);
});
