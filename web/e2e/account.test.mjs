// Keeping a name: with a passkey, on a second device, with a recovery code; and leaving for good.

import assert from 'node:assert/strict';
import { fine } from './axe.mjs';
import { phone, scene } from './harness.mjs';
import { device, domain } from './passkeys.mjs';

scene('a guest keeps a name, comes in on a second device, loses every device, comes back by a code, and leaves for good', async ({ server, visitor }) => {
  const url = domain(server);
  const desk = await visitor();
  const keys = await device(desk);

  await desk.goto(server.url + '/account', { waitUntil: 'networkidle' });
  await desk.getByText("Names can't be kept here: whoever runs this server hasn't named its domain.").waitFor();
  assert.equal(await desk.getByRole('button', { name: 'Keep it with a passkey' }).count(), 0);

  await desk.goto(url, { waitUntil: 'networkidle' });
  await desk.locator('.tbtn.me').click();
  await desk.getByRole('link', { name: 'Keep this name' }).click();
  await desk.waitForURL('**/account');
  const name = desk.getByRole('textbox', { name: 'Name' });
  await name.fill('Guest');
  await desk.getByText('Guests without a name are called that').waitFor();
  assert.ok(await desk.getByRole('button', { name: 'Keep it with a passkey' }).isDisabled());
  await name.fill('Fanni');
  await desk.locator('.state.ok').waitFor();
  await fine(desk, 'keep');
  await desk.getByRole('button', { name: 'Keep it with a passkey' }).click();
  await desk.getByRole('heading', { name: 'The name is yours' }).waitFor();
  const first = await desk.locator('.codes li').allTextContents();
  assert.equal(first.length, 8);
  assert.equal(await keys.keys(), 1);
  await fine(desk, 'codes');
  assert.ok(await desk.getByRole('button', { name: 'Done' }).isDisabled(), 'the codes must be kept first');
  await desk.getByRole('checkbox').check();
  await desk.getByRole('button', { name: 'Done' }).click();
  await desk.waitForFunction(() => document.querySelector('.tbtn.me')?.textContent.includes('Fanni'));

  // Nobody else can have the name, on a phone and in Hungarian.
  const mobile = await visitor({ size: phone, lang: 'hu' });
  const other = await device(mobile);
  await mobile.goto(url + '/account', { waitUntil: 'networkidle' });
  await mobile.getByRole('textbox', { name: 'Név' }).fill('FÁNNI');
  await mobile.getByText('Ez a név másé').waitFor();
  assert.equal(await mobile.locator('.others button').count(), 3);
  await fine(mobile, 'keep, Hungarian');

  // The second device comes in by six digits, which the first one confirms, and makes a passkey.
  await desk.goto(url + '/account', { waitUntil: 'networkidle' });
  await desk.getByRole('button', { name: 'Show a code' }).click();
  // The first device is known to its owner, too.
  assert.match(await desk.locator('[aria-labelledby=h-dev] li').textContent(), /^Chrome, Linux/);
  const digits = (await desk.locator('.digits').textContent()).replace(' ', '');
  assert.match(digits, /^\d{6}$/);
  await fine(desk, 'account');
  await mobile.goto(url + '/signin', { waitUntil: 'networkidle' });
  await fine(mobile, 'sign in, Hungarian');
  await mobile.getByRole('textbox', { name: 'Másik eszközöd kódja' }).fill(digits);
  await mobile.getByRole('button', { name: 'Tovább' }).click();
  await desk.getByRole('button', { name: 'Yes, let it in' }).click();
  await mobile.waitForURL('**/account');
  await mobile.getByRole('heading', { name: 'Fanni' }).waitFor();
  await mobile.getByRole('button', { name: 'Új kulcs' }).click();
  await mobile.waitForFunction(() => document.querySelectorAll('[aria-labelledby=h-keys] li').length === 2);
  assert.equal(await other.keys(), 1);

  // It is limited, and says so; the passkey that it has added lifts nothing. The first device is told of the passkey, and the second is not: it has added it itself.
  await mobile.getByRole('heading', { name: 'Ez az eszköz új' }).waitFor();
  await mobile.getByRole('button', { name: 'Új kódok' }).click();
  await mobile.getByText('Ez az eszköz egy másik eszköz kódjával lépett be').waitFor();
  await mobile.getByRole('button', { name: 'Korábbi kulcsot használok' }).click();
  await mobile.getByRole('heading', { name: 'Ez az eszköz új' }).waitFor();
  await fine(mobile, 'account of a new device, Hungarian');
  await mobile.goto(url, { waitUntil: 'networkidle' });
  assert.equal(await mobile.locator('[aria-labelledby=h-added]').count(), 0);
  await desk.goto(url + '/account', { waitUntil: 'networkidle' });
  await desk.getByText('A passkey was added to your account').waitFor();
  await desk.getByText('Came in by a code, limited until').waitFor();
  await fine(desk, 'a passkey was added');
  await desk.getByRole('button', { name: 'That was me' }).click();
  await desk.locator('[aria-labelledby=h-added]').waitFor({ state: 'detached' });

  // The first device makes new codes.
  await desk.getByRole('button', { name: 'New codes' }).click();
  await desk.locator('.codes li').first().waitFor();
  const codes = await desk.locator('.codes li').allTextContents();
  assert.equal(codes.length, 8);
  assert.ok(codes.every((c) => !first.includes(c)), 'new codes');
  await fine(desk, 'new codes');
  await desk.getByRole('checkbox').check();
  await desk.getByRole('button', { name: 'Done' }).click();
  await desk.getByRole('heading', { name: 'Fanni' }).waitFor();
  await mobile.goto(url + '/account', { waitUntil: 'networkidle' });

  // The phone is signed out there, and comes back with its passkey. A prompt that is turned down changes nothing.
  await mobile.getByRole('button', { name: 'Kilépés' }).first().click();
  await mobile.waitForURL(url + '/');
  await mobile.goto(url + '/signin', { waitUntil: 'networkidle' });
  const sign = mobile.getByRole('button', { name: 'Belépés azonosítókulccsal' });
  await other.refuse(() => sign.click());
  assert.equal(new URL(mobile.url()).pathname, '/signin');
  await sign.click();
  await mobile.waitForURL(url + '/');

  // Every device is lost: a recovery code lets in and ends all other sessions.
  await Promise.all([keys.lose(), other.lose()]);
  const found = await visitor();
  const fresh = await device(found);
  await found.goto(url + '/signin', { waitUntil: 'networkidle' });
  await found.getByText('With a recovery code').click();
  await fine(found, 'sign in');
  await found.getByRole('textbox', { name: 'Name' }).fill('fanni');
  await found.getByRole('textbox', { name: 'Recovery code' }).fill(codes[2].toLowerCase());
  await found.locator('form.up button').click();
  await found.getByRole('heading', { name: 'Fanni' }).waitFor();
  await found.getByText('7 of 8 left').waitFor();
  assert.equal(await found.locator('[aria-labelledby=h-dev] li').count(), 1);
  // The limited passkey is gone, and the first one asleep until it is said to be one's own.
  await found.getByText('Asleep since your account was recovered').waitFor();
  await found.getByRole('button', { name: 'Add a passkey' }).click();
  await found.waitForFunction(() => document.querySelectorAll('[aria-labelledby=h-keys] li').length === 2);
  assert.equal(await fresh.keys(), 1);
  await fine(found, 'account that was recovered');
  await found.getByRole('button', { name: 'It is mine' }).click();
  await found.getByText('Asleep since').waitFor({ state: 'detached' });

  // The devices that were signed out say why, until that is read.
  await desk.goto(url, { waitUntil: 'networkidle' });
  await desk.getByText('You were signed out here because your account was recovered.').waitFor();
  await fine(desk, 'signed out');
  await desk.reload({ waitUntil: 'networkidle' });
  await desk.getByRole('button', { name: 'Got it' }).click();
  await mobile.goto(url + '/account', { waitUntil: 'networkidle' });
  await mobile.getByText('mert a fiókodat helyreállították').waitFor();
  await fine(mobile, 'signed out, Hungarian');

  // All data, then nothing.
  const download = found.waitForEvent('download');
  await found.getByRole('link', { name: 'Download my data' }).click();
  assert.equal((await download).suggestedFilename(), 'mirabilia.zip');
  await found.getByRole('button', { name: 'Delete my account' }).click();
  await fine(found, 'leaving');
  assert.ok(await found.getByRole('button', { name: 'Delete for good' }).isDisabled());
  await found.getByRole('textbox', { name: 'Type your name to confirm' }).fill('Fanni');
  await found.getByRole('button', { name: 'Delete for good' }).click();
  await found.waitForURL(url + '/');
  assert.match(await found.locator('.tbtn.me').textContent(), /Guest/);
  await mobile.goto(url + '/account', { waitUntil: 'networkidle' });
  await mobile.getByRole('heading', { name: 'Tartsd meg a neved' }).waitFor();
  for (const page of [desk, mobile, found]) assert.deepEqual(page.faults.filter((f) => !/40[1349]/.test(f)), []);
});

scene('after many wrong recovery codes the browser does some work before the next one is heard, and shows how far it is', async ({ server, visitor }) => {
  await server.end('SIGTERM');
  server.args.push('--rate-limit', '1');
  await server.run();
  for (const [lang, more, name, code, wrong, working] of [
    ['en', 'With a recovery code', 'Name', 'Recovery code', "This isn't an unused recovery code of this name.", 'Your device does some sums'],
    ['hu', 'Helyreállító kóddal', 'Név', 'Helyreállító kód', 'Ez nem egy felhasználatlan helyreállító kód ehhez a névhez.', 'az eszközödnek számolnia kell'],
  ]) {
    const page = await visitor({ size: lang === 'hu' ? phone : undefined, lang, quiet: ['403', '429'] });
    const asked = [];
    let held;
    await page.route('**/api/recover', async (route) => {
      const { work } = JSON.parse(route.request().postData());
      asked.push(work?.answers.length ?? 0);
      if (work) await held;
      await route.continue();
    });
    await page.goto(server.url + '/signin', { waitUntil: 'networkidle' });
    await page.getByText(more).click();
    await page.getByRole('textbox', { name }).fill('Nobody');
    await page.getByRole('textbox', { name: code }).fill('ABCD-EFGH-JKMN');
    const button = page.locator('form.up button');
    for (let n = lang === 'en' ? 6 : 1; n > 0; n--) {
      const heard = page.waitForResponse((r) => r.url().endsWith('/api/recover') && r.status() === 403);
      let release;
      held = new Promise((r) => (release = r));
      await button.click();
      if (n === 1) {
        await page.getByText(working).waitFor();
        assert.ok(await button.isDisabled());
        await fine(page, `working, ${lang}`);
      }
      release();
      await heard;
      await page.locator('form.up button:not(:disabled)').waitFor();
    }
    assert.equal(await page.locator('progress').count(), 0);
    await page.getByText(wrong).first().waitFor();
    assert.deepEqual(asked, lang === 'en' ? [0, 0, 0, 0, 0, 0, 32] : [0, 32]);
    assert.deepEqual(page.faults, []);
  }
});
