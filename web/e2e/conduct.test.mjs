// People who do not want to meet: muting, blocking, and how it is undone.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fine } from './axe.mjs';
import { phone, scene } from './harness.mjs';
import { ask, command, playMoves } from './person.mjs';
import { domain, keepName } from './passkeys.mjs';

const friendly = { game: 'duel', days: false, rated: false, bots: false };

/** Open the sheet of the other person from the menu of a table. */
async function openPerson(page, name) {
  await page.keyboard.press('m');
  await page.locator('dialog[open]').getByRole('button', { name: `${name}:` }).click();
  await page.getByRole('dialog', { name, exact: true }).locator('li button').first().waitFor();
  return page.getByRole('dialog', { name, exact: true });
}

scene('a person mutes and blocks another, is never paired with them again, and undoes it', async ({ server, visitor }) => {
  const url = domain(server);
  const [desk, mobile] = [await visitor(), await visitor({ size: phone, lang: 'hu', theme: 'night' })];
  await keepName(desk, server, 'Anna');
  await keepName(mobile, server, 'Béla');
  // They are paired, and Béla says something.
  await ask(desk, 'POST', '/seeks', friendly);
  const { call } = await ask(mobile, 'POST', '/seeks', friendly);
  await ask(desk, 'POST', `/calls/${call.id}`, { accept: true });
  const id = (await ask(mobile, 'POST', `/calls/${call.id}`, { accept: true })).call.table;
  // Whoever does not move soon aborts the game.
  await playMoves(id, [desk, mobile], 6);
  await Promise.all([desk, mobile].map((p) => p.goto(`${url}/t/${id}`)));
  await Promise.all([desk, mobile].map((p) => p.waitForSelector('.shell .turn')));
  await command(mobile, id, 'chat', { text: 'Béna vagy' });
  const line = desk.locator('.log .chat', { hasText: 'Béna vagy' });
  await line.waitFor();

  // At the line itself he can be reported, too: what is kept begins with it. One's own lines have no such button.
  await line.getByRole('button', { name: 'Béla: mute, block, report' }).click();
  const about = desk.getByRole('dialog', { name: 'Béla', exact: true });
  await about.getByRole('button', { name: /^Report/ }).click();
  await fine(desk, 'a report on a line');
  await about.getByRole('button', { name: 'Send' }).click();
  await about.waitFor({ state: 'hidden' });
  assert.equal(await mobile.locator('.log .chat .about').count(), 0);

  // Muted, his words are gone, and come back when it ends; the words of others stay.
  await command(desk, id, 'chat', { text: 'Please be kind' });
  const sheet = await openPerson(desk, 'Béla');
  await fine(desk, 'the sheet of a person');
  await sheet.getByRole('button', { name: /^Mute/ }).click();
  await line.waitFor({ state: 'detached' });
  await desk.locator('.log .chat', { hasText: 'Please be kind' }).waitFor();
  await (await openPerson(desk, 'Béla')).getByRole('button', { name: /^Unmute/ }).click();
  await line.waitFor();

  // Blocked, they do not meet again: whoever looks is paired at once where somebody fits, and neither is.
  await (await openPerson(desk, 'Béla')).getByRole('button', { name: /^Block/ }).click();
  await line.waitFor({ state: 'detached' });
  await command(mobile, id, 'resign');
  await desk.waitForSelector('.end table');
  await ask(desk, 'POST', '/seeks', friendly);
  assert.equal((await ask(mobile, 'POST', '/seeks', friendly)).call, undefined, 'a blocked person is not called');
  assert.equal((await ask(desk, 'GET', '/seeks')).call, undefined, 'nor is the one who blocks');
  assert.equal((await command(mobile, id, 'rematch')).error.reason, 'private');

  // The list is on the account page. Once Béla is off it, the two are paired as before.
  await desk.goto(`${url}/account`, { waitUntil: 'networkidle' });
  const list = desk.getByRole('region', { name: 'Muted and blocked' });
  assert.match(await list.textContent(), /Béla.*blocked since/);
  await fine(desk, 'the list of muted and blocked people');
  await list.getByRole('button', { name: 'Béla: Unblock' }).click();
  await list.waitFor({ state: 'detached' });
  // Both may be called already, and then they do not look any more.
  for (const page of [desk, mobile]) await ask(page, 'POST', '/seeks', friendly);
  await mobile.waitForFunction(async () => (await (await fetch('/api/seeks')).json()).call?.people.length === 2, null, { polling: 300 });

  // On a phone, in Hungarian and at night.
  await mobile.goto(`${url}/t/${id}`);
  await mobile.waitForSelector('.end table');
  await mobile.keyboard.press('Escape');
  await openPerson(mobile, 'Anna');
  await fine(mobile, 'the sheet of a person, Hungarian');
  await mobile.getByRole('dialog', { name: 'Anna', exact: true }).getByRole('button', { name: /^Tiltás/ }).click();
  await mobile.goto(`${url}/account`, { waitUntil: 'networkidle' });
  await mobile.getByRole('region', { name: 'Némítottak és tiltottak' }).waitFor();
  await fine(mobile, 'the list of muted and blocked people, Hungarian');
  // From the profile, too.
  await mobile.goto(`${url}/p/Anna`, { waitUntil: 'networkidle' });
  await mobile.getByRole('button', { name: 'Anna: némítás, tiltás, jelentés' }).click();
  const anna = mobile.getByRole('dialog', { name: 'Anna', exact: true });
  await anna.getByRole('button', { name: 'Tiltás vége' }).waitFor();
  await fine(mobile, 'the sheet of a person on their profile, Hungarian');
  await anna.getByRole('button', { name: 'Tiltás vége' }).click();
  await anna.waitFor({ state: 'hidden' });
  for (const page of [desk, mobile]) assert.deepEqual(page.faults.filter((f) => !/403|409/.test(f)), []);
});

scene('somebody is reported, the host decides, and the person is told what, why and until when, and objects', async ({ server, visitor }) => {
  const url = domain(server);
  const [desk, mobile, host] = [await visitor(), await visitor({ size: phone, lang: 'hu' }), await visitor()];
  await keepName(desk, server, 'Anna');
  await keepName(mobile, server, 'Béla');
  await keepName(host, server, 'Helga');
  // The command line makes Helga a host, while the server is stopped.
  await server.kill();
  execFileSync(server.program, ['people', 'host', 'add', server.data, 'Helga', '--why', 'she helps']);
  await server.run();

  const { table } = await ask(desk, 'POST', '/tables', { game: 'dice', seats: 2, options: {}, clock: { kind: 'none' }, public: true, rated: false, hide_unseen: false, seat: 0 });
  await command(mobile, table.id, 'join');
  await command(mobile, table.id, 'chat', { text: 'You are a fool' });
  await desk.goto(`${url}/t/${table.id}`, { waitUntil: 'networkidle' });
  await desk.locator('.log .chat', { hasText: 'You are a fool' }).waitFor();
  await desk.locator('.seats button.medal').click();
  const sheet = desk.getByRole('dialog', { name: 'Béla', exact: true });
  await sheet.getByRole('button', { name: /^Report to the host/ }).click();
  await sheet.getByText('The last messages at this table go with your report').waitFor();
  await fine(desk, 'a report');
  await sheet.getByRole('textbox').fill('Look at that');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await desk.getByText('The host will look at it. Thank you.').waitFor();

  // Nobody else sees the page of the hosts.
  await desk.goto(`${url}/host`, { waitUntil: 'networkidle' });
  await desk.getByText('This page is for the hosts of the server.').waitFor();
  await host.goto(`${url}/account`, { waitUntil: 'networkidle' });
  await host.getByRole('link', { name: 'Host page' }).click();
  const report = host.getByRole('article', { name: 'Béla: what they write' });
  await report.waitFor();
  await report.getByText('What was said').click();
  assert.match(await report.textContent(), /reported by Anna.*Look at that.*Béla: You are a fool/s);
  await fine(host, 'the page of the hosts');
  await report.getByRole('combobox').selectOption('mute');
  await report.getByRole('textbox').fill('Insults');
  await report.getByRole('button', { name: 'Do it' }).click();
  await host.getByText('No open reports.').waitFor();
  const journal = host.getByRole('region', { name: 'Journal' });
  assert.match(await journal.textContent(), /Béla: muted, until.*Insults.*Helga.*Helga: made a host.*command line/s);

  // Béla is told, cannot write, and objects.
  assert.equal((await command(mobile, table.id, 'chat', { text: 'What?' })).error.reason, 'muted');
  await mobile.goto(url, { waitUntil: 'networkidle' });
  const told = mobile.getByRole('region', { name: 'Az üzemeltető döntése' });
  await told.waitFor();
  assert.match(await told.textContent(), /elnémított.*Eddig tart.*Az ok: Insults/s);
  await fine(mobile, 'a measure, Hungarian');
  await told.getByRole('button', { name: 'Kifogásolom' }).click();
  await told.getByRole('textbox').fill('Csak vicceltem');
  await told.getByRole('button', { name: 'Küldés' }).click();
  await mobile.getByText('Az üzemeltető elolvassa.').waitFor();

  // The host finds him by name and lifts it.
  await host.reload({ waitUntil: 'networkidle' });
  await host.getByRole('article', { name: 'Béla: objects to a measure' }).waitFor();
  await host.getByRole('searchbox').fill('bela');
  await host.getByRole('button', { name: 'Find' }).click();
  await host.getByRole('button', { name: 'Béla: Lift: muted' }).click();
  await fine(host, 'people, for hosts');
  await host.getByRole('region', { name: 'People' }).getByRole('textbox', { name: /^Why/ }).fill('Accepted');
  await host.getByRole('region', { name: 'People' }).getByRole('button', { name: 'Do it' }).click();
  await journal.getByText('mute lifted').waitFor();
  await host.locator('.top [lang=hu]').click();
  await host.getByRole('heading', { name: 'Üzemeltető' }).waitFor();
  await fine(host, 'the page of the hosts, Hungarian');
  await mobile.reload({ waitUntil: 'networkidle' });
  await mobile.waitForSelector('.games article');
  assert.equal(await told.count(), 0);
  assert.equal((await command(mobile, table.id, 'chat', { text: 'Bocs' })).error, undefined);
  for (const page of [desk, mobile, host]) assert.deepEqual(page.faults.filter((f) => !/403|WebSocket|ERR_CONNECTION|Failed to load resource/.test(f)), []);
});
