// Duplicate Duel: two people play one deal on two boards, at a desk in English and on a phone in Hungarian; what the page says of the
// sum is what the server has.

import assert from 'node:assert/strict';
import { fine, serious } from './axe.mjs';
import { phone, scene } from './harness.mjs';
import { ask } from './person.mjs';
import { begin, bringBela, closeDrawers, decide, makeTable, myTurn, playOut, press, sayName, still } from './player.mjs';
import { chance } from './harness.mjs';

const switches = '[data-zone=boards] button';
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
const idOf = (page) => /\/[tdr]\/([^/#?]+)/.exec(page.url())[1];
const look = async (page) => (await ask(page, 'GET', `/tables/${idOf(page)}`)).game;

/** The board on which a move is owed is one press away: the pill in the header leads there. */
async function toBoard(page) {
  if (await page.locator('.turn.there').count()) await press(page, '.turn.there');
  await page.waitForSelector('.shell .turn:not(.there)');
}

/** Which board is looked at: 0 for both. */
const shown = (page) => page.evaluate((s) => [...document.querySelectorAll(s)].findIndex((b) => b.getAttribute('aria-pressed') === 'true'), switches);

/** Both sit at one table, and it has begun. */
async function twoPlayers(server, visitor) {
  const anna = await visitor();
  const bela = await visitor({ size: phone, lang: 'hu' });
  const id = await makeTable(anna, server.url, 'duplicate', ['', '']);
  await bringBela(anna, bela, server.url, id);
  await begin(anna, server.url, id);
  await bela.goto(`${server.url}/t/${id}`, { waitUntil: 'networkidle' });
  await bela.waitForSelector('.shell .turn');
  return { anna, bela, id };
}

scene('a match by a link, from the form to the end of both boards', async ({ server, seed, visitor }) => {
  const anna = await visitor();
  const bela = await visitor({ size: phone, lang: 'hu' });
  await anna.goto(server.url, { waitUntil: 'networkidle' });
  assert.equal(await anna.locator('article[aria-labelledby="door-duplicate"]').count(), 0, 'it has no card of its own');
  await anna.locator('article[aria-labelledby="door-duel"] .more').click();
  await sayName(anna, 'Anna');
  await anna.selectOption('dialog[open] select', 'duplicate');
  assert.match(await anna.locator('dialog[open] form').textContent(), /One deal, two boards, seats swapped: the sum decides/);
  await fine(anna, 'opening a table');
  await anna.locator('dialog[open] form button[type=submit]').click();
  await anna.waitForURL('**/t/**');
  await anna.waitForSelector('input[readonly]');
  const link = await anna.locator('input[readonly]').inputValue();
  assert.match(link, /\/d\/[^/]+#invite=/);

  await bela.goto(link, { waitUntil: 'networkidle' });
  assert.match(await bela.locator('h1').textContent(), /^Anna .*Ikerpárbaj$/, 'who invites, and to what');
  await sayName(bela, 'Béla');
  await bela.locator('.go .commit').click();
  await anna.waitForFunction(() => document.querySelectorAll('.seats .seat').length === 2);
  await fine(anna, 'the lobby');
  await anna.locator('.go .commit').click();
  await Promise.all([anna, bela].map((p) => p.waitForSelector('.shell .turn')));

  // Both boards come first. There is no undo.
  for (const page of [anna, bela]) {
    assert.equal(await shown(page), 0);
    assert.equal(await page.locator('.bd').count(), 2);
    await fine(page, 'both boards');
  }
  assert.equal(await anna.locator('.top .tbtn', { hasText: 'Undo' }).count(), 0);

  let seen = 0;
  const each = (page) => async (n) => {
    await toBoard(page);
    await still(page);
    if (n % 9 !== 4) return;
    // A look at both boards in between: the sum is the server's.
    await press(page, switches, 0);
    await page.waitForSelector('.both');
    await still(page);
    const { view } = await look(page);
    const near = page === anna ? view.sum : -view.sum;
    const leads = await page.locator('.sum .lead').textContent();
    // The other may move at the same time; then it is looked at again later.
    if ((await look(page)).view.sum === view.sum) {
      assert.match(leads, near === 0 ? /even|egyenlő/ : new RegExp(`\\b${Math.abs(near)}\\b`));
      seen++;
    }
    await toBoard(page);
  };
  await Promise.all([playOut(anna, { seed, each: each(anna) }), playOut(bela, { seed: seed + 1, each: each(bela) })]);
  assert.ok(seen > 2, `the sum was compared ${seen} times`);

  const { result, view } = await look(anna);
  assert.equal(result.scores[0], view.sum);
  assert.equal(view.boards[0].points + view.boards[1].points, view.sum);
  for (const [page, seat] of [[anna, 0], [bela, 1]]) {
    // The columns are in the order of places; one's own is marked.
    const mine = await page.evaluate(() => {
      const at = [...document.querySelectorAll('.end thead th')].findIndex((th) => th.classList.contains('me'));
      return [...document.querySelectorAll('.end tbody tr, .end tfoot tr')].map((tr) => tr.querySelectorAll('td')[at].textContent);
    });
    const own = result.parts[seat].map(signed).filter((_, i) => result.parts.some((x) => x[i]));
    assert.deepEqual(mine, [...own, signed(result.scores[seat])], 'each board, and the sum');
    const boards = await page.locator('.end li .n').allTextContents();
    assert.deepEqual(boards, result.parts[seat].map(signed), 'how each board ended');
    assert.equal(await page.locator('dialog[open] a[href^="/analysis/"]').count(), 0);
    await fine(page, 'the end');
  }
  assert.match(await anna.locator('.proof').textContent(), /The deal was fair/);
  assert.match(await bela.locator('.proof').textContent(), /Az osztás tiszta volt/);

  // The list at home tells the sum.
  const id = idOf(anna);
  await anna.goto(server.url, { waitUntil: 'networkidle' });
  const row = await anna.locator(`a[href="/r/${id}"]`).first().textContent();
  assert.ok(row.includes('Duplicate Duel'), row);
  if (['points', 'tie_break', 'shared'].includes(result.won_by)) assert.ok(row.includes(signed(result.scores[0])), row);

  // The replay shows both boards, or one of them, step by step.
  for (const page of [anna, bela]) {
    await page.goto(`${server.url}/r/${id}`, { waitUntil: 'networkidle' });
    await page.waitForSelector('.both');
    await fine(page, 'replay');
    await still(page);
    const before = await page.locator('.steps .n').textContent();
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => /^30\//.test(document.querySelector('.steps .n').textContent));
    assert.notEqual(await page.locator('.steps .n').textContent(), before);
    assert.match(await page.locator('.steps .told').textContent(), /^(Board [12]|[12]\. tábla): ./);
    await page.keyboard.press('b');
    await page.waitForSelector('.duel .struct');
    await still(page);
    await page.keyboard.press('End');
    await page.waitForFunction((s) => [...document.querySelectorAll(s)].length === 3, switches);
  }
  assert.deepEqual([anna.faults, bela.faults], [[], []]);
});

scene('nothing that was picked on one board is played on the other, and the boards are one press apart', async ({ server, seed, visitor }) => {
  const { anna, bela, id } = await twoPlayers(server, visitor);
  const draw = chance(seed);
  const moved = async (page) => (await ask(page, 'GET', `/tables/${id}`)).game.decision;
  for (let n = 0; n < 6; n++) {
    for (const page of [anna, bela]) {
      await myTurn(page);
      await toBoard(page);
      const here = await shown(page);
      const [before] = (await look(page)).moves.map((m) => Number(m[0]));
      assert.equal(here, before, 'the pill leads to the board that is owed a move');
      // A pick is made, and the other board comes into view: nothing can be confirmed there.
      const things = await page.locator('.shell button[data-nav]:not([disabled])').count();
      if (things) await press(page, '.shell button[data-nav]:not([disabled])', draw(things));
      await closeDrawers(page);
      const count = await moved(page);
      await page.keyboard.press('b');
      await page.waitForFunction(([s, was]) => [...document.querySelectorAll(s)].findIndex((b) => b.getAttribute('aria-pressed') === 'true') === 3 - was, [switches, here]);
      assert.equal(await page.locator('[data-commit]:not([disabled])').count(), 0);
      await page.keyboard.press('Enter');
      await page.keyboard.press('v');
      await page.waitForSelector('.both');
      await page.keyboard.press('Enter');
      await page.keyboard.press('b');
      await page.waitForFunction(([s, was]) => [...document.querySelectorAll(s)].findIndex((b) => b.getAttribute('aria-pressed') === 'true') === was, [switches, here]);
      assert.equal(await moved(page), count, 'nothing was played');
      assert.ok(await decide(page, draw));
      await page.waitForFunction(async ([t, c]) => (await (await fetch(`/api/tables/${t}`)).json()).game.decision > c, [id, count]);
    }
  }
  assert.deepEqual([anna.faults, bela.faults], [[], []]);
});

scene('one board is given up, then the other; somebody watches', async ({ server, visitor }) => {
  const { anna, bela, id } = await twoPlayers(server, visitor);
  const dora = await visitor({ lang: 'hu' });
  await ask(anna, 'POST', `/tables/${id}/commands`, { id: 'x1', type: 'chat', data: { text: 'Szia' } });
  const resign = async (page, which) => {
    await closeDrawers(page);
    await page.keyboard.press('m');
    await page.locator('dialog[open] .bad').click();
    await page.locator('dialog[open] footer button').first().waitFor();
    await fine(page, 'giving up');
    await page.locator('dialog[open] footer button', { hasText: which }).click();
  };
  await resign(anna, 'Board 1');
  for (const page of [anna, bela]) await page.waitForFunction((s) => /finished|véget ért/.test(document.querySelectorAll(s)[1].getAttribute('aria-label')), switches);
  let { view, result } = await look(anna);
  assert.equal(result, undefined, 'the other board goes on');
  assert.deepEqual([view.boards[0].state, view.boards[0].points, view.sum - view.boards[1].points], ['over', -30, -30]);
  assert.match(await anna.locator('.sum .lead').textContent(), /Béla leads by 3\d|Béla leads by 2\d/);
  assert.match(await bela.locator('.bd .pill').first().textContent(), /\+30/);
  // The board that was given up can be looked at, and offers nothing.
  await anna.locator(switches).nth(1).click();
  await anna.waitForSelector('.duel .actbar');
  assert.equal(await anna.locator('[data-commit]').count(), 0);
  assert.match(await anna.locator('.actbar').textContent(), /Board 1: finished: −30/);
  assert.deepEqual(await serious(anna), []);

  // With one board left, there is nothing to choose.
  await anna.keyboard.press('m');
  await anna.locator('dialog[open] .bad').click();
  assert.equal(await anna.locator('dialog[open] footer button').count(), 2);
  await anna.locator('dialog[open] footer .commit').click();
  await Promise.all([anna, bela].map((p) => p.waitForSelector('.end table')));
  ({ view, result } = await look(anna));
  assert.deepEqual(result.scores, [-60, 60]);
  assert.deepEqual(await bela.locator('.end li .n').allTextContents(), ['+30', '+30']);

  await dora.goto(`${server.url}/r/${id}`, { waitUntil: 'networkidle' });
  await dora.waitForSelector('.both');
  assert.equal(await dora.locator('.bd').count(), 2);
  assert.equal(await dora.locator('.bd .commit').count(), 0, 'a spectator is asked for nothing');
  assert.deepEqual([anna.faults, bela.faults, dora.faults], [[], [], []]);
});
