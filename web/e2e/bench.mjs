// What the engine does in the browser, measured ("make bench-web", docs/device.md): how fast its bots think compared with the
// same bots natively, how soon it is ready where the browser has half a core, and how long the page's thread is kept busy
// while bots think. Prints figures; nothing here passes or fails but that both choose the same moves.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browser, phone, Server, visitor } from './harness.mjs';
import { doors, playOut } from './player.mjs';

const built = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

/** The bots' worker without the page around it. */
const worker = `
importScripts('/wasm_exec.js');
onmessage = async (e) => {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch('/engine.wasm'), go.importObject);
  await new Promise((ready) => {
    globalThis.mirabiliaHost = { role: 'bots', ready };
    go.run(instance);
  });
  const think = (t) => new Promise((resolve, reject) => mirabiliaEngine.think(JSON.stringify(t), resolve, reject));
  await think(e.data[0]);
  const moves = [];
  const began = performance.now();
  for (const t of e.data) {
    moves.push(await think({ ...t, player: t.player + 1000 }));
    mirabiliaEngine.release(t.player + 1000);
  }
  postMessage({ moves, seconds: (performance.now() - began) / 1000 });
};`;

/** Simulations a second, natively and in the browser, in turn. */
async function speed(_, rounds = 5) {
  const files = { '/': ['text/html', ''], '/worker.js': ['text/javascript', worker], '/wasm_exec.js': ['text/javascript', readFileSync(built('engine/wasm_exec.js'))], '/engine.wasm': ['application/wasm', readFileSync(built('engine/engine.wasm'))] };
  const server = createServer((q, a) => {
    const [kind, body] = files[q.url] ?? ['text/plain', ''];
    a.writeHead(200, { 'Content-Type': kind }).end(body);
  });
  await new Promise((r) => server.listen(0, '127.0.0.1', r));
  const b = await browser();
  const page = await b.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const [native, inBrowser] = [[], []];
  for (let i = 0; i < rounds; i++) {
    const here = JSON.parse(execFileSync(built('../bin/speed'), { maxBuffer: 1 << 26 }));
    const there = await page.evaluate(
      (thoughts) =>
        new Promise((resolve, reject) => {
          const w = new Worker('/worker.js');
          w.onmessage = (e) => resolve(e.data);
          w.onerror = (e) => reject(new Error(e.message));
          w.postMessage(thoughts);
        }),
      here.thoughts,
    );
    assert.deepEqual(there.moves, here.moves, 'the same moves natively and in the browser');
    const all = here.simulations * here.moves.length;
    native.push(all / here.seconds);
    inBrowser.push(all / there.seconds);
  }
  await b.close();
  server.close();
  console.log(`simulations a second, Duel: ${Math.round(middle(native))} natively, ${Math.round(middle(inBrowser))} in the browser: ${(middle(inBrowser) / middle(native)).toFixed(2)}`);
}

/** A control group that gives what runs in it half a core, and counts its time; null where this machine does not allow it. */
function halfACore() {
  const name = `mirabilia-${process.pid}`;
  const v2 = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const folders = (v2 ? ['/sys/fs/cgroup'] : ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpuacct']).map((x) => join(x, name));
  try {
    for (const f of folders) mkdirSync(f);
    if (v2) writeFileSync(join(folders[0], 'cpu.max'), '50000 100000');
    else {
      writeFileSync(join(folders[0], 'cpu.cfs_period_us'), '100000');
      writeFileSync(join(folders[0], 'cpu.cfs_quota_us'), '50000');
    }
  } catch (e) {
    console.log(`no control group: ${e.message}`);
    return null;
  }
  return {
    enter: folders.map((f) => `echo $$ > ${f}/cgroup.procs`).join('\n'),
    /** The CPU time that was used in it, in milliseconds. */
    used: () => (v2 ? Number(/usage_usec (\d+)/.exec(readFileSync(join(folders[0], 'cpu.stat'), 'utf8'))[1]) / 1e3 : Number(readFileSync(join(folders[1], 'cpuacct.usage'), 'utf8')) / 1e6),
    remove: () => folders.forEach((f) => rmdirSync(f)),
  };
}

/**
 * From a press on "Play now" to the board's address, in milliseconds: the engine is fetched, compiled and started, and a
 * table is opened. Also the CPU time that the whole browser used meanwhile, which does not grow when the machine is busy.
 */
async function start(b, server, used) {
  const page = await visitor(b, { size: phone, engine: 'device', level: 'level1' });
  await page.goto(server.url, { waitUntil: 'networkidle' });
  const before = used();
  const ms = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const began = performance.now();
        document.querySelector('article[aria-labelledby="door-duel"] button.commit').click();
        const look = setInterval(() => {
          if (!location.pathname.startsWith('/t/here-')) return;
          clearInterval(look);
          resolve(performance.now() - began);
        }, 5);
      }),
  );
  const cpu = used() - before;
  await page.context().close();
  return { ms, cpu };
}

async function readiness(server, rounds = 5) {
  const group = halfACore();
  if (!group) return;
  const folder = mkdtempSync(join(tmpdir(), 'mirabilia-bench-'));
  const program = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  process.env.CHROMIUM = join(folder, 'chromium');
  writeFileSync(process.env.CHROMIUM, `#!/bin/sh\n${group.enter}\nexec ${program} "$@"\n`);
  chmodSync(process.env.CHROMIUM, 0o755);
  const b = await browser();
  const times = [];
  for (let i = 0; i < rounds; i++) times.push(await start(b, server, group.used));
  await b.close();
  process.env.CHROMIUM = program;
  rmSync(folder, { recursive: true });
  group.remove();
  const of = (key) => times.map((x) => Math.round(x[key]));
  console.log(`from the press to the board, engine fetched and started, with half a core: ${middle(of('ms'))} ms (${of('ms')}); CPU time of the browser ${middle(of('cpu'))} ms (${of('cpu')})`);
}

/**
 * How long the page's thread is busy at a stretch while the strongest bot thinks, in each game. A task counts if a bot thinks during any part of it:
 * also the one that draws one's own move before the thought, and the one that draws what came of it. Nothing is traced meanwhile: that would make tasks longer.
 */
async function longTasks(server) {
  for (const door of doors) {
    const b = await browser();
    const page = await visitor(b, { engine: 'device', level: 'level8' });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    // The robot's own code, a third of a megabyte, comes into the page with the first such question: before anything is measured.
    await page.waitForFunction(() => true);
    await page.evaluate(() => {
      window.tasks = [];
      window.thoughts = [];
      // The bots begin to think when the page has said for the first time that its board is drawn.
      window.drawn = Infinity;
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message.kind === 'drawn') window.drawn = Math.min(window.drawn, performance.now());
        return post.call(this, message, ...rest);
      };
      new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((e) => ({ from: e.startTime, to: e.startTime + e.duration })))).observe({ type: 'longtask' });
      let thinks = false;
      const look = () => {
        const now = !!document.querySelector('.shell .turn.idle');
        if (now && !thinks) window.thoughts.push({ from: performance.now(), to: Infinity });
        if (!now && thinks) window.thoughts.at(-1).to = performance.now();
        thinks = now;
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
    });
    await page.locator(`article[aria-labelledby="door-${door}"] button.commit`).click();
    await page.waitForSelector('.shell .turn');
    // A person looks at the board before the first press.
    await page.waitForTimeout(2000);
    await playOut(page, { seed: 1, stop: (n) => n >= 12, calm: 1000 });
    const { tasks, thoughts, drawn } = await page.evaluate(() => ({ tasks: window.tasks, thoughts: window.thoughts, drawn: window.drawn }));
    await b.close();
    const long = (list) => `${list.length}${list.length ? ` (longest ${Math.round(Math.max(...list.map((x) => x.to - x.from)))} ms)` : ''}`;
    const thinking = thoughts.map((y) => ({ from: Math.max(y.from, drawn), to: y.to }));
    const during = tasks.filter((x) => thinking.some((y) => x.from <= y.to && x.to >= y.from));
    console.log(`${door}: bots thought ${thoughts.length} times; tasks of more than 50 ms on the page's thread while they did: ${long(during)}; before, while the board was drawn for the first time: ${long(tasks.filter((x) => x.to < drawn))}`);
  }
}

const dist = built('dist/assets/');
for (const kind of ['gz', 'br']) {
  const name = JSON.parse(readFileSync(built('dist/precache.json'))).files.find((f) => f.endsWith('.wasm')).replace('/assets/', '');
  console.log(`engine, ${kind}: ${statSync(`${dist}${name}.${kind}`).size} bytes`);
}
const parts = { speed, readiness, longTasks };
const wanted = process.argv.slice(2);
const server = await Server.start();
try {
  for (const [name, measure] of Object.entries(parts)) if (!wanted.length || wanted.includes(name)) await measure(server);
} finally {
  await server.stop();
}
