import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browser, desk, phone, Server, visitor } from './harness.mjs';
import { playOut, quickGame } from './player.mjs';

let server;
let b;
before(async () => {
  [server, b] = await Promise.all([Server.start(), browser()]);
});
after(async () => {
  await b?.close();
  await server?.stop();
});

/** The board must not scroll, at any moment of a turn. */
async function still(page) {
  const far = await page.evaluate(() => {
    const d = document.scrollingElement;
    const shell = document.querySelector('.shell');
    const body = document.querySelector('.shell .body');
    return { page: d.scrollHeight - d.clientHeight, wide: d.scrollWidth - d.clientWidth, shell: shell.scrollHeight - shell.clientHeight, body: body.scrollHeight - body.clientHeight, bodyWide: body.scrollWidth - body.clientWidth };
  });
  assert.deepEqual(far, { page: 0, wide: 0, shell: 0, body: 0, bodyWide: 0 });
}

for (const [name, size] of Object.entries({ desk, phone })) {
  for (const door of ['duel', 'pantheon']) {
    test(`${door} against a bot to its end, ${name}`, async () => {
      const page = await visitor(b, { size, lang: name === 'phone' ? 'hu' : 'en' });
      await quickGame(page, server.url, door);
      await playOut(page, { seed: size.width + door.length, each: () => still(page) });
      const rows = await page.locator('.end tbody tr').count();
      assert.ok(rows >= 3, `the score sheet has ${rows} rows`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}
