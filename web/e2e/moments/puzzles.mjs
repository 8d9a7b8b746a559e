// The puzzles that the build made, and how one is answered on any board.

import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(`../../engine/${name}.json`, import.meta.url), 'utf8'));

/** The ids by door, and the puzzles. */
export const list = read('puzzles');
export const collections = Object.fromEntries(Object.keys(list).map((door) => [door, read(`puzzles-${door}`)]));

const ready = (page) => page.locator('[data-commit]:not([disabled])');

/** Pick the first thing that can be played. False if nothing can be. */
export async function pick(page) {
  const things = page.locator('.bview button[data-nav]:not([disabled]):not([aria-disabled=true])');
  const actions = page.locator('.bview .actbar button.abtn:not([aria-disabled=true])');
  if (await ready(page).count()) return true;
  for (const buttons of [things, actions])
    for (let i = 0; i < Math.min(40, await buttons.count()); i++) {
      await buttons.nth(i).dispatchEvent('click');
      if (await ready(page).count()) return true;
      if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
    }
  return false;
}

/** Give the first answer that there is; whether it was right. */
export async function answer(page) {
  if (!(await pick(page))) throw new Error('nothing can be picked');
  await ready(page).dispatchEvent('click');
  await page.waitForSelector('.ver');
  return (await page.locator('.ver.bad').count()) === 0;
}
