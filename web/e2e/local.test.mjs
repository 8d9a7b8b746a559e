// Games on the player's own device: the engine runs in the browser, and the server is asked for nothing but files.

import assert from 'node:assert/strict';
import { chance, desk, everything, phone, scene } from './harness.mjs';
import { decide, doors, myTurn, openHere, playOut, quickGame } from './player.mjs';
import { twoVersions } from './versions.mjs';

/** The requests that a page sends to the server's tables. */
function watchTables(page) {
  const asked = [];
  page.on('request', (r) => /\/api\/(tables|me\/tables)/.test(r.url()) && r.method() !== 'GET' && asked.push(`${r.method()} ${r.url()}`));
  return asked;
}

const decisions = (page) => page.locator('.log li').count();

scene('a game against a bot on this device: reload, a second tab, the list, the end, the link', async ({ server, seed, visitor }) => {
  const page = await visitor({ engine: 'device', level: 'level1' });
  const asked = watchTables(page);
  await quickGame(page, server.url, 'duel');
  const id = /\/t\/(here-[0-9a-z]{12})$/.exec(page.url())?.[1];
  assert.ok(id, `the game is at ${page.url()}`);
  await playOut(page, { seed, stop: (n) => n >= 5 });
  await myTurn(page);
  const before = await decisions(page);
  await page.reload({ waitUntil: 'networkidle' });
  await page.waitForSelector('.shell .turn');
  await myTurn(page);
  assert.ok((await decisions(page)) >= before, 'the game goes on where it was');

  // A second tab shows the same game; what is played in one is seen in the other, whichever of them began.
  const other = await page.context().newPage();
  await other.goto(page.url(), { waitUntil: 'networkidle' });
  await other.waitForSelector('.shell .turn');
  const seen = await decisions(page);
  await playOut(other, { seed: seed + 1, stop: (n) => n >= 2 });
  // A tab in the background draws nothing.
  await page.bringToFront();
  await page.waitForFunction((n) => document.querySelectorAll('.log li').length > n, seen, { timeout: 60_000 });
  await other.bringToFront();
  // The tab that began is closed: the other plays on.
  await page.close();
  await playOut(other, { seed: seed + 2, stop: (n) => n >= 2 });
  await other.goto(server.url, { waitUntil: 'networkidle' });
  assert.match(await other.locator(`a[href="/t/${id}"]`).first().textContent(), /on this device/);
  await other.goto(`${server.url}/t/${id}`, { waitUntil: 'networkidle' });
  await playOut(other, { seed: seed + 3 });
  assert.deepEqual(asked, [], 'nothing of it was asked of the server');

  // A finished game is sent for a link, which anybody can open; it is in no list.
  await other.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await other.getByRole('button', { name: 'Get a link' }).click();
  await other.waitForSelector('.toast');
  await other.waitForFunction(async (x) => (await fetch(`/api/tables/${x}/replay`)).ok, id, { timeout: 60_000 });
  assert.equal(await other.evaluate(() => navigator.clipboard.readText()), `${server.url}/r/${id}`);
  // Whoever asks again gets the same link.
  await other.evaluate(() => navigator.clipboard.writeText(''));
  await other.getByRole('button', { name: 'Get a link' }).click();
  await other.waitForFunction(async (x) => (await navigator.clipboard.readText()).endsWith(x), id, { timeout: 60_000 });
  const guest = await visitor({});
  await guest.goto(`${server.url}/r/${id}`, { waitUntil: 'networkidle' });
  await guest.waitForSelector('.steps .n');
  const lists = await guest.evaluate(async () => (await Promise.all(['open', 'playing', 'finished'].map((s) => fetch(`/api/tables?status=${s}`).then((r) => r.text())))).join());
  assert.ok(!lists.includes(id), 'a game of a device is not listed');
  assert.deepEqual(guest.faults, []);
});

/** A visitor whose page keeps everything for offline use at once, and not after a quiet while. kept() waits until it has. */
async function keeper(visitor, options) {
  const page = await visitor({ engine: 'device', level: 'level1', ...options });
  await page.addInitScript(() => {
    globalThis.mirabiliaQuiet = 0;
    navigator.serviceWorker?.addEventListener('message', (e) => e.data.kept && (globalThis.mirabiliaKept = true));
  });
  const kept = () => page.waitForFunction(() => globalThis.mirabiliaKept, null, { timeout: 300_000 });
  return { page, kept };
}

/** Start a game against bots from the home page and wait for its board. */
async function startHere(page, door) {
  await page.locator(`article[aria-labelledby="door-${door}"] button.commit`).click();
  await page.waitForURL('**/t/here-**', { timeout: 120_000 });
  await page.waitForSelector('.shell .turn');
}

// The sizes take turns; MIRABILIA_WHOLE=1 plays every game at both.
for (const [i, size] of [phone, desk].entries()) {
  const played = doors.filter((_, n) => everything || n % 2 === i);
  scene(`without a network, after the first visit: whole games of ${played.join(', ')} at ${size.width}x${size.height}`, async ({ server, seed, visitor }) => {
    const { page, kept } = await keeper(visitor, { size, lang: size === phone ? 'hu' : 'en', quiet: ['ERR_'] });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await kept();
    await page.context().setOffline(true);
    await server.end('SIGTERM');
    for (const door of played) {
      await page.goto(server.url);
      await startHere(page, door);
      await playOut(page, { seed });
      // Its replay is here, too.
      await page.locator('.end a[href^="/r/here-"], dialog[open] a[href^="/r/here-"]').first().click();
      await page.waitForSelector('.steps .n');
    }
    assert.deepEqual(page.faults, []);
  });
}

/** The tables that the browser keeps. */
const tablesHere = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const r = indexedDB.open('mirabilia-tables');
        r.onerror = () => reject(r.error);
        r.onsuccess = () => (r.result.transaction('tables').objectStore('tables').getAll().onsuccess = (e) => resolve(e.target.result));
      }),
  );

scene('a game that is asked for while the engine starts is opened once', async ({ server, visitor }) => {
  const page = await visitor({ engine: 'device', level: 'level1' });
  await page.addInitScript(() => {
    // What a service worker fetches cannot be held up.
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    // As on a busy device, the worker hears what it is asked after it has begun to start the engine.
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...message) {
      setTimeout(() => post.apply(this, message), 500);
    };
  });
  let held = 0;
  await page.context().route(/engine-.*\.wasm$/, async (r) => {
    held++;
    await new Promise((done) => setTimeout(done, 2000));
    await r.continue();
  });
  await quickGame(page, server.url, 'duel');
  assert.equal(held, 1, 'the engine came late');
  assert.equal((await tablesHere(page)).length, 1);
  assert.deepEqual(page.faults, []);
});

scene('bots answer although the page went to the background before it had drawn, and while it is there', async ({ server, seed, visitor }) => {
  const page = await visitor({ engine: 'device', level: 'level1' });
  await page.addInitScript(() => {
    window.drawn = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.kind === 'drawn') window.drawn++;
      return post.call(this, message, ...rest);
    };
    // As in a tab in the background, frames wait until the tab is shown again.
    const frame = window.requestAnimationFrame;
    const held = [];
    window.holdFrames = () => (window.requestAnimationFrame = (f) => held.push(f));
    window.showFrames = () => {
      window.requestAnimationFrame = frame;
      for (const f of held.splice(0)) frame(f);
    };
    window.hide = (hidden) => Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  });
  await quickGame(page, server.url, 'duel');
  const draw = chance(seed);
  const answered = async () => {
    const before = await decisions(page);
    const told = await page.evaluate(() => window.drawn);
    for (let n = 0; n < 2; n++) await decide(page, draw);
    await myTurn(page);
    assert.ok((await decisions(page)) > before, 'the game went on');
    return (await page.evaluate(() => window.drawn)) - told;
  };
  // Into Age I, whose cards are laid frame by frame.
  await playOut(page, { seed, stop: (n) => n >= 6 });
  await myTurn(page);
  await page.evaluate(() => window.holdFrames());
  assert.equal(await answered(), 0, 'no frame was shown, so none was told of');
  await page.evaluate(() => window.hide(true));
  assert.ok((await answered()) > 0, 'in the background nothing is waited for');
  await page.evaluate(() => (window.hide(false), window.showFrames()));
  assert.ok((await answered()) > 0, 'frames are told of again');
  assert.deepEqual(page.faults, []);
});

scene('a new version of the page in the middle of a game: it goes on with the rules it began with', async ({ server, seed, visitor }) => {
  const versions = await twoVersions(server, ['2021.1', '2021.9']);
  try {
    const { page, kept } = await keeper(visitor, {});
    await page.goto(versions.url, { waitUntil: 'networkidle' });
    await kept();
    await startHere(page, 'architects');
    await playOut(page, { seed, stop: (n) => n >= 3 });
    const before = await decisions(page);
    versions.update();
    // The page that is open does not notice, though its files are gone from the server.
    await playOut(page, { seed, stop: (n) => n >= 2 });
    await page.reload({ waitUntil: 'networkidle' });
    await page.waitForSelector('.shell .turn');
    assert.match(await page.evaluate(() => document.querySelector('script[type=module]').src), /v2\.js$/, 'the page is the new one');
    await kept();
    // The files of the version before are let go of when a third is kept; an engine that a game needs is not.
    assert.ok((await decisions(page)) > before, 'the game goes on where it was');
    await playOut(page, { seed: seed + 1 });
    assert.ok(versions.asked.some((x) => /engine-.*v2\.wasm$/.test(x)), 'the new engine was fetched');
    // A new game is played by the new rules.
    await page.goto(versions.url);
    await startHere(page, 'architects');
    const rules = (await tablesHere(page)).map((x) => x.rules).sort();
    assert.deepEqual(rules, ['2021.1', '2021.9']);
    assert.deepEqual(page.faults, []);
  } finally {
    await versions.close();
  }
});

/** Wait for an element without keeping hold of it, as page.waitForSelector would: what is held stays in memory. */
const there = (page, selector) => page.locator(selector).first().waitFor({ timeout: 60_000 });

/** The moves of 7 Wonders that the page's thread has in its memory: they name the cards of a hand. */
async function movesInMemory(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const chunks = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', (x) => chunks.push(x.chunk));
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  const { strings } = JSON.parse(chunks.join(''));
  assert.ok(strings.length > 10_000, `only ${strings.length} texts were looked at`);
  return strings.filter((x) => /^s:[a-z-]+$/.test(x));
}

/** The page is out of sight, or is seen again. */
const hide = (page, hidden) =>
  page.evaluate((h) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => h });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

for (const [size, lang] of [[desk, 'en'], [phone, 'hu']]) {
  const long = size === phone;
  scene(`two people and a bot pass 7 Wonders around at ${size.width}x${size.height}: nobody's hand is in the page behind the curtain`, async ({ server, seed, visitor }) => {
    const page = await visitor({ engine: 'device', level: 'level1', size, lang });
    await openHere(page, server.url, 'wonders', ['Anna', 'Béla', null], long);
    const draw = chance(seed);
    const turns = { Anna: 0, Béla: 0 };
    const curtain = page.locator('.cur');
    const button = curtain.locator('.commit');
    const open = async () => {
      await button.click();
      if (long) {
        assert.equal(await curtain.count(), 1, 'a short press opens nothing');
        await button.hover();
        await page.mouse.down();
        await curtain.waitFor({ state: 'detached' });
        await page.mouse.up();
      }
      await there(page, '.shell .turn:not(.idle)');
    };
    while (turns.Béla < 4) {
      await there(page, '.cur, .hand .commit');
      const on = page.locator('.hand .commit');
      if (await on.count()) {
        // Everybody looks at what came of the turn, and no hand is there.
        assert.equal(await page.locator('.shell [data-commit]').count(), 0);
        await on.click();
      }
      if (long && turns.Anna === 1 && turns.Béla === 1) {
        // Béla has the device already.
        await curtain.locator('.lk').click();
        await curtain.locator('li button').click();
      }
      const title = await curtain.locator('h1').textContent();
      const who = Object.keys(turns).find((x) => title.includes(x));
      assert.ok(await page.evaluate(() => document.activeElement?.classList.contains('commit')), 'the button has the focus');
      if (!long && turns.Anna === 0) {
        // A key that was pressed before the curtain fell, and is still held, opens nothing.
        await button.blur();
        await page.keyboard.down('Enter');
        await button.focus();
        await page.keyboard.down('Enter');
        await page.keyboard.up('Enter');
        assert.equal(await curtain.count(), 1);
      }
      const look = who === 'Béla' && turns.Béla === 2;
      if (look) assert.deepEqual(await movesInMemory(page), [], 'behind the curtain');
      await open();
      if (look) {
        // Seven cards less two turns; what is there is Béla's.
        const moves = await movesInMemory(page);
        assert.ok(moves.length >= 4 && moves.length <= 7, `${moves}`);
        // The device is put away.
        await hide(page, true);
        await there(page, '.cur');
        await hide(page, false);
        await open();
      }
      if (!long && who === 'Anna' && turns.Anna === 2) {
        // Anna picks a card, has another one explained, and confirms by key: nothing of that stays behind.
        const cards = page.locator('[data-zone=hand] [data-nav]');
        await cards.first().click();
        await cards.last().hover();
        await there(page, '.tip');
        await page.keyboard.press('Enter');
        await there(page, '.cur');
        assert.equal(await page.locator('.tip').count(), 0, 'a card is explained over the curtain');
      }
      while (!(await page.locator('.cur, .hand .commit').count())) {
        if (await decide(page, draw)) await there(page, '.cur, .hand .commit');
      }
      turns[who]++;
    }
    assert.ok(turns.Anna >= 4, JSON.stringify(turns));
    assert.deepEqual(page.faults, []);
  });
}

/** The seat whose side of the board is below, and the one that is to move. */
const sides = (page) => page.evaluate(() => [...document.querySelectorAll('[data-zone^="strip:"]')].map((x) => ({ seat: Number(x.dataset.zone.slice(6)), on: !!x.querySelector('.seat.on') })));

scene('two people play Duel on one phone: a curtain for a secret draw only, the board turns to the one who moves or lies still, and a choice is taken back', async ({ server, seed, visitor }) => {
  const page = await visitor({ engine: 'device', level: 'level1', size: phone, lang: 'hu' });
  await openHere(page, server.url, 'duel', ['Anna', 'Béla']);
  const table = page.url();
  let turned = 0;
  await playOut(page, {
    seed,
    // Before anybody can have built The Great Library, whose draw is secret.
    stop: (n) => n >= 10,
    each: async () => {
      const [above, below] = await sides(page);
      if (!below) return;
      assert.ok(below.on && !above.on, 'whoever moves is below');
      turned |= 1 << below.seat;
    },
  });
  assert.equal(turned, 3, 'both were below');
  assert.equal(page.curtains ?? 0, 0, 'nothing is hidden yet');
  // Reloading leads back to the same table.
  await page.reload({ waitUntil: 'networkidle' });
  await page.waitForSelector('.shell .turn:not(.idle)');
  // The last choice is taken back, whoever made it.
  await page.locator('.bar .ib[aria-label="Visszavonás"]').click();
  // The board goes back to the one whose choice it was, and opens at the table: the log is pressed until it tells of it.
  const told = page.locator('.logtab', { hasText: /visszavon/i });
  for (let i = 0; i < 100 && !(await told.count()); i++) {
    await page.locator('nav.tabs button').last().click();
    await page.waitForTimeout(100);
  }
  assert.equal(await told.count(), 1, 'the log tells what was taken back');
  await page.locator('nav.tabs button').first().click();
  // Still: the first of them stays below.
  await page.locator('.bar .ib[aria-label="Forgatás"]').click();
  const seen = new Set();
  await playOut(page, {
    seed: seed + 1,
    each: async () => {
      const [above, below] = await sides(page);
      if (!below) return;
      assert.equal(below.seat, 0);
      seen.add(above.on);
    },
  });
  assert.equal(seen.size, 2, 'both moved');
  assert.ok((page.curtains ?? 0) <= 1, `${page.curtains} curtains: only the draw of The Great Library is secret`);
  // The same two again, without a word.
  await page.locator('dialog[open] .row button.commit').click();
  await page.waitForURL((url) => url.href !== table && url.pathname.startsWith('/here/'));
  await page.waitForSelector('.shell .turn:not(.idle)');
  assert.deepEqual(page.faults, []);
});

scene('a person and bots, and people who choose openly: Dice and Architects on one device', async ({ server, seed, visitor }) => {
  const page = await visitor({ engine: 'device', level: 'level1' });
  for (const [door, people] of [['dice', ['Anna', 'Béla', null]], ['architects', ['Anna', null, 'Csilla']]]) {
    await openHere(page, server.url, door, people);
    const moved = new Set();
    await playOut(page, {
      seed,
      stop: (n) => n >= 10,
      each: async () => {
        assert.equal(await page.locator('.cur').count(), 0);
        moved.add((await page.locator('.shell .turn').textContent()).split(/[:,]/)[0]);
      },
    });
    assert.equal(moved.size, 2, [...moved].join());
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await page.locator('a[href^="/here/here-"]').first().waitFor();
  }
  assert.deepEqual(page.faults, []);
});

scene('Pantheon on one device: a curtain only before a secret choice, and divinities that one placed are shown on request', async ({ server, seed, visitor }) => {
  const page = await visitor({ engine: 'device', level: 'level1' });
  await openHere(page, server.url, 'pantheon', ['Anna', 'Béla']);
  const draw = chance(seed);
  const known = () => page.locator('[data-zone=pantheon] .dark[data-tip^="god:"]').count();
  let [curtains, openly, looked] = [0, 0, 0];
  for (let n = 0; n < 60 && !(curtains > 2 && looked > 0); n++) {
    await there(page, '.cur, .shell .turn:not(.idle)');
    if (await page.locator('.cur').count()) {
      curtains++;
      await page.locator('.cur .commit').click();
      await there(page, '.shell .turn:not(.idle)');
    } else {
      openly++;
      assert.equal(await known(), 0, 'what only one of them knows is not on the table');
      const look = page.locator('.top .tbtn[aria-pressed]:has(use[href$="#eye"])');
      if (await look.count()) {
        await look.click();
        looked += await known();
        await look.click();
        assert.equal(await known(), 0);
      }
    }
    await decide(page, draw);
  }
  assert.ok(curtains > 2 && openly > 5 && looked > 0, `${curtains} curtains, ${openly} open choices, ${looked} divinities looked at`);
  assert.deepEqual(page.faults, []);
});
