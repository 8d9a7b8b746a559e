// Plays any board through what every board has: things marked data-nav to pick, the actions of the bar, Commit. It
// knows nothing of the rules; what cannot be done is disabled.

import assert from 'node:assert/strict';
import { chance } from './harness.mjs';

/** Where the game stands: whose turn it is, whether it is over, whether something can be committed. */
export async function state(page) {
  return page.evaluate(() => {
    const turn = document.querySelector('.shell .turn');
    return {
      there: !!turn,
      mine: !!turn && !turn.classList.contains('idle'),
      over: !!document.querySelector('.end table'),
      open: !!document.querySelector('dialog[open]'),
      ready: !!document.querySelector('[data-commit]:not([disabled])'),
      log: document.querySelectorAll('.log li').length,
    };
  });
}

/** The open cards, tokens and the like, by their place in the list of all data-nav. */
async function things(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('.shell [data-nav]')]
      .map((el, i) => ({ i, ok: !el.disabled && el.getAttribute('aria-disabled') !== 'true' && el.getBoundingClientRect().width > 0 && el.tagName === 'BUTTON' }))
      .filter((x) => x.ok)
      .map((x) => x.i),
  );
}

const bar = '.actbar button.abtn, .actbar .wopts button';

/** The actions of the bar that can be taken, by their place in it. */
async function open(page) {
  return page.evaluate((s) => [...document.querySelectorAll(s)].map((el, i) => ({ i, ok: el.getAttribute('aria-disabled') !== 'true' })).filter((x) => x.ok).map((x) => x.i), bar);
}

/** Press a thing by script: overlapping cards hide each other's middle from a real pointer now and then. */
async function press(page, selector, i) {
  return page.evaluate(([s, n]) => document.querySelectorAll(s)[n]?.click(), [selector, i]);
}

/**
 * Play until the end screen is there. each is called before every own decision, with its number; stop ends it early
 * when it says so.
 */
export async function playOut(page, { seed = 1, each = async () => {}, limit = 400, stop = () => false, wait = 30000 } = {}) {
  const draw = chance(seed);
  let stuck = 0;
  for (let n = 0; n < limit; ) {
    const s = await state(page);
    if (s.over) return n;
    if (!s.mine) {
      await page.waitForFunction(
        () => {
          const t = document.querySelector('.shell .turn');
          return !!document.querySelector('.end table') || (t && !t.classList.contains('idle'));
        },
        null,
        { timeout: wait, polling: 50 },
      );
      continue;
    }
    await each(n);
    if (stop(n)) return n;
    // Pick things until something can be committed.
    let ready = s.ready;
    for (let k = 0; k < 60 && !ready; k++) {
      const list = await things(page);
      const actions = await open(page);
      // An action such as passing needs nothing picked; it may be all there is.
      if (list.length && k % 4 < 3) await press(page, '.shell [data-nav]', list[draw(list.length)]);
      else if (actions.length) await press(page, bar, actions[draw(actions.length)]);
      await page.waitForTimeout(15);
      ready = (await state(page)).ready;
      if ((await state(page)).over || !(await state(page)).mine) break;
    }
    if (!ready) {
      if (++stuck > 5) throw new Error(`nothing can be committed: ${await page.evaluate(() => document.querySelector('.shell')?.innerText)}`);
      continue;
    }
    stuck = 0;
    // Now and then another action than the one offered first.
    const actions = await open(page);
    if (actions.length > 1 && draw(2) === 0) {
      await press(page, bar, actions[draw(actions.length)]);
      await page.waitForTimeout(10);
    }
    const before = await page.evaluate(() => document.querySelector('.shell')?.textContent ?? '');
    await page.evaluate(() => document.querySelector('[data-commit]:not([disabled])')?.click());
    n++;
    await page.waitForFunction((was) => document.querySelector('.end table') || (document.querySelector('.shell')?.textContent ?? '') !== was, before, { timeout: wait, polling: 30 }).catch(() => {});
    await page.waitForFunction(() => !document.querySelector('[data-commit]')?.textContent?.includes('…'), null, { timeout: wait, polling: 30 }).catch(() => {});
  }
  throw new Error(`the game did not end within ${limit} decisions`);
}

/** From the home page: a quick game at a door. */
export async function quickGame(page, url, door) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(`article[aria-labelledby="door-${door}"] button.commit`).click();
  await page.waitForURL('**/t/**');
  await page.waitForSelector('.shell');
}

/** Nothing scrolls and nothing sticks out, at any moment of a turn, nor do the panels named. */
export async function still(page, panels = '') {
  const far = await page.evaluate((inner) => {
    const d = document.scrollingElement;
    const shell = document.querySelector('.shell');
    const body = document.querySelector('.shell .body');
    if (!shell || !body) return {};
    const cut = inner ? [...document.querySelectorAll(inner)].map((el) => [el.className, Math.max(el.scrollWidth - el.clientWidth, el.scrollHeight - el.clientHeight) - 1]) : [];
    return { page: d.scrollHeight - d.clientHeight, wide: d.scrollWidth - d.clientWidth, shell: shell.scrollHeight - shell.clientHeight, body: body.scrollHeight - body.clientHeight, bodyWide: body.scrollWidth - body.clientWidth, ...Object.fromEntries(cut.filter(([, n]) => n > 0)) };
  }, panels);
  assert.deepEqual(
    Object.entries(far).filter(([, n]) => n > 0),
    [],
    'the board scrolls',
  );
}

/** From the home page: open a table of a game for friends, and its lobby. */
export async function openTable(page, url, door) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(`article[aria-labelledby="door-${door}"] .more:visible, .fr2 button:visible`).first().click();
  await page.selectOption('dialog[open] select', door);
  await page.locator('dialog[open] form button[type=submit]').click();
  await page.waitForURL('**/t/**');
  await page.waitForSelector('.seats');
}

/** Ask the server something as the visitor of the page. */
async function ask(page, path, body) {
  return page.evaluate(
    async ([p, data]) => {
      const answer = await fetch('/api' + p, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(data) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${p}: ${text}`);
      return text ? JSON.parse(text) : null;
    },
    [path, body],
  );
}

let commands = 0;
const command = (page, id, type) => ask(page, `/tables/${id}/commands`, { id: `test-${++commands}`, type, data: { nonce: commands.toString(16).padStart(64, '0') } });

/** A visitor with a name. */
async function enter(page, url, name) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await ask(page, '/session', { name });
}

/** A table of Anna's, who takes the first seat; bots by seat, "" for people. Returns its id. */
export async function makeTable(page, url, game, bots, options = {}) {
  await enter(page, url, 'Anna');
  const made = await ask(page, '/tables', { game, seats: bots.length, options, clock: { kind: 'none' }, public: false, rated: false, seat: 0, bots });
  return made.table.id;
}

/** Béla comes to Anna's table by her invitation and sits down. */
export async function bringBela(page, other, url, id) {
  const { path } = await ask(page, `/tables/${id}/invites`, {});
  await enter(other, url, 'Béla');
  await other.goto(url + path, { waitUntil: 'networkidle' });
  await other.waitForFunction(() => !location.hash, null, { timeout: 15000 });
  await command(other, id, 'join');
}

/** Start the game and go to its board. */
export async function begin(page, url, id) {
  await command(page, id, 'start');
  await page.goto(`${url}/t/${id}`, { waitUntil: 'networkidle' });
  await page.waitForSelector('.shell .turn');
}
