// People at a table: by an invitation link, over a server that dies, by keyboard alone.

import assert from 'node:assert/strict';
import { phone, scene } from './harness.mjs';
import { myTurn, openTable, playOut, quickGame, sayName, whole } from './player.mjs';

scene('two browsers play a Duel by an invitation link, and talk', async ({ server, seed, visitor }) => {
  const anna = await visitor();
  const bela = await visitor({ size: phone, lang: 'hu' });
  await openTable(anna, server.url, 'duel');
  await anna.waitForSelector('input[readonly]');
  const link = await anna.locator('input[readonly]').inputValue();
  assert.match(link, /#invite=/);

  await bela.goto(link, { waitUntil: 'networkidle' });
  assert.match(await bela.locator('h1').textContent(), /^Anna .*Párbaj$/, 'who invites, and to what');
  await sayName(bela, 'Béla');
  await bela.locator('.go .commit').click();
  await anna.waitForFunction(() => document.querySelectorAll('.seats .seat').length === 2);
  assert.ok(!bela.url().includes('invite'), 'the invitation is taken off the address');
  // Anna sees that he is here, and his new name, as they come; in the lobby they can talk already.
  const seat = (page, words) => page.waitForFunction((w) => document.querySelectorAll('.seats li')[1].textContent.includes(w), words);
  await seat(anna, 'online');
  await bela.locator('.seats .sit', { hasText: 'Átnevezés' }).click();
  await bela.locator('dialog[open] input').fill('Béla II');
  await bela.locator('dialog[open] .commit').click();
  await seat(anna, 'Béla II');
  await bela.locator('.talk .say input').fill('Szia');
  await bela.locator('.talk .say button').click();
  await anna.waitForFunction(() => document.querySelector('.talk .log')?.textContent.includes('Szia'));
  // A word that is longer than a line is broken: nothing of it leaves the window.
  const long = 'Legeslegmegszentségteleníthetetlenebb'.repeat(4);
  await bela.locator('.talk .say input').fill(long);
  await bela.locator('.talk .say button').click();
  for (const page of [anna, bela]) {
    await page.waitForFunction((w) => document.querySelector('.talk .log')?.textContent.includes(w), long);
    const out = await page.evaluate(() => [...document.querySelectorAll('.talk .log li > span')].filter((el) => el.getBoundingClientRect().right > innerWidth || el.scrollWidth > el.clientWidth).length);
    assert.equal(out, 0, 'a long word leaves the window');
  }
  await anna.locator('.go .commit').click();
  await Promise.all([anna.waitForSelector('.shell'), bela.waitForSelector('.shell')]);

  await anna.locator('.say input').fill('Hello Béla');
  await anna.locator('.say button').click();
  await bela.locator('.tabs button').last().click();
  await bela.waitForFunction(() => document.querySelector('.log')?.textContent.includes('Hello Béla'));
  assert.equal(await anna.locator('.unread').count(), 0, 'what one says oneself is not unread');
  await bela.locator('.tabs button').first().click();

  // Each plays when it is their turn; both see the same end.
  await Promise.all([playOut(anna, { seed }), playOut(bela, { seed: seed + 1 })]);
  const totals = (page) => page.evaluate(() => [...document.querySelectorAll('.end tfoot td')].map((x) => x.textContent));
  assert.deepEqual(await totals(anna), await totals(bela));
  // Both browsers have checked the deal, each with its own share in it.
  assert.match(await anna.locator('.proof').textContent(), /The deal was fair/);
  assert.match(await bela.locator('.proof').textContent(), /Az osztás tiszta volt/);
  assert.deepEqual([anna.faults, bela.faults], [[], []]);

  // Béla sees on his end screen that Anna wants a rematch, and accepts it with one press: the new game begins at once.
  const before = anna.url();
  await anna.locator('dialog[open] .commit').first().click();
  await bela.waitForFunction(() => document.querySelector('dialog[open] .offer')?.textContent.includes('Anna'));
  await bela.locator('dialog[open] .commit').first().click();
  await Promise.all([anna.waitForURL((u) => u.href !== before), bela.waitForURL((u) => u.href !== before)]);
  assert.equal(anna.url(), bela.url());
  await Promise.all([anna.waitForSelector('.shell'), bela.waitForSelector('.shell')]);

  // The list at home tells how the first game ended, and when.
  await anna.goto(server.url, { waitUntil: 'networkidle' });
  const ended = await anna.evaluate(async () => (await (await fetch('/api/me/tables?status=finished')).json()).tables[0]);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(ended.updated));
  const row = await anna.locator(`a[href="/r/${ended.id}"] small`).first().textContent();
  assert.ok(row.endsWith(` · ${day}`), row);
  if (['points', 'tie_break', 'shared'].includes(ended.won_by)) assert.equal(row.split(' · ')[0], ended.scores.join(' : '), 'the scores, her own first');
  else assert.match(row, /supremacy|victory/i);
  await anna.context().close();
  await bela.context().close();
});

scene('who has never been here sits down at a public table by its address', async ({ server, visitor }) => {
  const anna = await visitor();
  const bela = await visitor({ size: phone });
  await openTable(anna, server.url, 'duel');
  await anna.locator('label.check', { hasText: 'everyone' }).locator('input').check();
  await bela.goto(anna.url().split('#')[0], { waitUntil: 'networkidle' });
  await bela.locator('.go .commit').click();
  await sayName(bela, 'Béla');
  await bela.locator('dialog[open] .commit').click();
  await anna.locator('.go .commit:not([disabled])').click();
  await Promise.all([anna.waitForSelector('.shell'), bela.waitForSelector('.shell .turn')]);
  assert.deepEqual([anna.faults, bela.faults], [[], []]);
  await Promise.all([anna.context().close(), bela.context().close()]);
});

scene('a table played from memory lists no unseen cards, to players or spectators, until it is over', async ({ server, visitor }) => {
  const anna = await visitor();
  const bela = await visitor({ size: phone });
  const dora = await visitor();
  await openTable(anna, server.url, 'duel');
  const choice = (page) => page.getByRole('checkbox', { name: /List of unseen cards/ });
  assert.ok(await choice(anna).isChecked(), 'the list is usual');
  await anna.getByRole('checkbox', { name: /Open to everyone/ }).check();
  await choice(anna).uncheck();
  await anna.waitForSelector('input[readonly]');
  await bela.goto(await anna.locator('input[readonly]').inputValue(), { waitUntil: 'networkidle' });
  await sayName(bela, 'Béla');
  await bela.locator('.go .commit').click();
  await dora.goto(anna.url(), { waitUntil: 'networkidle' });
  await bela.waitForSelector('.seats');
  assert.ok(!(await choice(bela).isChecked()) && (await choice(bela).isDisabled()), 'a guest sees what the owner chose');
  await anna.waitForFunction(() => document.querySelectorAll('.seats .seat').length === 2);
  await anna.locator('.go .commit').click();

  const list = (page) => page.locator(page === bela ? '.tabs button' : '.facts button', { hasText: 'Unseen' }).count();
  const sheet = async (page) => {
    await page.keyboard.press('u');
    return page.locator('dialog[open]').count();
  };
  for (const page of [anna, bela, dora]) {
    await page.waitForSelector('.shell');
    assert.deepEqual([await list(page), await sheet(page)], [0, 0]);
  }
  await anna.keyboard.press('m');
  await anna.locator('dialog[open] .bad').click();
  await anna.locator('dialog[open] .commit').click();
  for (const page of [anna, bela, dora]) {
    await page.waitForSelector('.end table');
    assert.equal(await list(page), 1, 'what is over keeps no secrets');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

scene('a game goes on after the server is killed and started again', async ({ server, seed, visitor }) => {
  const page = await visitor({ quiet: ['WebSocket', 'ERR_CONNECTION', 'Failed to load resource'] });
  await quickGame(page, server.url, 'duel');
  await playOut(page, { seed, stop: (n) => n >= 12 });
  const board = () => page.evaluate(() => document.querySelector('.struct')?.textContent + document.querySelector('.pstrip')?.textContent);
  const was = await board();
  await server.kill();
  await page.waitForSelector('.link', { timeout: 15000 });
  await server.run();
  await page.waitForSelector('.link', { state: 'detached', timeout: 30000 });
  await whole(page);
  assert.equal(await board(), was, 'the board is as it was');
  await playOut(page, { seed });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

scene('a second tab shows the same game and follows it', async ({ server, seed, visitor }) => {
  const page = await visitor();
  await quickGame(page, server.url, 'duel');
  const other = await page.context().newPage();
  await other.goto(page.url(), { waitUntil: 'networkidle' });
  await other.waitForSelector('.shell');
  await playOut(page, { seed, stop: (n) => n >= 6 });
  const left = (p) => p.evaluate(() => document.querySelector('.top')?.textContent);
  await other.waitForFunction((want) => document.querySelector('.top')?.textContent === want, await left(page), { timeout: 10000 });

  // A person who reopens the table sees what happened since their last move: the tinted lines of the log.
  await page.reload({ waitUntil: 'networkidle' });
  await page.waitForSelector('.shell');
  const lines = (s) => page.evaluate((q) => [...document.querySelectorAll(q)].map((x) => x.textContent), s);
  const tinted = await lines('main .log .new');
  if (tinted.length) await page.waitForSelector('.recap li');
  assert.deepEqual(await lines('.recap li'), tinted);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.recap', { state: 'detached' });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

scene('a whole Duel by keyboard alone', async ({ server, visitor }) => {
  const page = await visitor();
  await page.goto(server.url, { waitUntil: 'networkidle' });
  // Tab to the card of Duel and open it.
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-labelledby') === 'door-duel')) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('.shell');
  const state = () =>
    page.evaluate(() => ({
      // The end may have been closed by Escape; the way back to it is there.
      over: !!document.querySelector('.end table, .shell .top use[href$="#laurel-crown"]'),
      mine: !document.querySelector('.shell .turn')?.classList.contains('idle'),
      ready: !!document.querySelector('[data-commit]:not([disabled])'),
      sending: !!document.querySelector('[data-commit]')?.textContent?.includes('…'),
      text: document.querySelector('.shell')?.textContent,
    }));
  let decided = 0;
  for (let guard = 0; guard < 300; ) {
    const s = await state();
    if (s.over) break;
    if (!s.mine) {
      await myTurn(page);
      continue;
    }
    if (s.sending) {
      await page.waitForTimeout(20);
      continue;
    }
    guard++;
    // The page picks the only legal move itself; c goes to the picked card as well.
    if (s.ready) await page.keyboard.press('c');
    else {
      // c goes to the cards, arrows move among them, Enter picks.
      await page.keyboard.press('c');
      for (let k = 0; k < decided % 4; k++) await page.keyboard.press(['ArrowRight', 'ArrowLeft', 'ArrowDown'][k % 3]);
      await page.keyboard.press('Enter');
      const now = await state();
      // The page may have picked the only move meanwhile, so that Enter played it.
      if (now.sending || now.over || !now.mine) continue;
      if (!now.ready) {
        await page.keyboard.press('Escape');
        await page.keyboard.press('c');
        await page.keyboard.press('Enter');
        // An answer in the bar has a digit; what lies elsewhere is reached by Tab.
        if (!(await state()).ready) await page.keyboard.press('1');
        for (let k = 0; k < 80 && !(await state()).ready; k++) {
          await page.keyboard.press('Tab');
          if (await page.evaluate(() => document.activeElement?.matches('.shell [data-nav]'))) await page.keyboard.press('Enter');
        }
        continue;
      }
    }
    if (decided % 3 === 0) await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    decided++;
    // Enter on a wonder that has the focus chooses it; then the next Enter commits.
    await page.waitForFunction((was) => document.querySelector('.end table') || document.querySelector('.shell')?.textContent !== was, s.text, { timeout: 1500, polling: 30 }).catch(() => {});
  }
  assert.ok((await state()).over, `the game did not end after ${decided} decisions`);
  // Escape closes one thing at a time: a note that is still open, then the end.
  for (let i = 0; i < 20 && (await page.locator('dialog[open]').count()); i++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open] kbd');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
