// The score pad: each game from the names to the picture, at phone and desk size, in both languages, without a network.

import assert from 'node:assert/strict';
import { desk, phone, scene } from './harness.mjs';

/** Put a number into a field, as the number keys of a phone do. */
async function type(page, label, n) {
  const field = page.getByRole('textbox', { name: label, exact: true });
  await field.fill(String(n));
  await field.press('Enter');
}

/** Names for all players, then the sheet. */
async function begin(page, url, kind, names) {
  await page.goto(`${url}/score/${kind}`, { waitUntil: 'networkidle' });
  for (let i = await page.locator('form ol li').count(); i < names.length; i++) await page.locator('form .add').click();
  for (const [i, name] of names.entries()) await page.locator('form ol input').nth(i).fill(name);
  await page.locator('form button[type=submit]').click();
}

const totals = (page) => page.locator('.rank li .sc').allTextContents();

scene('the score pad on a phone, 7 Wonders: science with a free symbol, a tie that coins decide, undo, the picture', async ({ server, visitor }) => {
  const page = await visitor({ size: phone, lang: 'hu' });
  await begin(page, server.url, 'wonders', ['Anna', 'Béla', 'Dóra']);
  await page.waitForSelector('.cats');
  const next = page.locator('.nx .commit');
  // Category by category, all players each: coins are the second.
  for (let i = 0; i < 3; i++) await next.click();
  for (const [name, n] of [['Anna', 7], ['Béla', 9], ['Dóra', 2]]) {
    await type(page, `${name}, Érme`, n);
    await next.click();
  }
  for (let i = 0; i < 9; i++) await next.click();
  await page.getByLabel('Anna, Körző +1').click();
  await page.getByLabel('Anna, Körző +1').click();
  await type(page, 'Anna, Fogaskerék', 3);
  await type(page, 'Anna, Kőtábla', 1);
  await page.getByLabel('Anna, Szabad szimbólum +1').click();
  assert.match(await page.locator('.sum').textContent(), /4 \+ 9 \+ 4 \+ 2 × 7 = 31/);
  await page.getByLabel('Anna, Szabad szimbólum +1').click();
  assert.match(await page.locator('.sum').textContent(), /= 38/);
  await page.locator('.nx button').nth(1).click();
  assert.match(await page.locator('.sum').textContent(), /= 31/, 'undo takes the last press');
  await next.click();
  await type(page, 'Béla, Fogaskerék', 5);
  await type(page, 'Béla, Körző', 2);
  for (let i = 0; i < 2; i++) await next.click();
  // Guilds: Béla comes to the same points.
  await next.click();
  await type(page, 'Béla, Céhek', 1);
  await next.click();
  await next.click();
  await page.waitForSelector('.won h1');
  assert.deepEqual(await totals(page), ['33', '33', '0']);
  assert.match(await page.locator('.won h1').textContent(), /Béla/);
  assert.match(await page.locator('.tie').textContent(), /egyaránt 33 pontot/);
  // No share sheet here: the picture is a download.
  const download = page.waitForEvent('download');
  await page.locator('.foot .commit').click();
  assert.equal((await download).suggestedFilename(), 'mirabilia.png');
  // It is kept: a reload and the evenings show it, and it can be corrected.
  await page.goto(`${server.url}/score/evenings`, { waitUntil: 'networkidle' });
  await page.locator('.eve .row').click();
  await page.locator('.foot .sit').first().click();
  await page.waitForSelector('.cats');
  assert.deepEqual(page.faults, []);
});

scene('the score pad: Duel by points and by war, Pantheon, Architects and Dice, on a phone and on a desk', async ({ server, visitor }) => {
  const page = await visitor({ size: phone });
  await begin(page, server.url, 'duel', ['Anna', 'Béla']);
  await page.getByLabel('Béla: 5').click();
  await type(page, 'Anna, Civilian', 12);
  await type(page, 'Béla, Civilian', 6);
  await type(page, 'Béla, Coins', 4);
  await page.locator('.nx .commit').click();
  assert.deepEqual(await totals(page), ['12', '12']);
  assert.match(await page.locator('.tie').textContent(), /Anna: 12, Béla: 6/);
  await page.locator('.foot .sit').first().click();
  await page.getByRole('button', { name: 'Military', exact: true }).click();
  await page.getByRole('button', { name: 'Béla won' }).click();
  await page.locator('.nx .commit').click();
  assert.match(await page.locator('.res').textContent(), /Béla won.*by military supremacy.*Corrected/s);

  await begin(page, server.url, 'pantheon', ['Anna', 'Béla']);
  await type(page, 'Anna, Grand Temples', 3);
  await type(page, 'Béla, Divinities', 9);
  await page.locator('.nx .commit').click();
  assert.deepEqual(await totals(page), ['21', '9']);

  await page.setViewportSize(desk);
  await begin(page, server.url, 'architects', ['Anna', 'Béla', 'Dóra']);
  await page.getByLabel('Anna, Wonder: 0').click();
  await page.selectOption('.edit select', { label: 'Rhodes' });
  for (const n of [1, 2, 3, 4]) await page.locator('.stages button').nth(n - 1).click();
  await page.getByLabel('Anna, Progress tokens: 0').click();
  await page.getByRole('button', { name: /Education/ }).click();
  await type(page, 'Anna, All progress tokens', 3);
  await page.getByLabel('Béla, Cat: 0').click();
  await page.getByRole('button', { name: /Has the cat/ }).click();
  await page.getByLabel('Dóra, Cat: 0').click();
  await page.getByRole('button', { name: /Has the cat/ }).click();
  assert.deepEqual(await page.locator('tfoot b').allTextContents(), ['25', '0', '2'], 'only one player has the cat');
  await page.locator('.foot .commit').click();

  await begin(page, server.url, 'dice', ['Anna', 'Béla']);
  await page.getByLabel('Anna, Agora: 0').click();
  await type(page, 'Anna, Agora', 9);
  await page.getByRole('button', { name: /First to finish/ }).click();
  assert.deepEqual(await page.locator('tfoot b').allTextContents(), ['12', '0']);
  assert.deepEqual(page.faults, []);

  // What was opened once opens without a network, with everything that was entered.
  await page.waitForFunction(() => navigator.serviceWorker?.controller);
  await page.reload({ waitUntil: 'networkidle' });
  await page.context().setOffline(true);
  await page.goto(`${server.url}/score`);
  await page.getByRole('button', { name: /Go on with the open game/ }).click();
  assert.deepEqual(await page.locator('tfoot b').allTextContents(), ['12', '0']);
});
