// The page of the analysis: what a device of someone who sat there sent, and the engine at work in the browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { serious } from './axe.mjs';
import { desk, everything, phone, scene } from './harness.mjs';
import { studied } from './moments/studied.mjs';
import { Table } from './moments/table.mjs';

const recorded = JSON.parse(readFileSync(new URL('moments/recorded.json', import.meta.url), 'utf8'));
const duel = recorded.find((r) => r.board === 'duel' && r.stops.some((s) => s.moment === 'end'));

/** A game played to its end, each seat with the first of its moves or with the recorded ones. */
async function finished(server, { game, seats, options, moves }) {
  const table = await Table.deal(server, { game, seats, options });
  for (const line of moves ?? []) {
    const [seat, ...move] = line.split(' ');
    await table.play(Number(seat), move.join(' '));
  }
  for (let over = !!moves; !over; ) {
    for (let seat = 0; seat < seats && !over; seat++) {
      const frame = await table.look(seat);
      if (frame.moves?.length) await table.play(seat, frame.moves[frame.moves.length >> 1]);
      over = !!(await table.look(seat)).result;
    }
  }
  return table;
}

const number = (text) => Number(/(\d+)/.exec(text)[1]);

scene(
  'the analysis of a Duel on a desk: the largest loss first, mistakes by key, the list, the board, whose device it was',
  async ({ server, visitor }) => {
    const table = await finished(server, duel);
    const a = await studied(server, table, 0);
    const page = await visitor({ size: desk, cookie: table.people[1].forBrowser });
    await page.goto(`${server.url}/r/${table.id}`);
    await page.getByRole('link', { name: 'Analysis' }).click();
    await page.waitForSelector('.dec');
    assert.match(await page.locator('.work').textContent(), /1,200 simulations a move/);
    assert.match(await page.locator('.left').textContent(), /Computed on Anna's device/);
    // Béla looks: it opens on his largest loss.
    const own = a.decisions.filter((d) => d.seat === 1).sort((x, y) => y.loss - x.loss || x.t - y.t)[0];
    assert.equal(number(await page.locator('.st .n').textContent()), own.t + 1);
    assert.match(await page.locator('.dec .v').textContent(), new RegExp(`−${Math.round(own.loss * 100)}`));
    assert.equal(await page.locator('[role=option]').count(), a.decisions.length);
    assert.equal(await page.locator('.bview .flag').count() > 0, true);
    await page.keyboard.press('m');
    const next = number(await page.locator('.st .n').textContent());
    assert.ok(next !== own.t + 1 && a.decisions[next - 1].seat === 1, `decision ${next}`);
    assert.equal(new URL(page.url()).hash, `#${next}`);
    // The board after the second candidate, and along the play that the engine expects; Escape leads back to the game.
    const shown = () => page.locator('.bview').evaluate((el) => el.innerHTML);
    const before = await shown();
    await page.keyboard.press('2');
    await page.waitForSelector('.beyond .away');
    assert.equal(await page.locator('.alts [aria-pressed=true]').count(), 1);
    assert.equal(await page.locator('.bview .flag').count(), 0, 'nothing was played there');
    assert.notEqual(await shown(), before);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.bw:not(.beyond)');
    await page.locator('.pv button').first().click();
    await page.waitForSelector('.pv [aria-pressed=true]');
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.waitForSelector('.bw:not(.beyond)');
    assert.ok(page.url().includes('/analysis/'), page.url());
    await page.keyboard.press('End');
    await page.waitForSelector(`.st .n:has-text("${a.decisions.length} / ${a.decisions.length}")`);
    await page.locator('[role=listbox]').focus();
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector(`[aria-selected=true]#decision-${a.decisions.length - 2}`);
    // The five figures of the balance add up to the result.
    const sums = await page.locator('.ax li .vh').allTextContents();
    const [start, mine, theirs, luck, end] = sums.map((x) => Number(/(−?\+?\d+)/.exec(x)[1].replace('−', '-')));
    assert.ok(Math.abs(start + mine + theirs + luck - end) <= 2, sums.join());
    assert.deepEqual(page.faults, []);
  },
  { seed: `moment ${duel.seed}` },
);

/** Look at a studied game at both sizes and in both languages; axe finds nothing serious, and look is asked at each. */
async function everywhere(visitor, url, cookie, look) {
  for (const lang of ['en', 'hu'])
    for (const size of [desk, phone]) {
      const page = await visitor({ size, lang, cookie });
      await page.goto(url);
      await page.waitForSelector('.dec');
      assert.deepEqual(await serious(page), [], `axe: ${lang}, ${size.width}`);
      await look(page, lang, size === phone);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
}

scene(
  'the analysis of a Duel at both sizes and in both languages: seats, swipes, the menu, a picture, the file',
  async ({ server, visitor }) => {
    const table = await finished(server, duel);
    const a = await studied(server, table, 0);
    await everywhere(visitor, `${server.url}/analysis/${table.id}#20`, table.people[0].forBrowser, async (page, lang, small) => {
      const shown = (n) => page.waitForSelector(`.dec h2:has-text("${lang === 'hu' ? `${n}. döntés` : `decision ${n}`}")`);
      await shown(20);
      assert.equal(await page.locator('.dec .alts li').count(), a.decisions[19].moves.length);
      if (small) {
        assert.equal(await page.locator('.slim li').count(), 2);
        const swipe = (dx, dy) =>
          page.locator('.dec').evaluate(
            (el, [x, y]) => {
              const touch = (x, y) => new Touch({ identifier: 1, target: el, clientX: x, clientY: y });
              el.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(200, 500)], changedTouches: [touch(200, 500)] }));
              el.dispatchEvent(new TouchEvent('touchend', { bubbles: true, touches: [], changedTouches: [touch(200 + x, 500 + y)] }));
            },
            [dx, dy],
          );
        // A finger moves the decision to the left: the next one; up: all choices; down: the board under the curve again.
        await swipe(-180, 0);
        await shown(21);
        assert.ok(await page.locator('main.curve .bview').isVisible());
        await swipe(0, -180);
        await page.waitForSelector('.sheet.whole');
        assert.deepEqual(await serious(page), [], 'axe: all choices');
        await swipe(0, 180);
        await page.waitForSelector('.sheet:not(.whole)');
      }
      await page.getByRole('button', { name: lang === 'hu' ? 'Menü' : 'Menu' }).click();
      const files = [];
      for (const what of lang === 'hu' ? ['Kép megosztása', 'Az elemzés fájlként'] : ['Share a picture', 'Analysis as a file']) {
        if (!(await page.locator('dialog[open]').count())) await page.getByRole('button', { name: lang === 'hu' ? 'Menü' : 'Menu' }).click();
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: what }).click()]);
        files.push(readFileSync(await download.path()));
      }
      assert.deepEqual([files[0].readUInt32BE(16), files[0].readUInt32BE(20)], [1200, 630]);
      assert.deepEqual(JSON.parse(files[1]), a);
    });
  },
  { seed: `moment ${duel.seed}` },
);

scene('the analysis of 7 Wonders with five seats at both sizes and in both languages: tabs, bands and lines', async ({ server, visitor }) => {
  const table = await finished(server, { game: 'wonders', seats: 5 });
  const a = await studied(server, table, 2, '2x4');
  await everywhere(visitor, `${server.url}/analysis/${table.id}`, table.people[2].forBrowser, async (page, lang, small) => {
    const hu = lang === 'hu';
    const open = (name) => (small ? page.getByRole('navigation').getByRole('button', { name }).click() : undefined);
    assert.match(await page.locator('.dec').textContent(), hu ? /Ahogy .* láthatta.*kb\./s : /As .* could see it.*about/s);
    assert.equal(await page.locator(small ? '.gr .stroke' : '.gr .band').count(), 5);
    await page.getByRole('button', { name: small ? (hu ? 'Sávok' : 'Bands') : hu ? 'Vonalak' : 'Lines' }).click();
    await page.waitForSelector(small ? '.gr .band' : '.gr .stroke');
    await open(hu ? 'Mérleg' : 'Balance');
    await page.getByRole('combobox', { name: hu ? 'Kinek a mérlege' : 'Whose balance' }).selectOption('0');
    assert.equal(await page.locator('.wf rect').count(), 5);
    await open(hu ? 'Döntések' : 'Decisions');
    assert.equal(await page.locator('[role=option]').count(), a.decisions.length);
    await open(hu ? 'Tábla' : 'Board');
    await page.waitForSelector('.bview .flag');
  });
});

scene(
  'a mistake can be tried again: a table on this device from that decision, which is listed when it is over',
  async ({ server, visitor }) => {
    const table = await finished(server, duel);
    await studied(server, table, 0);
    const page = await visitor({ cookie: table.people[0].forBrowser });
    // The last decision of Anna, so that the trial is short.
    const last = duel.moves.findLastIndex((m) => m.startsWith('0 ')) + 1;
    await page.goto(`${server.url}/analysis/${table.id}#${last}`);
    await page.waitForSelector('.dec');
    await page.keyboard.press('t');
    await page.waitForURL(/\/t\/here-/);
    await page.waitForSelector('.shell .turn');
    assert.ok((await page.locator('.struct button.card').count()) > 0, 'the cards of that moment can be played');
    await page.goto(server.url);
    await page.waitForSelector('.low .panel li');
    assert.equal(await page.locator('a[href^="/t/here-"]').count(), 0);
    assert.deepEqual(page.faults, []);
  },
  { seed: `moment ${duel.seed}` },
);

scene(
  'My games leads to the analysis; one by an older engine says so, and is made anew',
  async ({ server, visitor }) => {
    const table = await finished(server, duel);
    await studied(server, table, 0);
    const page = await visitor({ cookie: table.people[0].forBrowser });
    // What a server with a new network says of an analysis from before.
    await page.route('**/analysis', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), older: true } });
    });
    await page.goto(server.url);
    await page.getByRole('link', { name: /^Analysis: Duel/ }).click();
    await page.waitForSelector('.dec');
    assert.match(await page.locator('.work').textContent(), /older engine/);
    await page.getByRole('button', { name: 'Again', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    assert.deepEqual(page.faults, []);
  },
  { seed: `moment ${duel.seed}` },
);

scene(
  'the engine analyses in the browser: partial results, a pause, and on from there after a reload',
  async ({ server, visitor, t }) => {
    const table = await finished(server, duel);
    const page = await visitor({ size: desk, cookie: table.people[0].forBrowser, quiet: ['404'] });
    const start = Date.now();
    const passed = (what) => t.diagnostic(`${what} after ${((Date.now() - start) / 1000).toFixed(1)} s`);
    const sent = page.waitForResponse((r) => r.request().method() === 'PUT' && r.url().endsWith('/analysis'), { timeout: 0 });
    sent.catch(() => undefined); // the page is closed before, unless it does the whole work
    await page.addInitScript(() => {
      globalThis.busy = [];
      new PerformanceObserver((list) => globalThis.busy.push(...list.getEntries().map((e) => Math.round(e.duration)))).observe({ type: 'longtask', buffered: true });
      globalThis.answered = [];
      new PerformanceObserver((list) => globalThis.answered.push(...list.getEntries().filter((e) => e.interactionId).map((e) => e.duration))).observe({ type: 'event', durationThreshold: 16 });
    });
    await page.goto(`${server.url}/analysis/${table.id}`);
    await page.waitForSelector('.edge', { state: 'attached', timeout: 120_000 });
    passed('a first part of the curve');
    // The sketch of the whole curve comes first, then verdicts.
    await page.waitForSelector('.dec .alts', { timeout: 120_000 });
    passed('the first verdict');
    if (everything) {
      // Somebody looks at one decision after the other while the engine works; how long the page took to answer is told at the end.
      const all = page.waitForFunction(() => document.querySelectorAll('.left .cts .ct').length === 6, null, { timeout: 600_000 }).then(() => passed('a verdict on every decision'));
      const whole = page.waitForSelector('.work[role=status]', { timeout: 600_000 });
      let [presses, done] = [0, false];
      whole.then(() => (done = true), () => (done = true));
      for (; !done; presses++) {
        await page.keyboard.press(presses % 50 < 49 ? 'ArrowRight' : 'Home');
        await page.waitForTimeout(500);
      }
      await all;
      await whole;
      passed('the whole analysis');
      const { busy, answered } = await page.evaluate(() => ({ busy: globalThis.busy, answered: globalThis.answered }));
      t.diagnostic(`${presses} presses meanwhile, the slowest shown after ${Math.max(16, ...answered)} ms; tasks of more than 50 ms on the page's thread: ${busy.length} (longest ${Math.max(0, ...busy)} ms)`);
      // Who sat there gives it to the others.
      const answer = await sent;
      assert.equal(answer.status(), 200, await answer.text());
      const kept = await (await fetch(`${server.url}/api/tables/${table.id}/analysis`)).json();
      assert.equal(kept.name, 'Anna');
      return;
    }
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    const judged = await page.locator('.dl .jg:not(.pending, .luck)').count();
    assert.ok(judged > 0);
    await page.reload();
    await page.waitForSelector('.dec');
    assert.equal(await page.locator('[role=option]').count(), duel.moves.length);
    assert.ok((await page.locator('.dl .jg:not(.pending, .luck)').count()) > 0, 'what was found is shown after a reload');
    assert.deepEqual(page.faults, []);
  },
  { seed: `moment ${duel.seed}` },
);
