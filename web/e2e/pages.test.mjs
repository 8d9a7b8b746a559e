// Every page in both languages, themes and sizes: axe finds nothing serious, no text sticks out of its box.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { browser, desk, phone, Server, visitor } from './harness.mjs';
import { openTable, playOut, quickGame } from './player.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server;
let b;
let finished;
before(async () => {
  [server, b] = await Promise.all([Server.start(), browser()]);
  // One finished game for the end and the replay.
  const page = await visitor(b, {});
  await quickGame(page, server.url, 'duel');
  await playOut(page, { seed: 2 });
  finished = page.url().split('/t/')[1];
  await page.context().close();
});
after(async () => {
  await b?.close();
  await server?.stop();
});

/** What axe says, as lines; only what is serious or worse. */
async function faults(page) {
  // Run by the driver: the page's own policy forbids scripts from elsewhere.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  return found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary?.split('\n')[1] ?? ''}`));
}

/** Elements whose own text is wider or higher than their box and is cut off or runs out of it. */
async function sticking(page) {
  return page.evaluate(() => {
    const bad = [];
    for (const el of document.querySelectorAll('body *')) {
      const own = [...el.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
      if (!own || el.closest('.vh, svg, option, [aria-hidden=true] .name, script, style')) continue;
      const s = getComputedStyle(el);
      if (s.visibility === 'hidden' || s.display === 'none' || s.display === 'inline') continue;
      const box = el.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      // The faces of small plates shorten long names with dots on purpose; their label says them in full.
      if (el.closest('.card.s .name')) continue;
      const dots = s.textOverflow === 'ellipsis';
      if (el.scrollWidth > el.clientWidth + 1 && s.overflowX !== 'auto' && s.overflowX !== 'scroll' && !dots) bad.push(`${el.className || el.tagName}: "${el.textContent.trim().slice(0, 40)}" ${el.scrollWidth} > ${el.clientWidth}`);
      if (box.right > innerWidth + 1 && !el.closest('.tw, .sheetwrap, .log')) bad.push(`${el.className || el.tagName}: "${el.textContent.trim().slice(0, 40)}" ends at ${Math.round(box.right)}`);
    }
    return bad;
  });
}

const walks = {
  home: async (page) => {
    await page.goto(server.url, { waitUntil: 'networkidle' });
  },
  'opening a table': async (page) => {
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await page.locator('article .more, .fr2 button').first().click();
    await page.waitForSelector('dialog[open] form');
  },
  lobby: (page) => openTable(page, server.url, 'duel'),
  rules: async (page) => {
    await page.goto(`${server.url}/rules/duel`, { waitUntil: 'networkidle' });
    await page.waitForSelector('article h2');
  },
  replay: async (page) => {
    await page.goto(`${server.url}/r/${finished}#20`, { waitUntil: 'networkidle' });
    await page.waitForSelector('.steps');
  },
  end: async (page) => {
    await page.goto(`${server.url}/r/${finished}#999`, { waitUntil: 'networkidle' });
    await page.locator('[aria-label="Scores"], [aria-label="Pontok"], .tbtn:has-text("Scores"), .tbtn:has-text("Pontok")').first().click();
    await page.waitForSelector('.end table');
  },
  missing: async (page) => {
    await page.goto(`${server.url}/nowhere`, { waitUntil: 'networkidle' });
  },
};
for (const door of ['wonders', 'duel', 'pantheon', 'architects', 'dice']) {
  walks[`table of ${door}`] = async (page) => {
    await quickGame(page, server.url, door);
    await playOut(page, { seed: 6, stop: (n) => n >= 8 });
  };
}

for (const [what, walk] of Object.entries(walks)) {
  test(`${what}: accessible, and nothing sticks out`, async () => {
    for (const [size, lang, theme] of [
      [desk, 'en', 'day'],
      [desk, 'hu', 'night'],
      [phone, 'hu', 'day'],
      [phone, 'en', 'night'],
    ]) {
      const page = await visitor(b, { size, lang, theme });
      await walk(page);
      await page.waitForTimeout(150);
      const where = `${lang}, ${theme}, ${size.width} px`;
      assert.deepEqual(await faults(page), [], `axe: ${where}`);
      assert.deepEqual(await sticking(page), [], `text: ${where}`);
      assert.deepEqual(page.faults, [], `console: ${where}`);
      await page.context().close();
    }
  });
}
