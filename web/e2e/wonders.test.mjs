// 7 Wonders through the page: whole games of three and of seven, one at each size (MIRABILIA_WHOLE=1 plays both at both),
// payments, withdrawing, and that nothing scrolls during a turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, everything, phone, scene } from './harness.mjs';
import { begin, bringBela, makeTable, playOut, press, still } from './player.mjs';

const panels = 'main .side, .mycity, .pc7, .hand';
let payments = 0;

/** Pick a card that can be paid in several ways, if there is one, and choose the dearest of them. */
async function payAnotherWay(page) {
  const hand = '[data-zone=hand] button';
  const cards = await page.locator(hand).count();
  for (let i = 0; i < cards; i++) {
    await press(page, hand, i);
    const change = page.locator('.actbar .chg');
    if ((await change.count()) === 0) continue;
    await change.click();
    assert.ok((await page.locator('[data-pay]').count()) > 1);
    await page.locator('[data-pay]').last().click();
    assert.equal(await page.locator('[data-pay][aria-pressed=true]').count(), 1);
    payments++;
    await still(page, panels);
    return;
  }
}

for (const [name, size] of Object.entries({ desk, phone })) {
  for (const seats of everything ? [3, 7] : [size === desk ? 7 : 3]) {
    scene(`wonders, ${seats} seats, to its end, ${name}`, async ({ server, seed, visitor }) => {
      const page = await visitor({ size, lang: name === 'phone' ? 'hu' : 'en', theme: seats === 7 ? 'night' : 'day' });
      const id = await makeTable(page, server.url, 'wonders', ['', ...Array(seats - 1).fill('level1')]);
      await begin(page, server.url, id);
      await playOut(page, {
        seed,
        each: async () => {
          await still(page, panels);
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

  scene(`wonders, a choice is withdrawn and made anew, ${name}`, async ({ server, visitor }) => {
    const page = await visitor({ size });
    const other = await visitor({ size });
    // A second person keeps the turn open, so that the first may think again.
    const id = await makeTable(page, server.url, 'wonders', ['', '', 'level1'], { sides: 'day' });
    await bringBela(page, other, server.url, id);
    await begin(page, server.url, id);
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
    // The other's own choice closed the turn; what Anna did, a sale, is shown all the same.
    await other.locator('[data-at="purse:0"].touched').waitFor();
    assert.deepEqual([...page.faults, ...other.faults], []);
    await Promise.all([page.context().close(), other.context().close()]);
  });
}

test('some card of these games could be paid in several ways', () => assert.ok(payments > 0));
