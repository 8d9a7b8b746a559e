// Architects through the page: tables of two to seven, the wonders whose abilities ask for a decision, a game by
// keyboard alone, and that nothing scrolls during a turn and no text is cut without dots.

import assert from 'node:assert/strict';
import { chance, desk, phone, scene } from './harness.mjs';
import { begin, closeDrawers, makeTable, myTurn, playOut, state, still } from './player.mjs';

/** A table where Anna has the first of the wonders and bots the others, started. */
async function sit(page, server, wonders) {
  const bots = wonders.map((_, i) => (i === 0 ? '' : 'level2'));
  await begin(page, server.url, await makeTable(page, server.url, 'architects', bots, { wonders: wonders.join(',') }));
}

/** Whatever cuts its text ends it in dots. */
async function whole(page) {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.arc *')]
      .filter((el) => {
        if (el.closest('svg, .vh, .lines, .says, .what') || !el.textContent.trim()) return false;
        const s = getComputedStyle(el);
        if (s.textOverflow === 'ellipsis' || s.webkitLineClamp !== 'none') return false;
        return (s.overflowX === 'hidden' && el.scrollWidth > el.clientWidth + 1) || (s.overflowY === 'hidden' && el.scrollHeight > el.clientHeight + 4);
      })
      .map((el) => `${el.className}: ${el.textContent.trim().slice(0, 40)}`),
  );
  assert.deepEqual(cut, []);
}

const tables = [
  [desk, 'en', ['halicarnassus', 'gizah', 'rhodes', 'ephesos']],
  [phone, 'hu', ['alexandria', 'rhodes']],
  [phone, 'hu', ['babylon', 'olympia', 'gizah', 'rhodes', 'alexandria', 'ephesos', 'halicarnassus']],
];

for (const [size, lang, wonders] of tables) {
  scene(`${wonders.length} players as ${wonders[0]}, ${size === phone ? 'phone' : 'desk'}`, async ({ server, seed, visitor }) => {
    const page = await visitor({ size, lang });
    await sit(page, server, wonders);
    await playOut(page, {
      seed,
      each: async () => {
        // The player presses everything, also what opens a drawer.
        await closeDrawers(page);
        await still(page);
        await whole(page);
      },
    });
    const rows = await page.locator('.end tbody tr').count();
    assert.ok(rows >= 3, `the score sheet has ${rows} rows`);
    assert.ok((await page.locator('.end tfoot td.win').count()) > 0, 'somebody won');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

scene('a game by keyboard alone', async ({ server, seed, visitor }) => {
  const page = await visitor();
  await sit(page, server, ['ephesos', 'gizah', 'olympia']);
  const draw = chance(seed);
  let s = await state(page);
  for (let i = 0; i < 4000 && !s.over; i++) {
    if (!s.mine) await myTurn(page);
    else if (s.ready) await page.keyboard.press('Enter');
    else await page.keyboard.press(String(1 + draw(4)));
    await page.waitForTimeout(10);
    s = await state(page);
  }
  assert.ok(s.over, 'the game ended');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
