// What is around every board: replays by keyboard, the bots' pace, the rules beside the game, refusals in words, the focus.

import assert from 'node:assert/strict';
import { chance, phone, scene } from './harness.mjs';
import { Table } from './moments/table.mjs';
import { closeDrawers, decide, quickGame, sayName } from './player.mjs';
import { resize, sizes } from './sizes.mjs';

/** A Duel of two people that is over: each plays one of the legal moves, as the seed has it. */
async function wholeDuel(server, seed) {
  const table = await Table.deal(server, { game: 'duel', seats: 2 });
  for (let n = 0; n < 300; n++) {
    const looks = await Promise.all([0, 1].map((seat) => table.look(seat)));
    if (looks[0].result) return table;
    const seat = looks.findIndex((f) => f.moves?.length);
    await table.play(seat, looks[seat].moves[(seed + n) % looks[seat].moves.length]);
  }
  throw new Error('the game did not end');
}

scene('a replay is stepped through with arrow keys, none is lost, and the link opens at the step', async ({ server, seed, visitor }) => {
  const { id } = await wholeDuel(server, seed);
  const page = await visitor({ speed: 'normal' });
  await page.goto(`${server.url}/r/${id}#5`, { waitUntil: 'networkidle' });
  const at = () => page.locator('.steps .n').textContent();
  await page.waitForFunction(() => document.querySelector('.steps .n')?.textContent.startsWith('5/'));
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.steps .n')?.textContent.startsWith('9/'));
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => location.hash === '#8');
  assert.ok((await page.locator('.steps .told').textContent()).length > 5, 'the move is told in a sentence');
  assert.equal(await page.locator('.actbar button').count(), 0, 'a replay offers nothing that cannot be done');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await page.waitForFunction(() => !document.querySelector('.steps .n')?.textContent.startsWith('0/'));
  await page.keyboard.press(' ');
  await page.evaluate(() => (location.hash = '#3'));
  await page.waitForFunction(() => document.querySelector('.steps .n')?.textContent.startsWith('3/'));
  assert.match(await at(), /^3\//);
  assert.match(await page.title(), /Replay: Duel/);
  assert.deepEqual(page.faults, []);
  await page.context().close();

  const small = await visitor({ size: phone });
  await small.goto(`${server.url}/r/${id}#5`, { waitUntil: 'networkidle' });
  await small.locator('.bar a[href="/"]').click();
  await small.waitForSelector('.games');
  await small.context().close();
});

scene('rules open beside the game; Escape closes the topmost thing only', async ({ server, visitor }) => {
  const page = await visitor();
  await quickGame(page, server.url, 'duel');
  await page.waitForSelector('.shell .turn:not(.idle)');
  const card = page.locator('.shell button[data-nav]:not([disabled]):not([aria-disabled=true])').first();
  await card.click();
  await page.waitForSelector('[aria-pressed=true]');
  // A pointer that rests on a card shows its tip, which would be the topmost thing.
  await page.mouse.move(3, 3);
  await page.waitForSelector('.tip', { state: 'detached' });
  await page.keyboard.press('r');
  await page.waitForSelector('.drawer article p');
  assert.equal(page.context().pages().length, 1, 'no new tab');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.drawer', { state: 'detached' });
  assert.ok(await page.locator('.shell [aria-pressed=true]').count(), 'the pick is still there');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.shell [data-nav][aria-pressed=true]'));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

scene('a drawer that was just closed opens again at once', async ({ server, visitor }) => {
  const page = await visitor();
  await quickGame(page, server.url, 'duel');
  await page.waitForSelector('.shell .turn');
  await page.keyboard.press('m');
  await page.waitForSelector('dialog[open] li button');
  // As fast as the browser can hear them: Escape, then the key of the menu, before it tells the page that the drawer is closed.
  await page.evaluate(() => {
    const drawer = document.querySelector('dialog[open]');
    if (drawer.dispatchEvent(new Event('cancel', { cancelable: true }))) drawer.close();
    return Promise.resolve().then(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'm' })));
  });
  for (let i = 0; i < 3; i++) await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => setTimeout(r))));
  assert.equal(await page.locator('dialog[open] li button').count() > 0, true, 'the menu is open');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  assert.deepEqual(page.faults, []);
});

scene('a refusal says why and what to do next', async ({ server, visitor }) => {
  const running = await Table.deal(server, { game: 'duel', seats: 2 });
  const { table } = await running.people[0].ask('/tables', { game: 'duel', seats: 2, clock: { kind: 'none' }, public: false, rated: false, seat: 0, bots: [] });
  for (const [path, lang, words] of [
    [`/t/${table.id}`, 'en', /can't join this table.*Ask the host/],
    [`/t/${table.id}`, 'hu', /Kérj új linket/],
    [`/r/${running.id}`, 'en', /still going on|not over|isn't over/],
  ]) {
    const page = await visitor({ lang, quiet: ['Failed to load', 'WebSocket'] });
    await page.goto(server.url + path, { waitUntil: 'networkidle' });
    await page.waitForSelector('.go a');
    assert.match((await page.locator('main').textContent()).replace(/\s+/g, ' '), words);
    assert.equal(await page.locator('h1').count(), 1);
    if (path.startsWith('/r/')) {
      await page.locator('.go .commit').click();
      await page.waitForSelector('.shell');
    }
    await page.context().close();
  }
});

scene('bots that play step by step wait for a press, by button or by key', async ({ server, seed, visitor }) => {
  const page = await visitor();
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await page.evaluate(() => localStorage.setItem('mirabilia', JSON.stringify({ ...JSON.parse(localStorage.getItem('mirabilia')), bots: 'step' })));
  await quickGame(page, server.url, 'architects');
  // Sooner or later a bot moves; what follows is shown press by press until it is our turn.
  let steps = 0;
  const draw = chance(seed);
  for (let i = 0; i < 60 && steps < 3; i++) {
    await closeDrawers(page);
    const now = await page.evaluate(() => (document.querySelector('.turn.step') ? 'held' : document.querySelector('.turn:not(.idle)') ? 'mine' : 'wait'));
    if (now === 'held') {
      if (steps++ % 2) await page.keyboard.press('n');
      else await page.locator('.turn.step').click();
    } else if (now === 'mine') await decide(page, draw);
    await page.waitForTimeout(150);
  }
  assert.ok(steps >= 3, `only ${steps} steps were asked for`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

scene('the focus is never lost: not when a table is left, nor when a sheet is closed', async ({ server, visitor }) => {
  const page = await visitor();
  const lost = () => page.evaluate(() => document.activeElement === document.body || !document.activeElement);
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await page.locator('.games .more').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  assert.equal(await lost(), false, 'after a sheet');
  await quickGame(page, server.url, 'duel');
  assert.equal(await lost(), false, 'on a new page');
  await page.goBack();
  await page.waitForSelector('.games');
  assert.equal(await lost(), false, 'on the way back');
  await page.context().close();
});

/** A message stays until it is closed, so that one can be looked at in every size. */
const lasting = (page) =>
  page.addInitScript(() => {
    const real = setTimeout;
    window.setTimeout = (act, ms, ...more) => (ms === 5000 ? 0 : real(act, ms, ...more));
  });

/** What a message covers, in every size. */
async function covered(page) {
  const bad = [];
  for (const size of sizes) {
    await resize(page, size);
    const list = await page.evaluate(() => {
      const note = document.querySelector('.toast').getBoundingClientRect();
      const room = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
      return [...room.querySelectorAll('button:not([disabled]), a[href], input, select, textarea, summary')]
        .filter((el) => !el.closest('.toasts, .vh, .skip') && el.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((el) => {
          const r = el.getBoundingClientRect();
          return Math.min(r.right, note.right) - Math.max(r.left, note.left) > 1 && Math.min(r.bottom, note.bottom) - Math.max(r.top, note.top) > 1;
        })
        .map((el) => el.getAttribute('aria-label') ?? el.textContent.trim());
    });
    if (list.length) bad.push(`${size.width}x${size.height}: ${list}`);
  }
  return bad;
}

for (const game of ['duel', 'wonders', 'architects', 'dice'])
  scene(`${game}: a message covers no button, in any size`, async ({ server, visitor }) => {
    const table = await Table.deal(server, { game, seats: game === 'wonders' ? 3 : 2 });
    const page = await visitor({ cookie: table.people[0].forBrowser });
    await lasting(page);
    await page.goto(`${server.url}/t/${table.id}`, { waitUntil: 'networkidle' });
    await page.waitForSelector('.shell .turn');
    await page.keyboard.press('m');
    await page.locator('dialog[open] form input').fill('no such move');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.toast.bad');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    assert.deepEqual(await covered(page), []);
    await page.locator('.toast button').click();
    await page.waitForSelector('.toast', { state: 'detached' });
    assert.deepEqual(page.faults, []);
  });

scene('a message over an open sheet covers nothing of it, and says what the server says', async ({ server, visitor }) => {
  const page = await visitor({ quiet: ['503'] });
  await lasting(page);
  await page.route('**/api/tables', (r) => (r.request().method() === 'POST' ? r.fulfill({ status: 503, json: { error: { code: 'unavailable', reason: 'storage_full', message: '' } } }) : r.continue()));
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await page.locator('.low .inv .commit').click();
  await sayName(page, 'Anna');
  await page.locator('dialog[open] form button[type=submit]').click();
  await page.waitForSelector('.toast.bad:has-text("The server has run out of space. Nothing was changed; try again later.")');
  assert.deepEqual(await covered(page), []);
});

scene('in a hidden tab my turn is heard, and title and icon say so', async ({ server, visitor }) => {
  const table = await Table.deal(server, { game: 'duel', seats: 2 });
  const looks = await Promise.all([0, 1].map((seat) => table.look(seat)));
  const mover = looks.findIndex((f) => f.moves?.length);
  const page = await visitor({ cookie: table.people[1 - mover].forBrowser });
  await page.addInitScript(() => {
    localStorage.setItem('mirabilia', JSON.stringify({ ...JSON.parse(localStorage.getItem('mirabilia')), sound: true }));
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.heard = [];
    const real = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      const note = real.call(this);
      const start = note.start.bind(note);
      note.start = (at) => (window.heard.push(note.frequency.value), start(at));
      return note;
    };
  });
  await page.goto(`${server.url}/t/${table.id}`, { waitUntil: 'networkidle' });
  await page.waitForSelector('.shell .turn.idle');
  const tab = () => page.evaluate(() => ({ title: document.title, icon: document.querySelector('link[rel=icon]').getAttribute('href'), heard: window.heard }));
  assert.deepEqual(await tab(), { title: 'Duel – Mirabilia', icon: '/icon.svg', heard: [] });
  await table.play(mover, looks[mover].moves[0]);
  await page.waitForSelector('.shell .turn:not(.idle)');
  await page.waitForFunction(() => window.heard.length >= 2);
  assert.deepEqual(await tab(), { title: '● your move – Duel – Mirabilia', icon: '/icon-turn.svg', heard: [523, 784] });
  assert.deepEqual(page.faults, []);
});
