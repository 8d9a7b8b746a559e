// Rated games: what is at stake is told before, what has changed after.

import assert from 'node:assert/strict';
import { fine } from './axe.mjs';
import { phone, scene } from './harness.mjs';
import { domain, keepName } from './passkeys.mjs';
import { ask, command, playMoves } from './person.mjs';

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
  assert.equal(await desk.getByRole('combobox', { name: 'Clock' }).inputValue(), 'usual', 'a rated game has a clock');
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

scene('a game that is left before everybody has moved is aborted: nobody loses anything, and both are told', async ({ server, visitor }) => {
  const url = domain(server);
  const desk = await visitor();
  const mobile = await visitor({ size: phone, lang: 'hu', theme: 'night' });
  await keepName(desk, server, 'Anna');
  await keepName(mobile, server, 'Béla');
  const { table } = await ask(desk, 'POST', '/tables', { game: 'duel', seats: 2, clock: { kind: 'live', base: 900, increment: 5 }, public: true, rated: true, seat: 0, bots: [] });
  await command(mobile, table.id, 'join');
  await Promise.all([desk, mobile].map((p) => p.goto(`${url}/t/${table.id}`, { waitUntil: 'networkidle' })));
  await command(desk, table.id, 'start');
  await Promise.all([desk, mobile].map((p) => p.waitForSelector('.shell .turn')));
  // The clock of the one who must begin counts down to the first move.
  await desk.getByRole('timer', { name: /^Anna: 0:\d\d for the first move|^Anna: 1:00 for the first move/ }).waitFor();
  await mobile.keyboard.press('m');
  await mobile.getByRole('button', { name: 'Játszma megszakítása' }).click();
  await fine(mobile, 'aborting a game, Hungarian');
  await mobile.locator('dialog[open] .commit').click();
  await mobile.getByText(/Nem léptél időben vagy rögtön elmentél/).waitFor();
  await desk.getByText(/Béla did not make a first move in time or left at once/).waitFor();
  await fine(desk, 'a game that was aborted');
  await fine(mobile, 'a game that was aborted, Hungarian');
  const { rated, why } = await ask(desk, 'GET', `/tables/${table.id}/rating`);
  assert.deepEqual([rated, why], [false, 'unplayed']);
  for (const page of [desk, mobile]) assert.deepEqual(page.faults, []);
});

scene('the opponent goes away in a live game: after a minute the win can be claimed, and whoever comes back in time goes on', async ({ server, visitor }) => {
  const url = domain(server);
  const desk = await visitor({ lang: 'hu' });
  let mobile = await visitor({ size: phone });
  await keepName(desk, server, 'Anna');
  await keepName(mobile, server, 'Béla');
  const { table } = await ask(desk, 'POST', '/tables', { game: 'duel', seats: 2, clock: { kind: 'live', base: 900, increment: 5 }, public: true, rated: true, seat: 0, bots: [] });
  await command(mobile, table.id, 'join');
  await Promise.all([desk, mobile].map((p) => p.goto(`${url}/t/${table.id}`, { waitUntil: 'networkidle' })));
  await command(desk, table.id, 'start');
  await Promise.all([desk, mobile].map((p) => p.waitForSelector('.shell .turn')));
  await playMoves(table.id, [desk, mobile], 8);
  // It is the turn of whoever is to decide now: the other stays.
  const owing = (await ask(desk, 'GET', `/tables/${table.id}`)).game.owing[0];
  const [stays, goes] = owing === 0 ? [mobile, desk] : [desk, mobile];
  const [claim, soon] = owing === 0 ? ['Claim the win', /has gone. You can claim the win in/] : ['Kérem a győzelmet', /A győzelmet kérheted ennyi idő múlva/];
  await goes.goto(url, { waitUntil: 'networkidle' });
  await stays.getByText(soon).waitFor({ timeout: 40_000 });
  await fine(stays, 'the opponent is gone');
  const button = stays.getByRole('button', { name: claim });
  await button.waitFor({ timeout: 60_000 });
  await fine(stays, 'the win can be claimed');
  await button.click();
  const claimed = stays.locator('.gone', { hasNot: stays.getByRole('button') });
  await claimed.waitFor();
  // A mouse would explain the card that lies where the button was; a finger does not rest there.
  await stays.mouse.move(1, 1);
  await goes.goto(`${url}/t/${table.id}`, { waitUntil: 'networkidle' });
  await stays.locator('.gone').waitFor({ state: 'detached' });
  assert.equal((await ask(stays, 'GET', `/tables/${table.id}`)).table.status, 'playing', 'whoever came back goes on');
  await goes.goto(url, { waitUntil: 'networkidle' });
  await button.waitFor({ timeout: 90_000 });
  await button.click();
  await claimed.waitFor();
  // This time nobody has to come back while it is looked at.
  await fine(stays, 'the win is claimed');
  await stays.locator('.end .stake b').first().waitFor({ timeout: 40_000 });
  const { game } = await ask(stays, 'GET', `/tables/${table.id}`);
  assert.deepEqual([game.result.won_by, game.result.winners], ['absence', [1 - owing]]);
  await fine(stays, 'a game won because the other had gone');
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
