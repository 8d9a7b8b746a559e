// What the browser tests share: a server of their own on a free port with an empty data folder, Chromium, pages that
// fail the test on any console error.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

const binary = process.env.MIRABILIA_BIN ?? fileURLToPath(new URL('../../bin/mirabilia', import.meta.url));

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
  static async start(args = []) {
    const s = new Server();
    s.data = mkdtempSync(join(tmpdir(), 'mirabilia-e2e-'));
    s.port = await freePort();
    s.url = `http://127.0.0.1:${s.port}`;
    s.args = args;
    await s.run();
    return s;
  }

  async run() {
    const child = spawn(binary, ['serve', '--addr', `127.0.0.1:${this.port}`, '--data', this.data, '--rate-limit', '0', ...this.args], { stdio: ['ignore', 'ignore', 'pipe'] });
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

export async function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** A server and a browser for the tests of a file, ended after them. */
export async function house() {
  const [server, b] = await Promise.all([Server.start(), browser()]);
  after(async () => {
    await b.close();
    await server.stop();
  });
  return { server, b };
}

/**
 * A page of a new visitor. What it prints as an error is kept in page.faults; settings go to the browser's storage.
 * Motion is off unless asked for, so that tests wait for moves and not for animations.
 */
export async function visitor(b, { size = desk, lang = 'en', theme = 'day', speed = 'off', guided = ['duel', 'wonders', 'architects', 'dice'], quiet = [] } = {}) {
  const context = await b.newContext({ viewport: size, locale: lang === 'hu' ? 'hu-HU' : 'en-GB', hasTouch: size.width < 700, colorScheme: theme === 'night' ? 'dark' : 'light' });
  await context.addInitScript((s) => localStorage.getItem('mirabilia') ?? localStorage.setItem('mirabilia', s), JSON.stringify({ lang, theme, speed, guided }));
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (m) => {
    if (m.type() === 'error' && !quiet.some((q) => m.text().includes(q))) page.faults.push(m.text());
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
