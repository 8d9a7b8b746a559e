// Who somebody is: the profile, the leaderboard, friends.

import assert from 'node:assert/strict';
import { fine } from './axe.mjs';
import { phone, scene } from './harness.mjs';
import { domain, keepName } from './passkeys.mjs';
import { ask, command } from './person.mjs';

/** A rated Duel of a few moves, which the second person resigns. */
async function ratedDuel(first, second) {
  const { table } = await ask(first, 'POST', '/tables', { game: 'duel', seats: 2, clock: { kind: 'live', base: 900, increment: 5 }, public: true, rated: true, seat: 0, bots: [] });
  await command(second, table.id, 'join');
  await command(first, table.id, 'start');
  for (let n = 0; n < 8; ) {
    for (const page of [first, second]) {
      const { game } = await ask(page, 'GET', `/tables/${table.id}`);
      if (game?.moves.length && ++n) await command(page, table.id, 'move', { move: game.moves[0] });
    }
  }
  await command(second, table.id, 'resign');
  // Whoever is told what it changed knows that it has counted.
  await ask(first, 'GET', `/tables/${table.id}/rating`);
  return table.id;
}

const quietly = (page) => page.faults.filter((f) => !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(f));

scene('a profile: ratings, the latest games, you and them; and names that are nobody’s', async ({ server, visitor }) => {
  const url = domain(server);
  const desk = await visitor();
  const mobile = await visitor({ size: phone, lang: 'hu' });
  await keepName(desk, server, 'Anna');
  await keepName(mobile, server, 'Béla B.');
  const id = await ratedDuel(desk, mobile);

  // The names at the end of a game lead to profiles.
  await desk.goto(`${url}/t/${id}`, { waitUntil: 'networkidle' });
  await desk.locator('.end .rank').getByRole('link', { name: 'Béla B.' }).click();
  await desk.waitForURL(/\/p\//);
  await desk.getByRole('heading', { level: 1, name: 'Béla B.' }).waitFor();
  // An address that looks like that of a file opens as well.
  await desk.reload({ waitUntil: 'networkidle' });
  await desk.getByRole('heading', { level: 1, name: 'Béla B.' }).waitFor();
  assert.equal(await desk.locator('dl .big .points [aria-hidden]').textContent(), await desk.locator('button[aria-pressed=true] .points [aria-hidden]').textContent());
  await desk.locator('.curve svg').waitFor();
  assert.match(await desk.locator('[aria-labelledby=h-both]').textContent(), /You and Béla B\.\s*1 – 0/);
  const row = desk.locator('.recent li');
  assert.equal(await row.count(), 1);
  assert.match(await row.textContent(), /Duel\s*Anna.*lost\s*−\d+/s);
  await fine(desk, 'a profile');

  // Another game has no figures yet; the keys choose games, too.
  await desk.keyboard.press('1');
  await desk.waitForFunction(() => /No rated games of 7 Wonders/.test(document.querySelector('main').textContent));

  await mobile.goto(`${url}/p/anna`, { waitUntil: 'networkidle' });
  await mobile.getByRole('heading', { level: 1, name: 'Anna' }).waitFor();
  assert.match(await mobile.locator('.recent li').textContent(), /Párbaj\s*Béla B\..*nyert\s*\+\d+/s);
  await fine(mobile, 'a profile, Hungarian');
  await mobile.locator('.recent').getByRole('link', { name: /^Visszajátszás/ }).click();
  await mobile.waitForURL(`**/r/${id}`);

  // Only people with a name of their own may see it now; a stranger is told so, and somebody who never was here is nobody.
  await desk.goto(`${url}/account`, { waitUntil: 'networkidle' });
  await desk.getByRole('combobox', { name: 'Who may see my profile' }).selectOption('named');
  const stranger = await visitor({ quiet: ['403', '404'] });
  await desk.waitForFunction(() => fetch('/api/me').then((r) => r.json()).then((m) => m.privacy.profile === 'named'));
  await stranger.goto(`${url}/p/Anna`, { waitUntil: 'networkidle' });
  await stranger.getByRole('heading', { name: 'Not for everyone' }).waitFor();
  await fine(stranger, 'a profile that is not shown');
  await stranger.goto(`${url}/p/Nobody`, { waitUntil: 'networkidle' });
  await stranger.getByRole('heading', { name: 'Nobody by this name' }).waitFor();
  await fine(stranger, 'nobody');
  for (const page of [desk, mobile, stranger]) assert.deepEqual(quietly(page), []);
});

scene('the leaderboard lists everyone who plays while there are few', async ({ server, visitor }) => {
  const url = domain(server);
  const desk = await visitor();
  const mobile = await visitor({ size: phone, lang: 'hu' });
  await keepName(desk, server, 'Anna');
  await keepName(mobile, server, 'Béla');
  await desk.goto(url, { waitUntil: 'networkidle' });
  await desk.getByRole('link', { name: 'Leaderboards' }).click();
  await desk.getByText('Nobody has played a rated game of Duel').waitFor();
  await ratedDuel(mobile, desk);
  await desk.reload({ waitUntil: 'networkidle' });
  await desk.getByText('Too few for a leaderboard').waitFor();
  assert.deepEqual(await desk.locator('tbody tr th').allTextContents(), ['Béla', 'Annayou']);
  await fine(desk, 'the leaderboard');
  await mobile.goto(`${url}/ranks/dice`, { waitUntil: 'networkidle' });
  await mobile.getByText('senki sem játszott itt').waitFor();
  await mobile.getByRole('button', { name: 'Párbaj' }).click();
  await mobile.waitForURL('**/ranks/duel');
  await mobile.locator('tbody tr.me').waitFor();
  await fine(mobile, 'the leaderboard, Hungarian');
  await mobile.getByRole('link', { name: 'Anna' }).click();
  await mobile.getByRole('heading', { level: 1, name: 'Anna' }).waitFor();
  for (const page of [desk, mobile]) assert.deepEqual(quietly(page), []);
});

scene('friends: asked on a profile, agreed at home, invited with one press, and at the table with another', async ({ server, visitor }) => {
  const url = domain(server);
  const desk = await visitor();
  const mobile = await visitor({ size: phone, lang: 'hu' });
  await keepName(desk, server, 'Anna');
  await keepName(mobile, server, 'Béla');
  await mobile.goto(`${url}/p/Anna`, { waitUntil: 'networkidle' });
  await mobile.getByRole('button', { name: 'Barátom' }).click();
  await mobile.getByRole('button', { name: 'Felkérve barátnak' }).waitFor();
  await desk.goto(url, { waitUntil: 'networkidle' });
  const panel = desk.locator('.low .inv');
  await panel.getByText('wants to be your friend').waitFor();
  await fine(desk, 'somebody wants to be a friend');
  await panel.getByRole('button', { name: 'Accept Béla' }).click();
  await panel.getByRole('button', { name: 'Invite Béla' }).waitFor();
  assert.match(await panel.locator('li').textContent(), /Béla\s*here/);
  await mobile.goto(url, { waitUntil: 'networkidle' });
  await mobile.getByRole('button', { name: 'Barátok' }).click();
  await mobile.locator('dialog[open] .friends b').waitFor();
  await fine(mobile, 'friends, Hungarian');
  await mobile.keyboard.press('Escape');

  await panel.getByRole('button', { name: 'Invite Béla' }).click();
  await desk.waitForURL(/\/t\/./);
  await mobile.reload({ waitUntil: 'networkidle' });
  const call = mobile.getByRole('alertdialog', { name: 'Meghívott: Anna' });
  await call.waitFor();
  await fine(mobile, 'asked to a table, Hungarian');
  await call.getByRole('button', { name: 'Leülök' }).click();
  await mobile.waitForURL(desk.url().split('#')[0]);
  await desk.waitForFunction(() => document.querySelectorAll('.seats .seat').length === 2);

  // Either can end it.
  await desk.goto(`${url}/p/B%C3%A9la`, { waitUntil: 'networkidle' });
  await desk.getByRole('button', { name: 'Friends', exact: true }).click();
  await desk.getByRole('button', { name: 'Friend', exact: true }).waitFor();
  assert.deepEqual((await ask(mobile, 'GET', '/friends')).friends, []);
  for (const page of [desk, mobile]) assert.deepEqual(quietly(page), []);
});
