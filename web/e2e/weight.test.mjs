// How heavy the page is and how quickly it answers.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { test } from 'node:test';
import { phone, scene } from './harness.mjs';
import { playOut, quickGame } from './player.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const compressed = (file) => ({ file, size: gzipSync(readFileSync(dist + file), { level: 9 }).length });
const languages = ['en', 'hu'];

/** The files together weigh less than the limit in KB; a failure lists the heaviest. */
function lighter(files, limit) {
  const sizes = files.map(compressed).sort((x, y) => y.size - x.size);
  const total = sizes.reduce((n, x) => n + x.size, 0) / 1024;
  const heaviest = sizes.slice(0, 8).map((x) => `${x.file} ${Math.round(x.size / 1024)}`).join(', ');
  assert.ok(total < limit, `${total.toFixed(1)} KB are not under ${limit} KB: ${heaviest}`);
}

const assets = readdirSync(dist + 'assets').map((f) => `assets/${f}`);
/** Code that is only loaded for games on this device. */
const forDevice = (file) => /\/(client|journal|offline|send|Here|HereSeats|(bots|tables)\.worker)-/.test(file);
/** Code and texts that are only loaded to study a finished game, or a puzzle. */
const forStudy = (file) => /\/(Analysis|decisions|picture|study\.worker|analysis\.\w+)-/.test(file);
/** Code and texts that are only loaded for accounts, profiles, leaderboards, friends, reports and hosts. */
const forPeople = (file) => /\/(Account|FriendList|Friendly|GameChips|Host|Measures|PersonSheet|Profile|Ranks|Seeking|(host|people|profile)\.\w+)-/.test(file);
/** Code and texts that are only loaded for somebody who may be told things. */
const forNotices = (file) => /\/(AskPush|Notifications|push|waiting|notify\.\w+)-/.test(file);
/** Code and texts that are only loaded for puzzles, with the list of them all. */
const forPuzzles = (file) => /\/(Puzzle|puzzle\.\w+)-/.test(file);
/** Code and texts that are only loaded for tournaments. */
const forTournaments = (file) => /\/(Tournaments?|tournament\.\w+)-/.test(file);
/** Code and texts that are only loaded for Duplicate Duel. */
const forDuplicate = (file) => /\/(Duplicate|duplicate|duplicate(_board)?\.\w+)-/.test(file);
const inLanguage = (lang) => (file) => !languages.some((other) => other !== lang && file.includes(`.${other}-`));

for (const lang of languages) {
  test(`all code and the texts of one language (${lang}) are under 266 KB compressed`, () => {
    lighter(assets.filter((f) => f.endsWith('.js') && !forDevice(f) && !forStudy(f) && !forPeople(f) && !forNotices(f) && !forPuzzles(f) && !forTournaments(f) && !forDuplicate(f)).filter(inLanguage(lang)), 266);
  });

  test(`what the home page needs on a first visit (${lang}), signs and texts included, is under 120 KB compressed`, () => {
    const named = [...readFileSync(dist + 'index.html', 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((m) => m[1]);
    const texts = assets.filter((f) => new RegExp(`/(page|common|bots)\\.${lang}-`).test(f));
    const signs = assets.filter((f) => /\/icons-.*\.svg$/.test(f));
    assert.deepEqual([named.length, texts.length, signs.length], [2, 3, 1]);
    lighter([...named, ...texts, ...signs], 120);
  });
}

test('the code for games on this device is under 20 KB compressed', () => {
  const code = assets.filter((f) => f.endsWith('.js') && forDevice(f));
  assert.ok(code.length >= 6, `${code}`);
  lighter(code, 20);
});

test('the code and texts of the analysis are under 32 KB compressed', () => {
  const code = assets.filter((f) => f.endsWith('.js') && forStudy(f)).filter(inLanguage('hu'));
  assert.equal(code.length, 5, `${code}`);
  lighter(code, 32);
});

test('the code and texts of tournaments are under 20 KB compressed', () => {
  const code = assets.filter((f) => f.endsWith('.js') && forTournaments(f)).filter(inLanguage('hu'));
  assert.equal(code.length, 3, `${code}`);
  lighter(code, 20);
});

test('the code and texts of Duplicate Duel are under 9 KB compressed', () => {
  const code = assets.filter((f) => f.endsWith('.js') && forDuplicate(f)).filter(inLanguage('hu'));
  assert.equal(code.length, 4, `${code}`);
  lighter(code, 9);
});

test('the code and texts of accounts, profiles, leaderboards, friends and hosts are under 39 KB compressed', () => {
  const code = assets.filter((f) => f.endsWith('.js') && forPeople(f)).filter(inLanguage('hu'));
  assert.ok(code.length >= 8, `${code}`);
  lighter(code, 39);
});

test('the code and texts of notifications are under 9 KB compressed', () => {
  const code = assets.filter((f) => f.endsWith('.js') && forNotices(f)).filter(inLanguage('hu'));
  assert.ok(code.length >= 5, `${code}`);
  lighter(code, 9);
});

test('the code and texts of the puzzles are under 20 KB compressed', () => {
  const code = assets.filter((f) => f.endsWith('.js') && forPuzzles(f)).filter(inLanguage('hu'));
  assert.equal(code.length, 2, `${code}`);
  lighter(code, 20);
});

test('the puzzles of a game are under 150 KB compressed', () => {
  const files = assets.filter((f) => /\/puzzles-\w+-[\w-]+\.json\.br$/.test(f));
  assert.equal(files.length, 5, `${files}`);
  for (const f of files) assert.ok(statSync(dist + f).size < 150 << 10, `${f} has ${statSync(dist + f).size} bytes`);
});

// The engine that plays is fetched for a game against bots, the one that studies games on the page of an analysis.
for (const name of ['engine', 'study']) {
  test(`the engine (${name}) is under 2.2 MB compressed`, () => {
    const [engine, ...more] = assets.filter((f) => f.startsWith(`assets/${name}-`) && f.endsWith('.wasm.gz'));
    assert.deepEqual(more, []);
    const size = statSync(dist + engine).size;
    assert.ok(size < 2_200_000, `${engine} has ${size} bytes`);
  });
}

scene('a first visit to the home page fetches its code and texts and nothing of the games or the engine', async ({ server, visitor }) => {
  const page = await visitor({ engine: 'device' });
  const fetched = new Set();
  page.on('request', (r) => fetched.add(new URL(r.url()).pathname));
  await page.goto(server.url, { waitUntil: 'networkidle' });
  // On a busy machine the network is idle before the page has begun: it has what it needs when it shows the games.
  await page.locator('article.game').first().waitFor();
  await page.evaluate(() => new Promise((r) => requestIdleCallback(r)));
  const code = [...fetched].filter((x) => /\.(js|css|wasm|json)$/.test(x) && x !== '/sw.js').map((x) => x.replace(/-[\w-]{8}\./, '.')).sort();
  assert.deepEqual(code, ['/assets/bots.en.js', '/assets/common.en.js', '/assets/page.css', '/assets/page.en.js', '/assets/page.js', '/theme.js']);
});

scene('a press costs little enough to be painted within 100 ms on a phone four times slower', async ({ server, seed, visitor }) => {
  const page = await visitor({ size: phone, plain: false });
  await quickGame(page, server.url, 'duel');
  await playOut(page, { seed, stop: (n) => n >= 10 });
  // Time of the page's thread, which does not grow when the machine is busy with something else.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].reduce((n, k) => n + metrics.find((m) => m.name === k).value, 0) * 1000;
  };
  const times = [];
  for (let i = 0; i < 12; i++) {
    const cards = page.locator('.struct button.card');
    const n = await cards.count();
    if (n === 0) break;
    const before = await spent();
    await cards.nth(i % n).tap({ force: true, position: { x: 25, y: 70 } });
    await page.waitForTimeout(300);
    times.push((await spent()) - before);
  }
  times.sort((x, y) => x - y);
  assert.ok(times.length >= 10, `only ${times.length} presses were measured`);
  const most = times[times.length - 2];
  assert.ok(4 * most < 100, `four times ${times.map((x) => x.toFixed(1)).join(', ')} ms`);
  await page.context().close();
});
