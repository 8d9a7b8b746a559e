// Every board and page at its key moments, in all sizes and both languages: each control lies in the window, is not covered and
// is large enough, no text is cut, and nothing lies upon something else. MIRABILIA_WALK names boards to look at alone,
// MIRABILIA_PICTURES a folder for a picture of every look.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { scene } from './harness.mjs';
import { mending, walks } from './moments/index.mjs';
import { faults, resize, sizes } from './sizes.mjs';

const pictures = process.env.MIRABILIA_PICTURES;
const only = process.env.MIRABILIA_WALK?.split(',');

for (const { board, name, seed, walk } of walks.filter((w) => !only || only.includes(w.board))) {
  scene(
    `sizes: ${name}`,
    async ({ server, visitor, t }) => {
      const open = async (path, options = {}) =>
        Promise.all(
          ['en', 'hu'].map(async (lang) => {
            const page = await visitor({ ...options, lang });
            page.lang = lang;
            await page.goto(server.url + path, { waitUntil: 'networkidle' });
            return page;
          }),
        );
      // Which fault, where.
      const found = new Map();
      let looked = 0;
      for await (const { moment, pages, again } of walk({ server, open })) {
        for (const size of sizes) {
          // Both languages at once: each page has a process of its own.
          await Promise.all(
            pages.map(async (page) => {
              await resize(page, size);
              if (again) await again(page);
              looked++;
              const where = `${size.width}x${size.height} ${page.lang}`;
              if (pictures) await page.screenshot({ path: join(pictures, `${name} ${moment} ${where}.png`.replace(/[^\w.]+/g, '-')) });
              for (const fault of await faults(page, size)) {
                const key = `${moment}: ${fault.replace(/ at -?\d+,-?\d+ \d+x\d+/, '')}`;
                found.set(key, [...(found.get(key) ?? []), where]);
              }
            }),
          );
        }
        for (const page of pages) {
          assert.deepEqual(page.faults, [], `${moment}: console`);
          // The next moment is loaded at a size at which everything can be pressed.
          await resize(page, { width: 1440, height: 900 });
        }
      }
      assert.ok(looked >= 2 * sizes.length, `only ${looked} pages were looked at`);
      const lines = [...found].map(([key, where]) => `${key} (${where.join(', ')})`).sort();
      if (!mending.includes(board)) return assert.deepEqual(lines, []);
      t.diagnostic(`${lines.length} faults at ${looked} looks, which are being mended`);
      if (process.env.MIRABILIA_WALK) for (const l of lines) t.diagnostic(l);
    },
    { seed },
  );
}
