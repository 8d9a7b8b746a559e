// Pictures of every board at both sizes and in both themes, and of the pages around them, into docs/img. Fixed numbers
// choose the picks and a fixed seed deals, so the pictures differ only where the page does.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browser, desk, phone, Server, visitor } from './harness.mjs';
import { playOut, quickGame } from './player.mjs';

const folder = fileURLToPath(new URL('../../docs/img/', import.meta.url));
mkdirSync(folder, { recursive: true });

const server = await Server.start(['--test-seed', 'pictures']);
const b = await browser();

/** How far into each game the picture is taken, in own decisions. */
const far = { wonders: 9, duel: 16, pantheon: 20, architects: 10, dice: 6 };

async function picture(page, name) {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(name);
}

/** Close what the way here opened, and pick something, so that the action bar has something to say. */
async function pick(page) {
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('.shell [data-nav]')].filter((el) => el.tagName === 'BUTTON' && !el.disabled);
    all.find((el) => el.classList.contains('card') && !el.classList.contains('off'))?.click();
  });
}

for (const [place, size] of Object.entries({ desk, phone })) {
  for (const theme of ['day', 'night']) {
    // The phone speaks Hungarian.
    const lang = place === 'phone' ? 'hu' : 'en';
    const tail = `${place}${theme === 'night' ? '-night' : ''}`;
    for (const door of Object.keys(far)) {
      const page = await visitor(b, { size, lang, theme });
      await quickGame(page, server.url, door);
      await playOut(page, { seed: 5, stop: (n) => n >= far[door] }).catch((e) => console.error(`${door}: ${e.message}`));
      await pick(page);
      await picture(page, `${door}-${tail}`);
      await page.context().close();
    }
    const page = await visitor(b, { size, lang, theme });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await picture(page, `home-${tail}`);
    await page.goto(`${server.url}/rules/duel`, { waitUntil: 'networkidle' });
    await picture(page, `rules-${tail}`);
    await page.context().close();
  }
}

await b.close();
await server.stop();
