// Duel, with Pantheon and without it, is played to its end through the page, at both sizes, against bots: nothing scrolls during a turn,
// nothing is printed as an error, and the score sheet comes at the end. The other games have files of their own.

import assert from 'node:assert/strict';
import { desk, phone, scene } from './harness.mjs';
import { playOut, quickGame, still } from './player.mjs';

for (const [name, size] of Object.entries({ desk, phone })) {
  for (const door of ['duel', 'pantheon']) {
    scene(`${door} to its end, ${name}`, async ({ server, seed, visitor }) => {
      const page = await visitor({ size, lang: name === 'phone' ? 'hu' : 'en' });
      await quickGame(page, server.url, door);
      await playOut(page, { seed, each: () => still(page) });
      const rows = await page.locator('.end tbody tr').count();
      assert.ok(rows >= 3, `the score sheet has ${rows} rows`);
      assert.equal(await page.locator('.end tfoot td.win').count() > 0, true, 'somebody won');
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}
