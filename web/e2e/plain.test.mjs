// A game that is only rules is played through the page, too: it has a plain card, a plain board and the bots that play any
// game. The program of these scenes has such a game besides the others; see cmd/mirabilia/serve_steps.go.

import assert from 'node:assert/strict';
import { desk, phone, scene } from './harness.mjs';
import { playOut, quickGame } from './player.mjs';

for (const [name, size] of Object.entries({ desk, phone })) {
  scene(
    `a game without a board of its own to its end, ${name}`,
    async ({ server, seed, visitor }) => {
      const page = await visitor({ size, lang: name === 'phone' ? 'hu' : 'en' });
      await quickGame(page, server.url, 'steps');
      const moves = await playOut(page, { seed });
      assert.ok(moves >= 8, `only ${moves} moves were played`);
      assert.equal(await page.locator('.end tfoot td.win').count() > 0, true, 'somebody won');
      assert.deepEqual(page.faults, []);
    },
    { program: 'mirabilia-steps' },
  );
}

scene(
  'the lobby offers the bots that play the game',
  async ({ server, visitor }) => {
    const page = await visitor({ size: desk });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    const offered = async (game) => {
      const id = await page.evaluate(async (game) => {
        const post = async (path, body) => (await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
        await post('/api/session', { name: 'Anna' });
        return (await post('/api/tables', { game, seats: 2, clock: { kind: 'none' }, public: false, rated: false, seat: 0 })).table.id;
      }, game);
      await page.goto(`${server.url}/t/${id}`, { waitUntil: 'networkidle' });
      return page.locator('select:has([value="random"], [value="level1"]) option').evaluateAll((list) => list.map((o) => o.value));
    };
    assert.deepEqual(await offered('steps'), ['greedy', 'random']);
    assert.equal((await offered('duel')).length, 8);
    assert.deepEqual(page.faults, []);
  },
  { program: 'mirabilia-steps' },
);
