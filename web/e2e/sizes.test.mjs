// Every board and page at its key moments, in all sizes and both languages: each control lies in the window, is not covered and
// is large enough, no text is cut, and nothing lies upon something else.
// The languages take turns from game to game and from page to page; MIRABILIA_WHOLE=1 looks at everything in both, which
// "make prove STEPS=browser-sizes" does.
// MIRABILIA_WALK names boards to look at alone, MIRABILIA_PICTURES a folder for a picture of every look; without it, looks with a
// fault are pictured in failures/sizes.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe } from 'node:test';
import { desk, everything, failures, scene } from './harness.mjs';
import { walks } from './moments/index.mjs';
import { faults, faultsAt, resize, sizes, small } from './sizes.mjs';

const pictures = process.env.MIRABILIA_PICTURES;
const only = process.env.MIRABILIA_WALK?.split(',');
const languages = ['en', 'hu'];
const spoken = (i) => (everything ? languages : [languages[i % languages.length]]);

scene('sizes: a board with one fault of each kind', async ({ visitor }) => {
  const page = await visitor();
  const place = (x, y, w, h) => `position: absolute; left: ${x}px; top: ${y}px; width: ${w}px; height: ${h}px;`;
  const plain = `<button style="${place(10, 10, 100, 40)}">fine</button><p style="${place(10, 60, 100, 40)}">fine, too</p><p style="${place(10, 110, 70, 40)} overflow-wrap: anywhere">Dolgozó<i class="soft"></i>szoba</p>`;
  const planted = {
    'covered: button "under"': `<button style="${place(200, 10, 100, 40)}">under</button><div style="${place(240, 0, 20, 60)}"></div>`,
    'outside the window: button "out"': `<button style="${place(1000, 10, 100, 40)}">out</button>`,
    'smaller than 24 px: button "low"': `<button style="${place(200, 10, 100, 20)}">low</button>`,
    'smaller than 44 px: button "end"': `<button data-commit style="${place(200, 10, 100, 40)}">end</button>`,
    'cut: "too long for its box"': `<p style="${place(200, 10, 40, 20)} overflow: hidden; white-space: nowrap">too long for its box</p>`,
    'broken: "Dolgozószoba"': `<p style="${place(200, 10, 70, 40)} overflow-wrap: anywhere">Dolgozószoba</p>`,
    'leaves its button: "longer than its button"': `<button style="${place(200, 10, 60, 40)} white-space: nowrap">longer than its button</button>`,
    'leaves the window: "beyond the edge"': `<p style="${place(1000, 10, 100, 20)} white-space: nowrap">beyond the edge</p>`,
    'under something: "hidden"': `<p style="${place(200, 10, 60, 20)}">hidden</p><div style="${place(190, 0, 90, 60)}"></div>`,
    'overlap: section "one" and section "two"': `<section style="${place(0, 0, 90, 60)}; position: relative">one</section><section style="position: relative; top: -30px; left: 60px">two</section>`,
    'busy: ul "one"': `<ul aria-busy="true" style="${place(200, 10, 60, 20)}">one</ul>`,
    'the page scrolls': `<div style="height: 2000px"></div>`,
  };
  const size = { width: 1024, height: 768, touch: true };
  const seen = async (html) => {
    await page.setContent(`<!doctype html><style>.soft::before { content: "\\00AD" }</style><body style="margin: 0; font: 14px sans-serif"><div class="shell">${html}</div>`);
    return (await faultsAt(page, size, small)).bad;
  };
  assert.deepEqual(await seen(plain), []);
  for (const [fault, html] of Object.entries(planted)) {
    const list = await seen(plain + html);
    assert.ok(list.some((f) => f.startsWith(fault)), `${fault}: ${list}`);
  }
});

// Two at a time: while one game is brought to its next moment, the other is looked at.
describe('all sizes', { concurrency: 2 }, () => {
  for (const [i, { board, name, seed, walk, engine }] of walks.entries()) {
    if (only && !only.includes(board)) continue;
    scene(
      `sizes: ${name}`,
      async ({ server, visitor, t }) => {
        const open = async (path, options = {}) =>
          Promise.all(
            spoken(i).map(async (lang) => {
              const page = await visitor({ ...options, lang });
              page.lang = lang;
              await page.goto(server.url + path, { waitUntil: 'networkidle' });
              return page;
            }),
          );
        // Which fault, where.
        const found = new Map();
        let [moments, looked, controls, texts] = [0, 0, 0, 0];
        const look = async (page, size, moment, { bad, ...all }) => {
          looked++;
          const where = `${size.width}x${size.height} ${page.lang}`;
          controls += all.controls;
          texts += all.texts;
          for (const fault of bad) {
            const key = `${moment}: ${fault.replace(/ at -?\d+,-?\d+ \d+x\d+/, '')}`;
            found.set(key, [...(found.get(key) ?? []), where]);
          }
          const folder = pictures ?? (bad.length && join(failures, 'sizes'));
          if (!folder) return;
          if (!pictures) await resize(page, size);
          await page.screenshot({ path: join(folder, `${name} ${moment} ${where}.png`.replace(/[^\w.]+/g, '-')) });
        };
        for await (const { moment, pages, again, then, keys } of walk({ server, open })) {
          moments++;
          // Each page has a process of its own, and goes through the sizes at its own pace.
          await Promise.all(
            pages.map(async (page) => {
              for (const size of sizes) {
                const scale = pictures ? 1 : small;
                if (again) {
                  await resize(page, size, scale);
                  await again(page);
                }
                await look(page, size, moment, await (again ? faults(page, size) : faultsAt(page, size, scale)));
                if (!then) continue;
                await then.go(page);
                await look(page, size, `${moment}, ${then.moment}`, await faults(page, size));
                assert.ok(await then.back(page), `${moment}: what was done for "${then.moment}" cannot be undone at ${size.width}x${size.height}`);
              }
              assert.deepEqual(page.faults, [], `${moment}: console`);
              // The mouse goes on where everything can be pressed, and in a window that is drawn in full.
              if (!keys) await resize(page, desk, 1, true);
            }),
          );
        }
        t.diagnostic(`${looked} looks at ${controls} controls and ${texts} texts`);
        assert.ok(looked >= spoken(i).length * moments * sizes.length, `only ${looked} pages were looked at`);
        const lines = [...found].map(([key, where]) => `${key} (${where.join(', ')})`).sort();
        assert.equal(lines.length, 0, `\n${lines.join('\n')}`);
      },
      { seed, lean: !engine },
    );
  }
});
