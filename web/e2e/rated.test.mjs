// Rated games: what is at stake is told before, what has changed after.

import assert from 'node:assert/strict';
import { fine } from './axe.mjs';
import { phone, scene } from './harness.mjs';
import { domain, keepName } from './passkeys.mjs';
import { ask, command } from './person.mjs';

/** Play so many moves, or the game to its end: everyone takes the first move that they may. */
async function playMoves(id, pages, most = 400) {
  for (let n = 0; n < most; ) {
    for (const page of pages) {
      const { game, table } = await ask(page, 'GET', `/tables/${id}`);
      if (table.status === 'finished') return;
      if (game.moves.length && ++n) await command(page, id, 'move', { move: game.moves[0] });
    }
  }
}

/** The points in a list of ratings, and what they changed by. */
const figures = (page) => page.locator('.stake li').evaluateAll((list) => list.map((li) => [li.querySelector('.points [aria-hidden]').textContent, li.querySelector('b')?.textContent ?? '']));

scene('a rated game: guests are kept out, the stake is told before it, and the ratings change at its end', async ({ server, visitor }) => {
  const url = domain(server);
  const desk = await visitor();
  await desk.goto(url, { waitUntil: 'networkidle' });
  await desk.locator('article .more').first().click();
  await desk.waitForSelector('dialog[open] form');
  assert.ok(await desk.getByRole('checkbox', { name: 'Rated' }).isDisabled(), 'a guest cannot open a rated table');
  await desk.getByRole('link', { name: 'Keep your name to play rated games' }).waitFor();

  await keepName(desk, server, 'Anna');
  await desk.locator('article', { has: desk.locator('#door-duel') }).locator('.more').click();
  await desk.getByRole('checkbox', { name: 'Rated' }).check();
  assert.equal(await desk.getByRole('combobox', { name: 'Clock' }).inputValue(), 'quick', 'a rated game has a clock');
  await desk.getByRole('button', { name: 'Open to everyone' }).click();
  await fine(desk, 'opening a rated table');
  await desk.locator('dialog[open] .commit').click();
  await desk.waitForURL(/\/t\/./);
  const id = desk.url().split('/t/')[1];
  await desk.locator('.stake li').waitFor();
  assert.deepEqual(await figures(desk), [['1500 ?', '']]);
  assert.ok(await desk.locator('.go .commit').isDisabled(), 'nobody plays a bot for ratings');

  const mobile = await visitor({ size: phone, lang: 'hu' });
  await keepName(mobile, server, 'Béla');
  await mobile.goto(`${url}/t/${id}`, { waitUntil: 'networkidle' });
  await mobile.locator('.go .commit').click();
  const stake = mobile.locator('.stake > p');
  await stake.waitFor();
  const [, win, lose] = /\+(\d+), ha nyersz, −(\d+), ha veszítesz/.exec(await stake.textContent());
  await desk.waitForFunction(() => document.querySelectorAll('.stake li').length === 2);
  await fine(mobile, 'the stake, Hungarian');
  await fine(desk, 'the stake');

  await desk.locator('.go .commit').click();
  await Promise.all([desk, mobile].map((p) => p.waitForSelector('.shell .turn')));
  await playMoves(id, [desk, mobile], 12);
  await command(mobile, id, 'resign');
  await Promise.all([desk, mobile].map((p) => p.waitForSelector('.end .stake b')));
  const ratings = await figures(desk);
  assert.deepEqual(ratings, [
    [`${1500 + Number(win)} ?`, `+${win}`],
    [`${1500 - Number(lose)} ?`, `−${lose}`],
  ]);
  assert.deepEqual(await figures(mobile), ratings);
  await fine(desk, 'the end of a rated game');
  await fine(mobile, 'the end of a rated game, Hungarian');

  await desk.goto(`${url}/account`, { waitUntil: 'networkidle' });
  const own = desk.getByRole('region', { name: 'Ratings' });
  assert.match(await own.textContent(), new RegExp(`Duel.*1 rated game.*${ratings[0][0].replace(' ?', '')}`));
  await fine(desk, 'ratings');
  for (const page of [desk, mobile]) assert.deepEqual(page.faults, []);
});

/** Choose people on the home page and look for a Duel. */
async function seekDuel(page, way) {
  await page.locator('.lvl select').selectOption(way);
  await page.locator('article', { has: page.locator('#door-duel') }).locator('.commit').click();
}

scene('two people are paired by their seeks, at a desk and on a phone; one at another page is called', async ({ server, visitor }) => {
  const url = domain(server);
  const desk = await visitor();
  await keepName(desk, server, 'Anna');
  assert.notEqual(await desk.locator('.lvl select').inputValue(), 'live-rated', 'where nobody looks, bots are first');
  await seekDuel(desk, 'live-rated');
  const bar = desk.getByRole('status').filter({ hasText: 'Looking for an opponent' });
  await bar.waitFor();
  assert.match(await bar.textContent(), /Duel, live, rated; \d+–\d+, widening/);
  await fine(desk, 'seeking');

  // A seek survives a restart of the server and a page that is loaded again; it can be ended.
  await server.kill();
  await server.run();
  await desk.reload({ waitUntil: 'networkidle' });
  await bar.waitFor();
  await desk.getByRole('button', { name: 'Stop looking' }).click();
  await bar.waitFor({ state: 'detached' });
  await seekDuel(desk, 'live-rated');
  await bar.waitFor();

  const mobile = await visitor({ size: phone, lang: 'hu' });
  await keepName(mobile, server, 'Béla');
  assert.equal(await mobile.locator('.lvl select').inputValue(), 'live-rated', 'where somebody looks, people are first');
  await mobile.locator('article', { has: mobile.locator('#door-duel') }).locator('.wait').waitFor({ state: 'attached' });
  await seekDuel(mobile, 'live-rated');
  // Both wait at the home page, so both sit down by themselves.
  await Promise.all([desk, mobile].map((p) => p.waitForURL(/\/t\/./)));
  const id = desk.url().split('/t/')[1];
  assert.equal(mobile.url().split('/t/')[1], id);
  await Promise.all([desk, mobile].map((p) => p.waitForSelector('.shell .turn')));
  await playMoves(id, [desk, mobile]);
  await Promise.all([desk, mobile].map((p) => p.waitForSelector('.end .stake b')));
  assert.deepEqual(await figures(desk), await figures(mobile));

  // At another page nobody sits down by themselves: a call asks.
  await Promise.all([desk, mobile].map((p) => p.goto(url, { waitUntil: 'networkidle' })));
  await seekDuel(desk, 'live');
  await bar.waitFor();
  await desk.goto(`${url}/rules/duel`, { waitUntil: 'networkidle' });
  // The seek goes on, and is in sight.
  await bar.waitFor();
  await seekDuel(mobile, 'live');
  const call = desk.getByRole('alertdialog', { name: 'Opponent found' });
  await call.waitFor();
  assert.match(await call.textContent(), /Béla.*Duel, live, friendly/);
  await call.getByRole('button', { name: 'Sit down' }).click();
  await Promise.all([desk, mobile].map((p) => p.waitForURL(/\/t\/./)));
  for (const page of [desk, mobile]) assert.deepEqual(page.faults.filter((f) => !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(f)), []);
});
