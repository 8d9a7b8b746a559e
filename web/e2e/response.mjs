// How soon a press shows, as people feel it: the time from the press to the next paint ("interaction to next paint") at a quarter of
// the processor's speed, for every board with most seats, on a phone and on a desk. It measures a clock, so it is no test.
//
//   node e2e/response.mjs [BOARD ...]

import { readFileSync } from 'node:fs';
import { browser, desk, phone, Server, visitor } from './harness.mjs';
import { Table } from './moments/table.mjs';
import { closeDrawers } from './player.mjs';

const presses = 40;
const slower = 4;
const moments = { dice: 'late', wonders: 'late', architects: 'late', duel: 'late', pantheon: 'age 3' };
const recorded = JSON.parse(readFileSync(new URL('moments/recorded.json', import.meta.url), 'utf8'));
const named = process.argv.slice(2);

/** The middles of what can be pressed without ending the turn, where it is not covered. */
const spots = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.shell button[data-nav]:not([disabled]), .actbar .abtn')].flatMap((el) => {
      const r = el.getBoundingClientRect();
      const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
      return el.contains(document.elementFromPoint(x, y)) ? [{ x, y }] : [];
    }),
  );

/** The time of each press, in ms. */
async function measured(page) {
  await page.evaluate(() => {
    window.presses = new Map();
    new PerformanceObserver((list) => {
      for (const e of list.getEntries()) if (e.interactionId && !e.name.startsWith('key')) window.presses.set(e.interactionId, Math.max(e.duration, window.presses.get(e.interactionId) ?? 0));
    }).observe({ type: 'event', durationThreshold: 16 });
  });
  const line = await page.context().newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: slower });
  for (let i = 0; i < presses; i++) {
    let list = await spots(page);
    // The press before may have opened something that covers the board.
    if (!list.length) {
      await closeDrawers(page);
      list = await spots(page);
    }
    const { x, y } = list[(i * 7) % list.length];
    await page.mouse.move(x, y);
    await page.mouse.click(x, y, { delay: 60 });
    await page.waitForTimeout(400);
  }
  const times = await page.evaluate(() => [...window.presses.values()]);
  // What took less than 16 ms is not told.
  return [...Array(Math.max(0, presses - times.length)).fill(16), ...times].sort((a, b) => a - b);
}

const b = await browser();
for (const [board, moment] of Object.entries(moments).filter(([x]) => !named.length || named.includes(x))) {
  const record = recorded.filter((r) => r.board === board && r.stops.some((s) => s.moment === moment)).sort((x, y) => y.seats - x.seats)[0];
  const server = await Server.start(['--test-seed', `moment ${record.seed}`]);
  const table = await Table.at(server, record, moment);
  for (const size of [phone, desk]) {
    const page = await visitor(b, { size, cookie: table.people[0].forBrowser, speed: 'normal' });
    await page.goto(`${server.url}/t/${table.id}`, { waitUntil: 'networkidle' });
    await page.waitForSelector('.shell .turn');
    await page.keyboard.press('Escape');
    await closeDrawers(page);
    const times = await measured(page);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
    console.log(`${board} with ${record.seats} seats, ${size.width}x${size.height}: half within ${at(0.5)} ms, 75% within ${at(0.75)} ms, all within ${times.at(-1)} ms`);
    await page.context().close();
  }
  await server.stop();
}
await b.close();
