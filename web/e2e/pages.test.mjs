// Every page at both sizes, in both languages and both themes: axe finds nothing serious, no text sticks out of its box. Which language
// and theme a size gets changes from page to page; MIRABILIA_WHOLE=1 looks at every page on all screens.

import assert from 'node:assert/strict';
import { serious } from './axe.mjs';
import { desk, everything, phone, scene } from './harness.mjs';
import { closeDrawers, doors, myTurn, openTable, playOut, quickGame, whole } from './player.mjs';

/** Texts that are cut off or run out of their box or of the window; what is shortened with dots on purpose is not meant. */
async function sticking(page) {
  return page.evaluate(() => {
    const bad = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const el = node.parentElement;
      if (!node.textContent.trim() || el.closest('.vh, option, script, style, noscript, .tw, .sheetwrap') || getComputedStyle(el).visibility === 'hidden') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0) continue;
      const say = (why) => bad.push(`"${node.textContent.trim().slice(0, 40)}" (${el.className || el.tagName}) ${why}`);
      // Up to the first box that cuts or scrolls: there the text must fit, or end in dots.
      let box = el;
      let dots = false;
      while (box && box !== document.body) {
        const s = getComputedStyle(box);
        dots ||= s.textOverflow === 'ellipsis' || s.webkitLineClamp !== 'none';
        if (s.overflowX !== 'visible') break;
        box = box.parentElement;
      }
      const s = box && getComputedStyle(box);
      if (s && /auto|scroll/.test(s.overflowX + s.overflowY)) continue;
      if (text.left < -1 || text.right > innerWidth + 1) say(`reaches from ${Math.round(text.left)} to ${Math.round(text.right)}`);
      if (dots || !box) continue;
      const r = box.getBoundingClientRect();
      if (text.left < r.left - 1 || text.right > r.right + 1) say(`is cut: ${Math.round(text.left)}-${Math.round(text.right)} in ${Math.round(r.left)}-${Math.round(r.right)}`);
      // A button's own text stays inside the button.
      const button = el.closest('button, a, .pill, .turn');
      const b = button?.getBoundingClientRect();
      if (b && b.width && (text.left < b.left - 1 || text.right > b.right + 1)) say(`leaves its button: ${Math.round(text.left)}-${Math.round(text.right)} in ${Math.round(b.left)}-${Math.round(b.right)}`);
    }
    return bad;
  });
}

/** A Duel played to its end, for the pages that come after it. */
async function finish(page, server, seed) {
  await quickGame(page, server.url, 'duel');
  await playOut(page, { seed });
}

/** The game that must be played before a page can be looked at. */
const games = { replay: finish, end: finish };

/** How a visitor comes to each page; id is that of the game that was played for it. */
const walks = {
  home: async (page, server) => {
    await page.goto(server.url, { waitUntil: 'networkidle' });
  },
  'opening a table': async (page, server) => {
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await page.locator('article .more:visible, .fr2 button:visible').first().click();
    await page.waitForSelector('dialog[open] form');
  },
  settings: async (page, server) => {
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await page.locator('.top .cog:visible, .tabs button:visible').last().click();
    await page.waitForSelector('dialog[open] fieldset');
  },
  'an invitation': async (page, server) => {
    await page.goto(`${server.url}/t/abc#invite=abc&from=Anna&game=duel`, { waitUntil: 'networkidle' });
    await page.waitForSelector('input[autocomplete=nickname]');
  },
  lobby: (page, server) => openTable(page, server.url, 'duel'),
  'rules beside the game': async (page, server) => {
    await quickGame(page, server.url, 'duel');
    await page.keyboard.press('r');
    await page.waitForSelector('.drawer article h2');
  },
  rules: async (page, server) => {
    await page.goto(`${server.url}/rules/duel`, { waitUntil: 'networkidle' });
    await page.waitForSelector('article h2');
  },
  replay: async (page, server, id) => {
    await page.goto(`${server.url}/r/${id}#20`, { waitUntil: 'networkidle' });
    await page.waitForSelector('.steps');
  },
  end: async (page, server, id) => {
    await page.goto(`${server.url}/r/${id}#999`, { waitUntil: 'networkidle' });
    await page.locator('[aria-label="Scores"], [aria-label="Pontok"], .tbtn:has-text("Scores"), .tbtn:has-text("Pontok")').first().click();
    await page.waitForSelector('.end table');
  },
  missing: async (page, server) => {
    await page.goto(`${server.url}/nowhere`, { waitUntil: 'networkidle' });
  },
};
for (const door of doors) {
  const name = `table of ${door}`;
  games[name] = async (page, server, seed) => {
    await quickGame(page, server.url, door);
    await playOut(page, { seed, stop: (n) => n >= 8 });
  };
  walks[name] = async (page, server, id) => {
    await page.goto(`${server.url}/t/${id}`, { waitUntil: 'networkidle' });
    await myTurn(page);
    await closeDrawers(page);
    await whole(page);
  };
}

const screens = [
  [desk, 'en', 'day'],
  [phone, 'hu', 'night'],
  [desk, 'hu', 'night'],
  [phone, 'en', 'day'],
];

for (const [i, [what, walk]] of Object.entries(walks).entries()) {
  scene(`${what}: accessible, and nothing sticks out`, async ({ server, seed, visitor }) => {
    let id, cookies;
    for (const [size, lang, theme] of screens.filter((_, n) => everything || (n < 2) === (i % 2 === 0))) {
      const page = await visitor({ size, lang, theme });
      // To play takes longer than to look: one person plays, and comes back to the game with another screen.
      if (id) await page.context().addCookies(cookies);
      else if (games[what]) {
        await games[what](page, server, seed);
        id = page.url().split('/t/')[1];
        cookies = await page.context().cookies();
      }
      await walk(page, server, id);
      await page.waitForTimeout(150);
      const where = `${lang}, ${theme}, ${size.width} px`;
      assert.deepEqual(await serious(page), [], `axe: ${where}`);
      assert.deepEqual(await sticking(page), [], `text: ${where}`);
      assert.equal(await page.locator('h1').count(), 1, `headings: ${where}`);
      assert.match(await page.title(), /\S – Mirabilia$/, `title: ${where}`);
      assert.deepEqual(page.faults, [], `console: ${where}`);
      await page.context().close();
    }
  });
}

scene('without a network the kept page offers games on this device, tables of the server say so, and all go on by themselves when the network is back', async ({ server, visitor }) => {
  for (const [size, lang, title, note] of [
    [desk, 'en', 'No connection', "You're offline. Games on this device work."],
    [phone, 'hu', 'Nincs kapcsolat', 'Nincs kapcsolat. Az eszközödön lévő játékok működnek.'],
  ]) {
    const page = await visitor({ size, lang, engine: 'device', quiet: ['ERR_INTERNET_DISCONNECTED', 'ERR_FAILED', 'Failed to load resource', 'WebSocket connection'] });
    await openTable(page, server.url, 'duel');
    const table = page.url();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await (await caches.open('mirabilia-1')).keys()).some((r) => /\/Table-[^/]*\.js$/.test(r.url)), null, { timeout: 10000 });
    await page.context().setOffline(true);
    await page.reload({ waitUntil: 'load' });
    await page.waitForSelector(`h1:has-text("${title}")`);
    assert.deepEqual(await sticking(page), []);
    // Parts of the page that were never fetched say it, too.
    await page.goto(`${server.url}/rules/duel`);
    await page.waitForSelector(`h1:has-text("${title}")`);
    await page.goto(server.url);
    assert.equal((await page.locator('.offline[role=status]').textContent()).trim(), note);
    assert.equal(await page.locator('.games article button.commit:enabled').count(), doors.length);
    assert.deepEqual(await sticking(page), []);
    await page.context().setOffline(false);
    await page.waitForSelector('.offline', { state: 'detached', timeout: 15000 });
    await page.context().setOffline(true);
    await page.goto(table);
    await page.waitForSelector(`h1:has-text("${title}")`);
    await page.context().setOffline(false);
    await page.waitForSelector('.seats', { timeout: 30000 });
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});
