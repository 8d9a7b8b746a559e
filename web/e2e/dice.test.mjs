// Dice through the page: whole games of two and of seven, one at each size (MIRABILIA_WHOLE=1 plays both at both), a choice
// withdrawn, dice and spaces picked by each other and by the keyboard alone, and that nothing scrolls or is cut during a turn.

import assert from 'node:assert/strict';
import { desk, everything, phone, scene } from './harness.mjs';
import { begin, bringBela, makeTable, playOut, state, still } from './player.mjs';

/** Pass by keyboard. Keys pressed while the last choice is still on its way are not heard. */
async function pass(page) {
  const ready = () => page.locator('[data-commit]:not([disabled])').count();
  for (let i = 0; i < 100 && !(await ready()); i++) {
    await page.keyboard.press('3');
    await page.waitForTimeout(50);
  }
  await page.keyboard.press('Enter');
}

/** The number of the round as the page shows it. */
const round = async (page) => Number(/\d+/.exec(await page.locator('.shell .age').textContent())[0]);

for (const [name, size] of Object.entries({ desk, phone })) {
  for (const seats of everything ? [2, 7] : [size === desk ? 2 : 7]) {
    scene(`dice, ${seats} seats, to its end, ${name}`, async ({ server, seed, visitor }) => {
      const page = await visitor({ size, lang: name === 'phone' ? 'hu' : 'en', theme: seats === 7 ? 'night' : 'day' });
      const id = await makeTable(page, server.url, 'dice', ['', ...Array(seats - 1).fill('level1')]);
      await begin(page, server.url, id);
      await playOut(page, { seed, limit: 600, each: () => still(page, '.forum, .nbp, .sg, .blk, .near, .mybon, .stat') });
      // Buildings in which nobody has points have no row.
      await page.locator('.end tbody tr').nth(2).waitFor();
      assert.ok((await page.locator('.end tfoot td.win').count()) > 0, 'somebody won');
      assert.equal(await page.locator('.end thead th').count(), seats);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }

  scene(`dice, a choice is withdrawn and made anew, ${name}`, async ({ server, visitor }) => {
    const page = await visitor({ size });
    const other = await visitor({ size });
    // A second person keeps the round open, so that the first may think again.
    const id = await makeTable(page, server.url, 'dice', ['', '']);
    await bringBela(page, other, server.url, id);
    await begin(page, server.url, id);

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
    assert.equal((await state(page)).mine, false, 'the round waits for the other');
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

scene('dice, what the other marked is shown, also when my own choice closed the round, and again when I come back', async ({ server, visitor }) => {
  const page = await visitor({ size: desk });
  const other = await visitor({ size: desk });
  const id = await makeTable(page, server.url, 'dice', ['', '']);
  await bringBela(page, other, server.url, id);
  await begin(page, server.url, id);
  await other.waitForSelector('.shell .forum');
  await other.locator('.sg .blk:not(.b-wonder) button.space.can').first().click();
  await other.locator('[data-commit]').click();
  await other.locator('.wd').waitFor();
  // A desk shows the other's barracks; what was marked elsewhere lights up the other's panel.
  const marked = page.locator('[data-at^="space:1:"].touched, [data-at="seat:1"].touched').first();
  assert.equal(await marked.count(), 0, 'the choice of the other is secret until the round ends');
  await pass(page);
  await marked.waitFor();
  await page.reload();
  await marked.waitFor();
  assert.deepEqual([...page.faults, ...other.faults], []);
});

scene('dice, a whole round by keyboard alone: arrows reach a die, Enter picks, Enter commits', async ({ server, visitor }) => {
  const page = await visitor({ size: desk });
  const id = await makeTable(page, server.url, 'dice', ['', 'level1']);
  await begin(page, server.url, id);
  await page.keyboard.press('c');
  for (let i = 0; i < 40; i++) {
    const can = await page.evaluate(() => document.activeElement?.matches('.forum .dd:not([aria-disabled=true])'));
    if (can) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.forum .dd.on').count(), 1);
  await page.keyboard.press('Enter');
  // Whatever follows is answered by its first action that can be taken. A key may already pass the next round.
  for (let i = 0; i < 100 && (await round(page)) === 1; i++) {
    await page.waitForTimeout(300);
    for (const key of ['2', '3']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  }
  assert.ok((await round(page)) > 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

scene('dice, passing is over with its round: neither a double click nor Enter pressed thrice passes the next one', async ({ server, visitor }) => {
  const page = await visitor({ size: desk });
  const id = await makeTable(page, server.url, 'dice', ['', 'level1']);
  await begin(page, server.url, id);
  const passAction = page.locator('.actbar .abtn').nth(2);
  assert.equal(await round(page), 1);
  await passAction.click();
  await page.locator('[data-commit]').dblclick();
  await page.waitForFunction(() => /2/.test(document.querySelector('.shell .age').textContent));
  await page.waitForTimeout(1000);
  assert.equal(await round(page), 2);
  await passAction.click();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
  await page.waitForFunction(() => /3/.test(document.querySelector('.shell .age').textContent));
  for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
  await page.waitForTimeout(1000);
  assert.equal(await round(page), 3);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
