// What axe says of a page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { desk, phone } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that ask for colours; no other rule can tell day from night. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe says, as lines; only what is serious or worse. A plain page is drawn in full meanwhile, since texts may lie upon background pictures. */
export async function serious(page, rules = all) {
  // Run by the driver: the page's own policy forbids scripts from elsewhere.
  await page.evaluate(axe);
  const found = await page.evaluate(async (runOnly) => {
    const plain = [...document.adoptedStyleSheets];
    document.adoptedStyleSheets = [];
    const answer = await window.axe.run(document, { runOnly });
    document.adoptedStyleSheets = plain;
    return answer;
  }, rules);
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
      assert.deepEqual(await serious(page, theme === 'day' ? all : ofColours), [], `axe: ${look}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${look}: too wide`);
    }
  await page.setViewportSize(own);
}
