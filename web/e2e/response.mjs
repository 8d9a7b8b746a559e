// How soon a press shows, as people feel it: the time from the press to the next paint ("interaction to next paint") at a quarter of
// the processor's speed, for every board with most seats, on a phone and on a desk. It measures a clock, so it is no test.
//
// Where a press is slow, "cpu" tells the kinds of presses apart: what each took of the page's thread, in CPU time, which does not grow when the
// machine is busy. That is measured without slowing the processor.
//
//   node e2e/response.mjs [cpu] [BOARD ...]

import { readFileSync } from 'node:fs';
import { browser, desk, phone, Server, visitor } from './harness.mjs';
import { Table } from './moments/table.mjs';
import { closeDrawers } from './player.mjs';

const presses = 40;
const slower = 4;
const moments = { dice: 'late', wonders: 'late', architects: 'late', duel: 'late', pantheon: 'age 3' };
const recorded = JSON.parse(readFileSync(new URL('moments/recorded.json', import.meta.url), 'utf8'));
const named = process.argv.slice(2).filter((x) => x !== 'cpu');
const cpu = process.argv.includes('cpu');

/** The middles of what can be pressed without ending the turn, where it is not covered, and the part of the board that each belongs to. */
const spots = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.shell button[data-nav]:not([disabled]), .actbar .abtn')].flatMap((el) => {
      const r = el.getBoundingClientRect();
      const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
      return el.contains(document.elementFromPoint(x, y)) ? [{ x, y, kind: el.closest('[data-zone]')?.dataset.zone ?? el.className.split(' ')[0] }] : [];
    }),
  );

/** Press one thing after the other; each gets the part of the board that is pressed and waits for the press. */
async function pressed(page, each) {
  for (let i = 0; i < presses; i++) {
    let list = await spots(page);
    // The press before may have opened something that covers the board.
    if (!list.length) {
      await closeDrawers(page);
      list = await spots(page);
    }
    const { x, y, kind } = list[(i * 7) % list.length];
    await page.mouse.move(x, y);
    await each(kind, async () => {
      await page.mouse.click(x, y, { delay: 60 });
      await page.waitForTimeout(400);
    });
  }
}

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
  await pressed(page, (_, press) => press());
  const times = await page.evaluate(() => [...window.presses.values()]);
  // What took less than 16 ms is not told.
  return [...Array(Math.max(0, presses - times.length)).fill(16), ...times].sort((a, b) => a - b);
}

/** What each kind of press takes of the page's thread: the longest task from the press on, and all of them, in ms of CPU time. */
async function costs(b, page) {
  const kinds = new Map();
  await pressed(page, async (kind, press) => {
    await b.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'] });
    await page.evaluate(() => performance.mark('here'));
    await press();
    const { traceEvents } = JSON.parse(await b.stopTracing());
    const here = traceEvents.find((e) => e.name === 'here');
    const own = traceEvents.filter((e) => e.pid === here.pid && e.tid === here.tid && e.ts > here.ts);
    const tasks = own.filter((e) => e.name === 'ThreadControllerImpl::RunTask').map((e) => (e.tdur ?? 0) / 1000);
    const part = (...names) => own.filter((e) => names.includes(e.name)).reduce((n, e) => n + (e.tdur ?? 0) / 1000, 0);
    const found = { most: Math.max(0, ...tasks), all: tasks.reduce((n, x) => n + x, 0), script: part('EventDispatch', 'RunMicrotasks'), style: part('UpdateLayoutTree'), layout: part('Layout'), paint: part('PrePaint', 'Paint', 'Layerize', 'Commit') };
    kinds.set(kind, [...(kinds.get(kind) ?? []), found]);
  });
  return kinds;
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
    if (cpu) {
      const middle = (list) => list.sort((x, y) => x - y)[list.length >> 1];
      for (const [kind, list] of await costs(b, page)) console.log(`${board}, ${size.width}x${size.height}, ${kind}: ${list.length} presses, ${Object.keys(list[0]).map((k) => `${k} ${middle(list.map((x) => x[k])).toFixed(1)}`).join(', ')}; longest ${Math.max(...list.map((x) => x.most)).toFixed(1)} ms`);
      await page.context().close();
      continue;
    }
    const times = await measured(page);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
    console.log(`${board} with ${record.seats} seats, ${size.width}x${size.height}: half within ${at(0.5)} ms, 75% within ${at(0.75)} ms, all within ${times.at(-1)} ms`);
    await page.context().close();
  }
  await server.stop();
}
await b.close();
