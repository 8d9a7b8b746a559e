// Tournaments: an arena from its announcement to the podium, and a Swiss tournament.

import assert from 'node:assert/strict';
import { fine } from './axe.mjs';
import { phone, scene } from './harness.mjs';
import { domain, keepName } from './passkeys.mjs';
import { ask, command } from './person.mjs';
import { sayName } from './player.mjs';

/** The kinds of tournaments in the order in which the page offers them, and how their addresses begin. */
const paths = { arena: '/a/', swiss: '/s/', duplicate: '/d/' };

/** Announce a tournament with what the form offers, and return its address. */
async function announce(page, server, kind) {
  await page.goto(`${domain(server)}/tournaments`, { waitUntil: 'networkidle' });
  await page.locator('.kind').nth(Object.keys(paths).indexOf(kind)).click();
  await page.locator('dialog[open] form').waitFor();
  await fine(page, `announcing: ${kind}`);
  await page.locator('dialog[open] input[type=text]').fill('Sunday cup');
  await page.locator('dialog[open] .commit').click();
  await page.waitForURL(new RegExp(`${paths[kind]}.`));
  return page.url();
}

/** Join with one press; whoever has no name says one. */
async function join(page, url, name) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('.mine .commit').click();
  if (name) {
    await sayName(page, name);
    await page.locator('dialog[open] .commit').click();
  }
  await page.locator('.mine', { hasText: /You are in|Indulsz/ }).waitFor();
}

/** Each makes a first move at their table, then the second player of each resigns. */
async function playGames(pages) {
  await Promise.all(pages.map((p) => p.waitForURL(/\/t\/./)));
  await Promise.all(pages.map((p) => p.waitForSelector('.shell .turn')));
  const tables = new Map();
  for (const p of pages) {
    const id = p.url().split('/t/')[1];
    tables.set(id, [...(tables.get(id) ?? []), p]);
  }
  for (const [id, at] of tables) {
    for (let moved = new Set(); moved.size < at.length; ) {
      for (const p of at) {
        const { game } = await ask(p, 'GET', `/tables/${id}`);
        if (game.moves.length) {
          await command(p, id, 'move', { move: game.moves[0] });
          moved.add(p);
        }
      }
    }
    await command(at.at(-1), id, 'resign');
  }
  await Promise.all(pages.map((p) => p.waitForSelector('dialog[open] .end')));
}

scene('an arena: four people join by its link, are taken to their tables, and see the podium', async ({ server, visitor }) => {
  const anna = await visitor();
  const bela = await visitor({ size: phone, lang: 'hu' });
  const cili = await visitor();
  const dora = await visitor({ size: phone });
  const all = [anna, bela, cili, dora];
  await keepName(anna, server, 'Anna');
  const url = await announce(anna, server, 'arena');
  await join(anna, url);
  await join(bela, url, 'Béla');
  await join(cili, url, 'Cili');
  await join(dora, url, 'Dóra');
  await anna.waitForFunction(() => document.querySelectorAll('tbody tr').length === 4);
  await fine(anna, 'before the arena');
  await fine(bela, 'before the arena, Hungarian');
  await anna.getByRole('button', { name: 'Start now' }).click();
  await playGames(all);

  // Who came as a spectator sees the standings and, while games run, their tables.
  const id = url.split('/a/')[1];
  await ask(anna, 'POST', `/tournaments/${id}/deeds`, { do: 'end' });
  for (const page of all) {
    await page.locator('dialog[open] a.commit').click();
    await page.waitForURL(url);
    await page.waitForSelector('.step');
  }
  assert.equal(await anna.locator('tbody tr').count(), 4);
  const points = await anna.locator('tbody .fig').allTextContents();
  assert.deepEqual(points, ['2', '2', '0', '0']);
  await fine(anna, 'the podium');
  await fine(bela, 'the podium, Hungarian');
  await bela.goto(`${domain(server)}/tournaments`, { waitUntil: 'networkidle' });
  await bela.getByRole('button', { name: 'Saját' }).click();
  await bela.locator('.cups li', { hasText: 'Sunday cup' }).waitFor();
  await fine(bela, 'my tournaments, Hungarian');
  assert.deepEqual(all.map((p) => p.faults), [[], [], [], []]);
});

scene('a Swiss tournament: two people play a round, the next is paired, and its organiser calls it off', async ({ server, visitor }) => {
  const anna = await visitor();
  const bela = await visitor({ size: phone, lang: 'hu' });
  await keepName(anna, server, 'Anna');
  const url = await announce(anna, server, 'swiss');
  await join(anna, url);
  await join(bela, url, 'Béla');
  await anna.getByRole('button', { name: 'Start now' }).click();
  await playGames([anna, bela]);
  const first = anna.url();
  await Promise.all([anna, bela].map((p) => p.locator('dialog[open] a.commit').click()));
  // The second round begins at once: both are back on the page, which shows the result and the next game.
  await Promise.all([anna, bela].map((p) => p.waitForURL(url)));
  await anna.waitForSelector('.cell.run');
  assert.equal(await anna.locator('.cell.w, .cell.l').count(), 2, 'the result of the first round, for both');
  const table = await anna.locator('.mine a.commit').getAttribute('href');
  assert.ok(!first.endsWith(table), 'another table');
  await fine(anna, 'a round');
  await fine(bela, 'a round, Hungarian');
  await bela.getByRole('tab', { name: 'Forduló' }).click();
  await bela.locator('.swiss a').waitFor();
  await fine(bela, 'the games of the round, Hungarian');
  await anna.getByRole('button', { name: 'Call it off' }).first().click();
  await anna.getByRole('textbox').fill('Dinner');
  await anna.getByRole('button', { name: 'Call it off' }).last().click();
  await anna.locator('.mine', { hasText: 'Dinner' }).waitFor();
  await bela.locator('.mine', { hasText: 'Dinner' }).waitFor();
  assert.deepEqual([anna.faults, bela.faults], [[], []]);
});

scene('a Duplicate tournament: four people play one deal, and nobody sees the other table before the round is over', async ({ server, visitor }) => {
  const anna = await visitor();
  const bela = await visitor({ size: phone, lang: 'hu' });
  const cili = await visitor({ size: phone });
  const dora = await visitor();
  const all = [anna, bela, cili, dora];
  await keepName(anna, server, 'Anna');
  const url = await announce(anna, server, 'duplicate');
  await join(anna, url);
  await join(bela, url, 'Béla');
  await join(cili, url, 'Cili');
  await join(dora, url, 'Dóra');
  await anna.getByRole('button', { name: 'Start now' }).click();
  await Promise.all(all.map((p) => p.waitForURL(/\/t\/./)));
  await Promise.all(all.map((p) => p.waitForSelector('.shell .turn')));
  const ids = new Set(all.map((p) => p.url().split('/t/')[1]));
  assert.equal(ids.size, 2);
  const here = anna.url().split('/t/')[1];
  const there = [...ids].find((id) => id !== here);
  const structure = async (page, id) => (await ask(page, 'GET', `/tables/${id}`)).game.view.boards.map((b) => b.view.draft?.pool ?? b.view.draft);
  const other = all.find((p) => p.url().endsWith(there));
  assert.deepEqual(await structure(anna, here), await structure(other, there), 'all boards of the round are dealt alike');
  // The page of the other table says why it shows nothing.
  const url2 = new URL(`/t/${there}`, url).href;
  await anna.goto(url2, { waitUntil: 'networkidle' });
  await anna.getByText('others still play', { exact: false }).or(anna.getByText('when the round is over', { exact: false })).first().waitFor();
  assert.equal(await anna.locator('.shell .turn').count(), 0);
  await anna.goto(new URL(`/t/${here}`, url).href, { waitUntil: 'networkidle' });
  await playGames(all);
  await Promise.all(all.map((p) => p.locator('dialog[open] a.commit').click()));
  await Promise.all(all.map((p) => p.waitForURL(url)));
  await anna.waitForSelector('.cell.w, .cell.l');
  await fine(anna, 'a round');
  await fine(bela, 'a round, Hungarian');
  // The round is over: everybody may look at what others made of the same deal.
  await anna.goto(new URL(`/r/${there}`, url).href, { waitUntil: 'networkidle' });
  await anna.waitForSelector('.shell');
  // The browser itself notes that the sealed table was refused.
  assert.deepEqual(all.map((p) => p.faults.filter((f) => !f.includes('403'))), [[], [], [], []]);
});
