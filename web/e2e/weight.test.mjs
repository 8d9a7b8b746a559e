// How heavy the page is and how quickly it answers.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { browser, phone, Server, visitor } from './harness.mjs';
import { playOut, quickGame } from './player.mjs';

let server;
let b;
before(async () => {
  [server, b] = await Promise.all([Server.start(), browser()]);
});
after(async () => {
  await b?.close();
  await server?.stop();
});

test('all JavaScript together is under 250 KB compressed', () => {
  const folder = fileURLToPath(new URL('../dist/assets/', import.meta.url));
  // Texts of one language are loaded, not of both; they are data and counted for the larger language.
  const files = readdirSync(folder).filter((f) => f.endsWith('.js'));
  const sizes = files.map((f) => ({ f, n: gzipSync(readFileSync(folder + f), { level: 9 }).length }));
  const total = sizes.reduce((n, x) => n + x.n, 0);
  assert.ok(total < 250 * 1024, `${Math.round(total / 1024)} KB: ${sizes.sort((x, y) => y.n - x.n).slice(0, 6).map((x) => `${x.f} ${Math.round(x.n / 1024)}`).join(', ')}`);
});

test('a press is painted within 100 ms on a phone four times slower than this machine', async () => {
  const page = await visitor(b, { size: phone });
  await quickGame(page, server.url, 'duel');
  await playOut(page, { seed: 11, stop: (n) => n >= 10 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    window.pressed = [];
    new PerformanceObserver((list) => {
      for (const e of list.getEntries()) if (e.interactionId) window.pressed.push(e.duration);
    }).observe({ type: 'event', buffered: false, durationThreshold: 16 });
  });
  for (let i = 0; i < 12; i++) {
    const cards = page.locator('.struct button.card');
    const n = await cards.count();
    if (n === 0) break;
    await cards.nth(i % n).tap({ force: true, position: { x: 25, y: 70 } }).catch(() => {});
    await page.waitForTimeout(250);
  }
  const times = (await page.evaluate(() => window.pressed)).sort((x, y) => x - y);
  const slow = times[Math.floor(times.length * 0.98)] ?? 0;
  assert.ok(times.length >= 3, `only ${times.length} presses were measured`);
  assert.ok(slow < 100, `98th percentile ${slow} ms of ${times.join(', ')}`);
  await page.context().close();
});
