// Dice through the page: whole games of two and of seven at both sizes, a choice withdrawn, dice and spaces picked by each
// other and by the keyboard alone, and that nothing scrolls or is cut during a turn.

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
const command = (page, id, type) => ask(page, `/tables/${id}/commands`, { id: `test-${++commands}`, type, data: { nonce: String(commands).padStart(32, '0') } });

/** Open a table as Anna, who takes the first seat; bots by seat, "" for people. */
async function open(page, bots) {
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await ask(page, '/session', { name: 'Anna' });
  const made = await ask(page, '/tables', { game: 'dice', seats: bots.length, options: {}, clock: { kind: 'none' }, public: false, rated: false, seat: 0, bots });
  return made.table.id;
}

async function sit(page, id) {
  await page.goto(`${server.url}/t/${id}`, { waitUntil: 'networkidle' });
  await page.waitForSelector('.shell .forum');
}

/** The board must not scroll, at any moment of a turn, nor cut its blocks and panels. */
async function still(page) {
  const far = await page.evaluate(() => {
    const over = (s) => [...document.querySelectorAll(s)].map((el) => [el.scrollWidth - el.clientWidth, el.scrollHeight - el.clientHeight, el.className]).filter(([x, y]) => x > 1 || y > 1);
    const d = document.scrollingElement;
    return { page: d.scrollHeight - d.clientHeight, wide: d.scrollWidth - d.clientWidth, shell: over('.shell'), body: over('.shell > .body'), panels: over('.forum, .nbp, .sg, .blk, .near, .mybon, .stat') };
  });
  assert.deepEqual(far, { page: 0, wide: 0, shell: [], body: [], panels: [] });
}

/** Pass by keyboard. Keys pressed while the last choice is still on its way are not heard. */
async function pass(page) {
  const ready = () => page.locator('[data-commit]:not([disabled])').count();
  for (let i = 0; i < 100 && !(await ready()); i++) {
    await page.keyboard.press('3');
    await page.waitForTimeout(50);
  }
  await page.keyboard.press('Enter');
}

const owes = (page) => page.evaluate(() => !document.querySelector('.shell .turn').classList.contains('idle'));

for (const [name, size] of Object.entries({ desk, phone })) {
  for (const seats of [2, 7]) {
    test(`dice, ${seats} seats, to its end, ${name}`, async () => {
      const page = await visitor(b, { size, lang: name === 'phone' ? 'hu' : 'en', theme: seats === 7 ? 'night' : 'day' });
      const id = await open(page, ['', ...Array(seats - 1).fill('level1')]);
      await command(page, id, 'start');
      await sit(page, id);
      await playOut(page, { seed: size.width + seats, limit: 600, each: () => still(page) });
      // Buildings in which nobody has points have no row.
      await page.locator('.end tbody tr').nth(2).waitFor();
      assert.ok((await page.locator('.end tfoot td.win').count()) > 0, 'somebody won');
      assert.equal(await page.locator('.end thead th').count(), seats);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }

  test(`dice, a choice is withdrawn and made anew, ${name}`, async () => {
    const page = await visitor(b, { size });
    const other = await visitor(b, { size });
    // A second person keeps the round open, so that the first may think again.
    const id = await open(page, ['', '']);
    const { path } = await ask(page, `/tables/${id}/invites`, {});
    await other.goto(server.url, { waitUntil: 'networkidle' });
    await ask(other, '/session', { name: 'Béla' });
    await other.goto(server.url + path, { waitUntil: 'networkidle' });
    await command(other, id, 'join');
    await command(page, id, 'start');
    await sit(page, id);

    // A die takes its space with it.
    const die = page.locator('.forum .dd:not([aria-disabled=true])').first();
    await die.click();
    assert.equal(await page.locator('.sg .space.sel').count(), 1);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.sg .space.sel').count(), 0);
    // A space takes its die with it: the wonder has none.
    const space = page.locator('.sg .blk:not(.b-wonder) button.space.can').first();
    await space.click();
    assert.equal(await page.locator('.forum .dd.on').count(), 1);

    await page.locator('[data-commit]').click();
    await page.locator('.wd').waitFor();
    assert.equal(await owes(page), false, 'the round waits for the other');
    await page.locator('.wd').click();
    await page.waitForFunction(() => !document.querySelector('.wd') && !document.querySelector('.shell .turn').classList.contains('idle'));
    // With the keyboard alone: the third action passes, Enter commits.
    await pass(page);
    await page.locator('.wd').waitFor();
    await other.waitForSelector('.shell .forum');
    await pass(other);
    await page.waitForFunction(() => /2/.test(document.querySelector('.shell .age').textContent));
    assert.equal(await page.locator('[data-tip=coins].num').first().textContent().then((s) => s.trim()), '10');
    assert.deepEqual([...page.faults, ...other.faults], []);
    await Promise.all([page.context().close(), other.context().close()]);
  });
}

test('dice, a whole round by keyboard alone: arrows reach a die, Enter picks, Enter commits', async () => {
  const page = await visitor(b, { size: desk });
  const id = await open(page, ['', 'level1']);
  await command(page, id, 'start');
  await sit(page, id);
  await page.keyboard.press('c');
  for (let i = 0; i < 40; i++) {
    const can = await page.evaluate(() => document.activeElement?.matches('.forum .dd:not([aria-disabled=true])'));
    if (can) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.forum .dd.on').count(), 1);
  await page.keyboard.press('Enter');
  // Whatever follows is answered by its first action that can be taken.
  for (let i = 0; i < 10 && !(await page.evaluate(() => /2/.test(document.querySelector('.shell .age').textContent))); i++) {
    await page.waitForTimeout(300);
    for (const key of ['2', '3']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  }
  assert.match(await page.locator('.shell .age').textContent(), /[2-9]/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
