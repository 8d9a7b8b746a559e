// What axe says of a page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { desk, phone } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe says, as lines; only what is serious or worse. */
export async function serious(page) {
  // Run by the driver: the page's own policy forbids scripts from elsewhere.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  return found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary?.split('\n')[1] ?? ''}`));
}

/** Both sizes and themes pass, and nothing is too wide. The page is left as it was, by day. */
export async function fine(page, where) {
  const own = page.viewportSize();
  for (const size of [desk, phone])
    for (const theme of ['night', 'day']) {
      const look = `${where}, ${size.width} wide, ${theme}`;
      await page.setViewportSize(size);
      await page.evaluate((x) => (document.documentElement.dataset.theme = x), theme);
      assert.deepEqual(await serious(page), [], `axe: ${look}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${look}: too wide`);
    }
  await page.setViewportSize(own);
}
