// Pictures of every board and of the pages around them. Each board is shown at a recorded moment, with something picked, so the pictures
// differ only where the page does.
//
//   node e2e/screenshots.mjs            what the README shows, into docs/img
//   node e2e/screenshots.mjs FOLDER     every board and page in every place and colours, to look at

import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browser, Server, visitor } from './harness.mjs';
import { Table } from './moments/table.mjs';
import { closeDrawers } from './player.mjs';
import { resize } from './sizes.mjs';

const all = process.argv[2];
const folder = all ? `${all}/` : fileURLToPath(new URL('../../docs/img/', import.meta.url));
mkdirSync(folder, { recursive: true });

const places = {
  desk: { width: 1366, height: 768 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
  side: { width: 844, height: 390 },
};

/** The README's pictures. */
const shown = ['wonders-desk', 'duel-desk-night', 'architects-desk', 'dice-desk', 'duel-phone', 'wonders-phone', 'pantheon-phone-night', 'dice-phone'];

/** The moment at which each board is shown. */
const boards = { wonders: 'age 2', duel: 'age 2', pantheon: 'age 2', architects: 'act', dice: 'late' };
const recorded = JSON.parse(readFileSync(new URL('moments/recorded.json', import.meta.url), 'utf8'));

const b = await browser();

/** Open a page in each colours that are wanted and take its pictures; the phones speak Hungarian. */
async function pictures(name, url, cookie, prepare = async () => {}) {
  for (const colours of ['day', 'night', ...(all ? ['forced'] : [])])
    for (const lang of ['en', 'hu']) {
      const list = Object.entries(places)
        .filter(([place]) => (lang === 'hu') === ['phone', 'small'].includes(place))
        .map(([place, size]) => ({ file: `${name}-${place}${colours === 'day' ? '' : `-${colours}`}`, size }))
        .filter(({ file }) => all || shown.includes(file));
      if (!list.length) continue;
      const page = await visitor(b, { lang, theme: colours, cookie });
      if (colours === 'forced') await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(url, { waitUntil: 'networkidle' });
      for (const { file, size } of list) {
        await resize(page, size);
        await prepare(page);
        await page.mouse.move(0, 0);
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${folder}${file}.jpg`, type: 'jpeg', quality: 82 });
        console.log(file);
      }
      await page.context().close();
    }
}

/** Pick a card, so that the action bar has something to say. */
async function pick(page) {
  await page.waitForSelector('.shell .turn');
  await page.keyboard.press('Escape');
  await closeDrawers(page);
  if (await page.locator('[data-commit]:not([disabled])').count()) return;
  // Rather one that can be afforded.
  for (const rest of [':not(.off)', ''])
    for (const el of await page.locator(`.shell button[data-nav]:not([disabled])${rest}`).all()) {
      await el.dispatchEvent('click');
      if (await page.locator('[data-commit]:not([disabled])').count()) return;
      await closeDrawers(page);
    }
}

for (const [board, moment] of Object.entries(boards)) {
  const record = recorded.find((r) => r.board === board && r.stops.some((s) => s.moment === moment));
  const server = await Server.start(['--test-seed', `moment ${record.seed}`]);
  const table = await Table.at(server, record, moment);
  await pictures(board, `${server.url}/t/${table.id}`, table.people[0].forBrowser, pick);
  if (board === 'duel') {
    await pictures('home', server.url);
    await pictures('rules', `${server.url}/rules/duel`);
  }
  await server.stop();
}
await b.close();
