// Forced colours (high contrast): the system's colours replace the page's, and still every button and panel has an edge that shows,
// and what is picked differs from what is not. Measured on the pixels, since that is what people see.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { desk, phone, scene } from './harness.mjs';
import { Table } from './moments/table.mjs';
import { closeDrawers, doors } from './player.mjs';

/** The moment of each board that is looked at. */
const moments = { wonders: 'age 2', duel: 'age 2', pantheon: 'age 2', architects: 'act', dice: 'late' };
const recorded = JSON.parse(readFileSync(new URL('moments/recorded.json', import.meta.url), 'utf8'));

/** The boxes of buttons, fields and panels, where they are in sight and not upon each other by design. */
const boxes = (page) =>
  page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    return [...root.querySelectorAll('button:not([disabled]), a.sit, a.commit, a.tbtn, select, input:not([type=checkbox]):not([type=radio]), .panel')].flatMap((el) => {
      const r = el.getBoundingClientRect();
      const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      if (el.closest('[data-overlap], .vh, .skip') || getComputedStyle(el).display === 'inline' || !el.contains(at) || r.left < 4 || r.top < 4 || r.right > innerWidth - 4 || r.bottom > innerHeight - 4) return [];
      return [{ name: `${el.tagName.toLowerCase()}.${[...el.classList].filter((c) => !c.startsWith('svelte-')).join('.')} "${(el.getAttribute('aria-label') ?? el.textContent).trim().slice(0, 40)}"`, x: r.left, y: r.top, w: r.width, h: r.height }];
    });
  });

/** Runs on a page of its own: how many sides of each box have an edge, and how many pixels of it differ from the picture before. */
async function compare({ now, before, list }) {
  const read = async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (c) => c.charCodeAt(0))], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height);
  };
  const light = ({ data, width }, x, y) => {
    const at = 4 * (Math.round(y) * width + Math.round(x));
    const [r, g, b] = [0, 1, 2].map((i) => (data[at + i] / 255 <= 0.04045 ? data[at + i] / 255 / 12.92 : ((data[at + i] / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const picture = await read(now);
  const old = before && (await read(before));
  return list.map(({ name, x, y, w, h }) => {
    // Across the middle of each side there are two pixels with a contrast of 3:1.
    const strip = (dx, dy, at) => Array.from({ length: 10 }, (_, i) => light(picture, at[0] + dx * (i - 4), at[1] + dy * (i - 4)));
    const sides = [0.4, 0.5, 0.6].map((f) => [strip(1, 0, [x, y + f * h]), strip(-1, 0, [x + w - 1, y + f * h]), strip(0, 1, [x + f * w, y]), strip(0, -1, [x + f * w, y + h - 1])].filter((s) => Math.max(...s) / Math.min(...s) >= 3).length);
    let changed = 0;
    if (old)
      for (let i = 0; i < w; i++)
        for (let j = 0; j < h; j++) {
          const [a, b] = [light(picture, x + i, y + j), light(old, x + i, y + j)];
          if (Math.max(a, b) / Math.min(a, b) >= 3) changed++;
        }
    return { name, sides: Math.max(...sides), changed, around: 2 * (w + h) };
  });
}

// What moves is pictured where it comes to rest.
const shot = async (page) => (await page.screenshot({ animations: 'disabled' })).toString('base64');

for (const board of doors) {
  const moment = moments[board];
  const record = recorded.find((r) => r.board === board && r.stops.some((s) => s.moment === moment));
  scene(
    `forced colours: ${board} keeps its edges, and shows what is picked`,
    async ({ server, visitor }) => {
      const table = await Table.at(server, record, moment);
      const meter = await visitor();
      const bad = [];
      let looked = 0;
      for (const [theme, size] of [['day', desk], ['night', phone]]) {
        const page = await visitor({ size, theme, cookie: table.people[0].forBrowser, plain: false });
        await page.emulateMedia({ forcedColors: 'active' });
        const edges = async (where) => {
          const found = await meter.evaluate(compare, { now: await shot(page), list: await boxes(page) });
          looked += found.length;
          bad.push(...found.filter((f) => f.sides < 3).map((f) => `${where}, ${theme}: no edge around ${f.name}`));
        };
        await page.goto(server.url, { waitUntil: 'networkidle' });
        await page.waitForSelector('.games article');
        await edges('home');
        await page.goto(`${server.url}/t/${table.id}`, { waitUntil: 'networkidle' });
        await page.waitForSelector('.shell .turn');
        await page.keyboard.press('Escape');
        await closeDrawers(page);
        await edges('board');
        const thing = page.locator('.shell button[data-nav][aria-pressed=false]:not([disabled]):not([aria-disabled=true])').first();
        const { x, y, width: w, height: h } = await thing.boundingBox();
        const before = await shot(page);
        await thing.dispatchEvent('click');
        await page.waitForSelector('.shell [data-nav][aria-pressed=true]');
        const [{ changed, around }] = await meter.evaluate(compare, { now: await shot(page), before, list: [{ name: 'picked', x, y, w, h }] });
        if (changed < around) bad.push(`${theme}: of the picked thing only ${changed} pixels changed, and it is ${around} around`);
        await edges('picked');
      }
      assert.deepEqual(bad, []);
      assert.ok(looked > 60, `only ${looked} boxes were looked at`);
    },
    { seed: `moment ${record.seed}` },
  );
}
