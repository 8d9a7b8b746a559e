// 7 Wonders through the page: whole games of three and of seven at both sizes, payments, withdrawing, and that nothing
// scrolls during a turn.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browser, desk, phone, Server, visitor } from './harness.mjs';
import { playOut } from './player.mjs';

let server;
let b;
before(async () => {
  [server, b] = await Promise.all([Server.start(), browser()]);
});
after(async () => {
  await b?.close();
  await server?.stop();
});

/** Ask the server something as the visitor of the page. */
async function ask(page, path, body) {
  return page.evaluate(
    async ([p, data]) => {
      const answer = await fetch('/api' + p, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(data) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${p}: ${text}`);
      return text ? JSON.parse(text) : null;
    },
    [path, body],
  );
}

let commands = 0;
const command = (page, id, type) => ask(page, `/tables/${id}/commands`, { id: `test-${++commands}`, type, data: { nonce: commands.toString(16).padStart(64, '0') } });

/** Open a table as Anna, who takes the first seat; bots by seat, "" for people. */
async function open(page, bots, options = {}) {
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await ask(page, '/session', { name: 'Anna' });
  const made = await ask(page, '/tables', { game: 'wonders', seats: bots.length, options, clock: { kind: 'none' }, public: false, rated: false, seat: 0, bots });
  return made.table.id;
}

async function sit(page, id) {
  await page.goto(`${server.url}/t/${id}`, { waitUntil: 'networkidle' });
  await page.waitForSelector('.shell');
}

/** The board must not scroll, at any moment of a turn, nor cut its panels. */
async function still(page) {
  const far = await page.evaluate(() => {
    const over = (s) => [...document.querySelectorAll(s)].map((el) => [el.scrollWidth - el.clientWidth, el.scrollHeight - el.clientHeight]).filter(([x, y]) => x > 1 || y > 1);
    const d = document.scrollingElement;
    return { page: d.scrollHeight - d.clientHeight, wide: d.scrollWidth - d.clientWidth, shell: over('.shell'), body: over('.shell .body'), sides: over('main .side'), city: over('.mycity, .pc7'), hand: over('.hand') };
  });
  assert.deepEqual(far, { page: 0, wide: 0, shell: [], body: [], sides: [], city: [], hand: [] });
}

let payments = 0;

/** Pick a card that can be paid in several ways, if there is one, and choose the dearest of them. */
async function payAnotherWay(page) {
  const hand = '[data-zone=hand] button';
  const cards = await page.locator(hand).count();
  for (let i = 0; i < cards; i++) {
    await page.evaluate(([s, n]) => document.querySelectorAll(s)[n]?.click(), [hand, i]);
    const change = page.locator('.actbar .chg');
    if ((await change.count()) === 0) continue;
    await change.click();
    assert.ok((await page.locator('[data-pay]').count()) > 1);
    await page.locator('[data-pay]').last().click();
    assert.equal(await page.locator('[data-pay][aria-pressed=true]').count(), 1);
    payments++;
    await still(page);
    return;
  }
}

for (const [name, size] of Object.entries({ desk, phone })) {
  for (const seats of [3, 7]) {
    test(`wonders, ${seats} seats, to its end, ${name}`, async () => {
      const page = await visitor(b, { size, lang: name === 'phone' ? 'hu' : 'en', theme: seats === 7 ? 'night' : 'day' });
      const id = await open(page, ['', ...Array(seats - 1).fill('level1')]);
      await command(page, id, 'start');
      await sit(page, id);
      await playOut(page, {
        seed: size.width + seats,
        each: async () => {
          await still(page);
          await payAnotherWay(page);
        },
      });
      // Categories in which nobody scored are left out.
      const rows = await page.locator('.end tbody tr').count();
      assert.ok(rows >= 3, `the score sheet has ${rows} rows`);
      assert.ok((await page.locator('.end tfoot td.win').count()) > 0, 'somebody won');
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }

  test(`wonders, a choice is withdrawn and made anew, ${name}`, async () => {
    const page = await visitor(b, { size });
    const other = await visitor(b, { size });
    // A second person keeps the turn open, so that the first may think again.
    const id = await open(page, ['', '', 'level1'], { sides: 'day' });
    const { path } = await ask(page, `/tables/${id}/invites`, {});
    await other.goto(server.url, { waitUntil: 'networkidle' });
    await ask(other, '/session', { name: 'Béla' });
    await other.goto(server.url + path, { waitUntil: 'networkidle' });
    await other.waitForFunction(() => !location.hash, null, { timeout: 15000 });
    await command(other, id, 'join');
    await command(page, id, 'start');
    await sit(page, id);
    await page.locator('[data-zone=hand] button').first().click();
    await page.locator('[data-commit]').click();
    const back = page.locator('.wd');
    await back.waitFor();
    await back.click();
    await page.waitForFunction(() => !document.querySelector('.wd'));
    await page.locator('[data-zone=hand] button').nth(1).click();
    // With the keyboard alone: the third action sells, Enter commits.
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await back.waitFor();
    await other.waitForSelector('.shell [data-zone=hand] button');
    await other.locator('[data-zone=hand] button').first().click();
    await other.keyboard.press('3');
    await other.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('[data-zone=hand] li').length === 6);
    assert.deepEqual([...page.faults, ...other.faults], []);
    await Promise.all([page.context().close(), other.context().close()]);
  });
}

test('some card of these games could be paid in several ways', () => assert.ok(payments > 0));
