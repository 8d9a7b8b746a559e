// What the browser tests share. A scene is a test with a server of its own on a free port, an empty data folder, and deals
// and bots that follow from the scene's seed; its pages note every console error. When a scene fails, the folder
// failures/ keeps its seed, its tables and a picture of each page.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Tests whose sizes, languages or seats take turns go through all combinations with MIRABILIA_WHOLE=1. */
export const everything = !!process.env.MIRABILIA_WHOLE;

const built = (name) => fileURLToPath(new URL(`../../bin/${name}`, import.meta.url));
const binary = process.env.MIRABILIA_BIN ?? built('mirabilia');

async function freePort() {
  return new Promise((resolve, reject) => {
    const s = createServer();
    s.on('error', reject);
    s.listen(0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => resolve(port));
    });
  });
}

/** A running server. stop ends it; kill and start again show what a crash leaves behind. */
export class Server {
  static async start(args = [], program = binary) {
    const s = new Server();
    s.program = program;
    s.data = mkdtempSync(join(tmpdir(), 'mirabilia-e2e-'));
    s.port = await freePort();
    s.url = `http://127.0.0.1:${s.port}`;
    s.args = args;
    await s.run();
    return s;
  }

  async run() {
    const child = spawn(this.program, ['serve', '--addr', `127.0.0.1:${this.port}`, '--data', this.data, '--rate-limit', '0', ...this.args], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    this.said = '';
    child.stderr.on('data', (d) => (this.said += d));
    for (let i = 0; i < 200; i++) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${this.said}`);
      try {
        if ((await fetch(`${this.url}/readyz`)).ok) return;
      } catch {
        // Not up yet.
      }
      await new Promise((r) => setTimeout(r, 50));
    }
    throw new Error(`the server did not start: ${this.said}`);
  }

  async end(signal) {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((r) => this.child.once('exit', r));
    this.child.kill(signal);
    await ended;
  }

  kill() {
    return this.end('SIGKILL');
  }

  async stop() {
    await this.end('SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** A browser. A lean one spends less on making the page's code fast, which pays where pages are laid out again and again and hardly anything is computed. */
export async function browser(lean = false) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...(lean ? ['--js-flags=--single-threaded --no-opt'] : [])],
  });
}

export const failures = fileURLToPath(new URL('failures/', import.meta.url));

/** The seed of a scene follows from its name, so that each run meets the same games; MIRABILIA_SEED tries others. */
function seedOf(name) {
  return createHash('sha256').update(`${process.env.MIRABILIA_SEED ?? ''} ${name}`).digest().readUInt32LE() || 1;
}

const launched = new Map();

/** One browser serves all scenes of a file, and another one those that are lean. */
function shared(lean) {
  if (!launched.has(lean)) launched.set(lean, browser(lean));
  return launched.get(lean);
}

after(async () => {
  for (const b of launched.values()) await (await b).close();
});

/**
 * A browser test. play gets the server, its seed, and visitor(options), which opens the page of a new visitor; pages are
 * closed and the server is stopped after it. options.seed is the seed of a scene that was recorded, options.program another program
 * of the folder bin, and options.lean asks for a lean browser.
 */
export function scene(name, play, options = {}) {
  test(name, async (t) => {
    const seed = options.seed ?? seedOf(name);
    t.diagnostic(`seed ${seed}`);
    const b = await shared(!!options.lean);
    const server = await Server.start(['--test-seed', String(seed)], options.program && built(options.program));
    const pages = [];
    const open = async (who = {}) => {
      const page = await visitor(b, { plain: true, ...who, seed: (Number(seed) || 0) + pages.length + 1 });
      pages.push(page);
      return page;
    };
    try {
      await play({ server, seed, visitor: open, t });
    } catch (e) {
      await keep(name, seed, server, pages, e);
      throw e;
    } finally {
      await Promise.all(pages.map((p) => p.context().close()));
      await server.stop();
    }
  });
}

/** Write down what is needed to see a failure again. */
async function keep(name, seed, server, pages, error) {
  const folder = join(failures, name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'seed.txt'), `${name}\nseed ${seed}${process.env.MIRABILIA_SEED ? ` (MIRABILIA_SEED=${process.env.MIRABILIA_SEED})` : ''}\n\n${error.stack}\n\n${server.said}\n`);
  for (const [i, page] of pages.entries()) {
    if (page.isClosed()) continue;
    try {
      await page.screenshot({ path: join(folder, `page-${i}.png`) });
      const id = /\/[tr]\/([^/#?]+)/.exec(page.url())?.[1];
      if (!id) continue;
      const told = await page.evaluate(async (x) => {
        const [table, record] = await Promise.all([fetch(`/api/tables/${x}`), fetch(`/api/tables/${x}/record`)]);
        return { table: await table.text(), record: record.ok ? await record.text() : '' };
      }, id);
      writeFileSync(join(folder, `table-${i}.json`), told.table);
      if (told.record) writeFileSync(join(folder, `record-${i}.mgr`), told.record);
    } catch (e) {
      writeFileSync(join(folder, `page-${i}.txt`), `nothing could be kept of ${page.url()}: ${e.message}\n`);
    }
  }
  // The journal of the server knows every move, also of games that did not end.
  await server.end('SIGTERM');
  cpSync(server.data, join(folder, 'data'), { recursive: true });
  console.error(`kept in ${folder}`);
}

/** Shadows and background pictures have no place of their own, and drawing them takes a quarter of the processor's time. */
export const plainStyle = '*, ::before, ::after { box-shadow: none !important; text-shadow: none !important; background-image: none !important; }';

/**
 * A page of a new visitor. What it prints as an error is kept in page.faults; settings go to the browser's storage.
 * Bots play on the server, whose seed fixes their games, unless engine is 'device'. Motion is off unless asked for, so that
 * tests wait for moves and not for animations. What the page draws by chance follows from the seed. A plain page is drawn without
 * what only a picture shows, as the pages of all scenes are unless they ask for more.
 */
export async function visitor(b, { size = desk, lang = 'en', theme = 'day', speed = 'off', guided = ['duel', 'wonders', 'architects', 'dice', 'pantheon', 'duplicate'], quiet = [], seed = 1, cookie = '', engine = 'server', level = '', plain = false } = {}) {
  const context = await b.newContext({ viewport: size, locale: lang === 'hu' ? 'hu-HU' : 'en-GB', hasTouch: size.width < 700, colorScheme: theme === 'night' ? 'dark' : 'light' });
  // The page cannot see the session's cookie; the one beside it tells that there is one.
  if (cookie) await context.addCookies([cookie, { ...cookie, name: 'mirabilia_known', value: '1' }]);
  await context.addInitScript((s) => localStorage.getItem('mirabilia') ?? localStorage.setItem('mirabilia', s), JSON.stringify({ lang, theme, speed, guided, engine, level }));
  // Nothing is fetched for offline use unless a test asks for it.
  await context.addInitScript(() => (globalThis.mirabiliaQuiet = 2e9));
  await context.addInitScript((n) => {
    // The only draw of 32 bytes is the page's share in a deal; ids of commands must differ from load to load.
    const real = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (a) => (a.length === 32 ? a.map((_, i) => (a[i] = (n >>> ((i % 4) * 8)) & 255)) : real(a));
    // The seat of a quick game is drawn here, among other things.
    let drawn = n >>> 0;
    Math.random = () => (drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  }, seed);
  if (plain)
    await context.addInitScript((style) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      document.adoptedStyleSheets = [sheet];
    }, plainStyle);
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (m) => {
    if (m.type() === 'error' && !quiet.some((q) => m.text().includes(q))) page.faults.push(`${m.text()} ${m.location().url}`);
  });
  page.on('pageerror', (e) => page.faults.push(`${e.message}\n${e.stack}`));
  return page;
}

/** A number generator that gives the same game for the same seed. */
export function chance(seed) {
  let x = seed >>> 0 || 1;
  return (n) => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x % n;
  };
}
