// Being told things while no page is in front: the question, the settings, the worker that shows messages, the title and the badge. Headless browsers have no push service, so
// the browser's part is played by a stub; what the server sends is tested in Go.

import assert from 'node:assert/strict';
import { fine } from './axe.mjs';
import { chance, desk, phone, scene } from './harness.mjs';
import { domain, keepName } from './passkeys.mjs';
import { ask, command } from './person.mjs';
import { decide } from './player.mjs';
import { pushing } from './pushing.mjs';

const words = {
  en: { here: 'This browser', on: 'allowed', ask: 'not asked yet', denied: 'refused by the browser', how: /set Notifications to Allow/, chat: 'Messages at your tables', quiet: 'Quiet hours', from: 'Quiet from', test: 'Send me a test', sent: 'Sent.', question: "Shall we tell you when it's your turn?", yes: 'Yes, tell me', no: 'Not now', silent: 'Silence for today', guest: /Choose a name first/ },
  hu: { here: 'Ez a böngésző', on: 'engedélyezve', ask: 'még nem kérdeztük', denied: 'a böngésző nem engedi', how: /engedélyezd az értesítéseket/, chat: 'Üzenet az asztalodnál', quiet: 'Csendes órák', from: 'Csend kezdete', test: 'Próba', sent: 'Elküldtük.', question: 'Szóljunk, ha te jössz?', yes: 'Szóljatok', no: 'Most nem', silent: 'Mára csend', guest: /Előbb válassz nevet/ },
};

for (const [size, lang] of [[desk, 'en'], [phone, 'hu']]) {
  const w = words[lang];

  scene(`settings: switched on by a press and never before, ${lang}`, async ({ server, visitor }) => {
    const page = await visitor({ size, lang });
    await pushing(page);
    const asked = () => page.evaluate(() => window.askedForPush);
    await page.goto(`${server.url}/notifications`, { waitUntil: 'networkidle' });
    await page.getByText(w.guest).waitFor();
    await fine(page, 'notifications of nobody');
    await ask(page, 'POST', '/session', { name: 'Anna' });
    await page.goto(`${server.url}/notifications`, { waitUntil: 'networkidle' });
    const here = page.getByRole('switch', { name: w.here });
    await page.getByText(w.ask).waitFor();
    assert.equal(await asked(), 0);
    assert.equal(await here.getAttribute('aria-checked'), 'false');
    await here.click();
    await page.getByText(w.on).waitFor();
    assert.equal(await asked(), 1);
    const kept = await ask(page, 'GET', '/push');
    assert.deepEqual([kept.devices.length, kept.devices[0].here, kept.notices.lang, kept.decided], [1, true, lang, true]);
    assert.equal(kept.notices.zone, await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));

    // What is told, and when. A change before the answer to the one before undoes nothing.
    await page.route('**/api/notices', async (route) => {
      const answer = await route.fetch();
      await new Promise((done) => setTimeout(done, 500));
      await route.fulfill({ response: answer });
    });
    await page.getByRole('switch', { name: w.chat }).click();
    await page.waitForFunction(() => fetch('/api/push').then((r) => r.json()).then((x) => x.notices.chat));
    await page.getByRole('combobox', { name: w.from }).selectOption('1350');
    await page.getByRole('switch', { name: w.silent }).click();
    await page.waitForFunction(() => fetch('/api/push').then((r) => r.json()).then((x) => x.notices.from === 1350 && x.notices.silent));
    await page.locator('.page').evaluate((x) => x.scrollTo(0, 0));
    await fine(page, 'notifications');
    await page.getByRole('button', { name: w.test }).click();
    await page.getByText(w.sent).waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText(w.on).waitFor();
    assert.equal(await page.getByRole('switch', { name: w.chat }).getAttribute('aria-checked'), 'true');
    assert.equal(await page.getByRole('combobox', { name: w.from }).inputValue(), '1350');
    await page.getByRole('switch', { name: w.quiet, exact: true }).click();
    await page.locator('.day').waitFor({ state: 'detached' });

    // Off again, here and then at the browser.
    await here.click();
    await page.waitForFunction(() => fetch('/api/push').then((r) => r.json()).then((x) => x.devices.length === 0));
    await page.waitForFunction(() => navigator.serviceWorker.ready.then((r) => r.pushManager.getSubscription()).then((s) => s === null));
    assert.equal(await asked(), 0); // not since the page was loaded anew
    assert.deepEqual(page.faults, []);
  });

  scene(`a browser that refuses: how to allow it again, ${lang}`, async ({ server, visitor }) => {
    const page = await visitor({ size, lang });
    await pushing(page, 'denied');
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await ask(page, 'POST', '/session', { name: 'Anna' });
    await page.goto(`${server.url}/notifications`, { waitUntil: 'networkidle' });
    await page.getByRole('switch', { name: w.here }).click();
    await page.getByText(w.denied).waitFor();
    await page.getByText(w.how).waitFor();
    assert.ok(await page.getByRole('switch', { name: w.here }).isDisabled());
    // The press has scrolled; what lies half under the header then is no fault.
    await page.locator('.page').evaluate((x) => x.scrollTo(0, 0));
    await fine(page, 'notifications that the browser refuses');
    assert.deepEqual(page.faults, []);
  });

  scene(`the question comes once, after the first own move in a game over days, ${lang}`, async ({ server, visitor }) => {
    const page = await visitor({ size, lang });
    await pushing(page);
    const other = await visitor();
    for (const [p, name] of [[page, 'Anna'], [other, 'Béla']]) {
      await p.goto(server.url, { waitUntil: 'networkidle' });
      await ask(p, 'POST', '/session', { name });
    }
    const begin = async () => {
      const { table } = await ask(page, 'POST', '/tables', { game: 'duel', seats: 2, clock: { kind: 'days', days: 2 }, public: true, seat: 0, bots: [] });
      await command(other, table.id, 'join');
      await command(page, table.id, 'start');
      return table.id;
    };
    /** The other moves until it is the page's turn. */
    const wait = async (id) => {
      for (;;) {
        const { game } = await ask(page, 'GET', `/tables/${id}`);
        if (game?.moves.length) return;
        const { game: theirs } = await ask(other, 'GET', `/tables/${id}`);
        if (theirs?.moves.length) await command(other, id, 'move', { move: theirs.moves[0] });
      }
    };
    const id = await begin();
    await wait(id);
    // The title tells that a game waits, and so does the badge.
    await page.goto(`${server.url}/rules`, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => document.title.startsWith('(1) ') && window.badge === 1);
    assert.equal(await page.evaluate(() => document.querySelector('link[rel=icon]').getAttribute('href')), '/icon-turn.svg');

    const choose = () => decide(page, chance(7));
    await page.goto(`${server.url}/t/${id}`, { waitUntil: 'networkidle' });
    await page.waitForSelector('.shell .turn:not(.idle)');
    assert.equal(await page.getByRole('dialog', { name: w.question }).count(), 0);
    await choose();
    const question = page.getByRole('dialog', { name: w.question });
    await question.waitFor();
    assert.match(await question.textContent(), lang === 'hu' ? /Te jössz: Párbaj, Béla ellen/ : /Your move: Duel with Béla/);
    assert.equal(await page.evaluate(() => window.askedForPush), 0);
    await fine(page, 'the question');
    await question.getByRole('button', { name: w.no }).click();
    await question.waitFor({ state: 'detached' });

    // Not again.
    await wait(id);
    await page.reload({ waitUntil: 'networkidle' });
    await page.waitForSelector('.shell .turn:not(.idle)');
    const before = (await ask(page, 'GET', `/tables/${id}`)).game.decision;
    await choose();
    await page.waitForFunction(([x, n]) => fetch(`/api/tables/${x}`).then((r) => r.json()).then((t) => t.game.decision > n), [id, before]);
    await page.goto(`${server.url}/notifications`, { waitUntil: 'networkidle' });
    assert.equal(await page.evaluate(() => window.askedForPush), 0);
    assert.deepEqual(page.faults, []);
  });
}

scene('away days: the clocks of games over days stand while somebody is away', async ({ server, visitor }) => {
  const large = await visitor();
  const small = await visitor({ size: phone, lang: 'hu' });
  await keepName(large, server, 'Anna');
  await keepName(small, server, 'Béla');
  const { table } = await ask(large, 'POST', '/tables', { game: 'duel', seats: 2, clock: { kind: 'days', days: 2 }, public: true, seat: 0, bots: [] });
  await command(small, table.id, 'join');
  await command(large, table.id, 'start');
  await large.waitForFunction((id) => fetch(`/api/tables/${id}`).then((r) => r.json()).then((t) => t.table.status === 'playing'), table.id);
  for (const [page, name, left, kept] of [[large, 'Away days', '14 days left this year', /is on holiday/], [small, 'Szabadság', 'idén még 14 nap', /szabadságon van/]]) {
    await page.goto(`${domain(server)}/notifications`, { waitUntil: 'networkidle' });
    await page.getByText(left).waitFor();
    const away = page.getByRole('switch', { name });
    await away.click();
    await page.waitForFunction(() => fetch('/api/push').then((r) => r.json()).then((x) => x.away.away));
    await page.waitForFunction((n) => document.querySelector(`[role=switch][aria-label="${n}"]`).getAttribute('aria-checked') === 'true', name);
    await page.locator('.page').evaluate((x) => x.scrollTo(0, 0));
    await fine(page, 'away');
    // Everybody at the table knows.
    await page.goto(`${domain(server)}/t/${table.id}`, { waitUntil: 'networkidle' });
    await page.waitForSelector('.shell');
    if (page === large) await page.getByText(kept).first().waitFor();
    const { game } = await ask(page, 'GET', `/tables/${table.id}`);
    assert.ok(!game.clocks[page === large ? 0 : 1].running);
  }
  await large.goto(`${domain(server)}/notifications`, { waitUntil: 'networkidle' });
  await large.getByRole('switch', { name: 'Away days' }).click();
  await large.waitForFunction(() => fetch('/api/push').then((r) => r.json()).then((x) => !x.away.away && x.away.left === 13));
  for (const page of [large, small]) assert.deepEqual(page.faults, []);
});

scene('the worker shows one message for each topic, takes it away, and opens its page', async ({ server, visitor }) => {
  const page = await visitor();
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await ask(page, 'POST', '/session', { name: 'Anna' });
  await page.reload({ waitUntil: 'networkidle' }); // the page of somebody who is known listens to the worker
  await page.evaluate(() => navigator.serviceWorker.ready);
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  // Headless browsers show nothing, so that it is kept here.
  await worker.evaluate(() => {
    self.shown = [];
    self.registration.showNotification = async (title, options) => {
      self.shown = [...self.shown.filter((n) => n.tag !== options.tag), { title, ...options, close: () => (self.shown = self.shown.filter((n) => n.tag !== options.tag)) }];
    };
    navigator.setAppBadge = async (n) => void (self.badge = n);
    navigator.clearAppBadge = async () => void (self.badge = 0);
    self.registration.getNotifications = async ({ tag } = {}) => self.shown.filter((n) => !tag || n.tag === tag);
  });
  /** Something happens to the worker, which takes its time. */
  const happens = (type, what) =>
    worker.evaluate(
      async ([t, x]) => {
        const e = new Event(t);
        let done;
        Object.assign(e, t === 'push' ? { data: { json: () => JSON.parse(x) } } : { action: x.action, notification: { close: () => {}, data: { url: x.url } } }, { waitUntil: (p) => (done = p) });
        self.dispatchEvent(e);
        await done;
      },
      [type, what],
    );
  const push = (message) => happens('push', typeof message === 'string' ? message : JSON.stringify(message));
  const press = (url, action = '') => happens('notificationclick', { url, action });
  const shown = async (want) => {
    const list = await worker.evaluate(() => self.shown.map(({ title, body, tag, lang, actions, silent, renotify, data }) => ({ title, body, tag, lang, actions, silent, renotify, data })));
    assert.deepEqual(list.map((n) => n.title), want);
    return list;
  };
  await push({ tag: 'turns', title: 'Your move: Duel with Béla', body: 'Béla builds Baths.', url: '/rules/duel', count: 1, open: 'Open', later: 'In an hour', lang: 'en' });
  const [first] = await shown(['Your move: Duel with Béla']);
  assert.deepEqual(first, { title: 'Your move: Duel with Béla', body: 'Béla builds Baths.', tag: 'turns', lang: 'en', actions: [{ action: 'open', title: 'Open' }, { action: 'later', title: 'In an hour' }], silent: false, renotify: true, data: { url: '/rules/duel' } });
  assert.equal(await worker.evaluate(() => self.badge), 1);
  await push('no JSON at all');
  await push({ tag: 'turns', title: 'Your move: Dice with Cili', body: '', url: '/t/x', count: 2, silent: true });
  assert.deepEqual((await shown(['Your move: Dice with Cili'])).map((n) => [n.silent, n.renotify]), [[true, false]]);
  await push({ tag: 'ask-1', title: 'Béla invites you: Duel', body: '', url: '/', count: 2 });
  await shown(['Your move: Dice with Cili', 'Béla invites you: Duel']);
  await push({ tag: 'turns', close: true, count: 0 });
  await shown(['Béla invites you: Duel']);

  await press('/rules/duel');
  await page.waitForURL('**/rules/duel');
  await press('https://elsewhere.example/rules/dice');
  const later = page.context().waitForEvent('request', (r) => r.url().endsWith('/api/push/later'));
  await press('/rules/dice', 'later');
  assert.equal((await (await later).response()).status(), 204);
  assert.match(page.url(), /\/rules\/duel$/);
  assert.deepEqual(page.faults, []);
});
