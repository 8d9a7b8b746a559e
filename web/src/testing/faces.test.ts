// The faces of cards are made from the rules data; a change there must be carried over.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error a script without types
import { faces, fileOf, games } from '../../scripts/faces.mjs';

test.each(games as string[])('faces of %s are fresh', async (game) => {
  expect(readFileSync(fileOf(game), 'utf8')).toBe(await faces(game));
});

const signs = new Set([...readFileSync('src/art/icons.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map((m) => m[1]));

test('every sign that a component names is in the sprite', () => {
  const parts = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.svelte'));
  const used = parts.flatMap((f) => [...readFileSync(`src/${f}`, 'utf8').matchAll(/<Icon id="([^"{]+)"/g)].map((m) => `${m[1]} in ${f}`));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((s) => !signs.has(s.split(' ')[0]))).toEqual([]);
});

test.each(games as string[])('every sign of %s is in the sprite', async (game) => {
  const text: string = await faces(game);
  const used = [...text.matchAll(/"(?:art|icon)":"([^"]+)"/g)].map((m) => m[1]);
  const chains = [...text.matchAll(/"(?:accepts|gives)":\[([^\]]*)\]/g)].flatMap((m) => [...m[1].matchAll(/"([^"]+)"/g)].map((x) => x[1]));
  expect([...used, ...chains].filter((s) => !signs.has(s))).toEqual([]);
});
