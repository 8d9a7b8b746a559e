// Plays any board through what every board has: things marked data-nav to pick, the actions of the bar, Confirm. It
// knows nothing of the rules; what cannot be done is disabled.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chance } from './harness.mjs';

/** The cards of the home page, as the page lists them. */
export const doors = [...readFileSync(new URL('../src/lib/doors.ts', import.meta.url), 'utf8').matchAll(/\{ id: '(\w+)', game: /g)].map((m) => m[1]);
assert.ok(doors.length >= 5, `only ${doors} are listed`);

/** The state of the game: whose turn it is, whether it is over, whether a move can be confirmed. */
export async function state(page) {
  return page.evaluate(() => {
    const turn = document.querySelector('.shell .turn');
    return {
      there: !!turn,
      mine: !!turn && !turn.classList.contains('idle'),
      over: !!document.querySelector('.end table'),
      curtain: !!document.querySelector('.cur'),
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

/**
 * Press the nth thing with the mouse, where it is: at its middle, or, for a card that lies under others, at a place where
 * it shows. What lies under something else cannot be pressed, which is a fault of the board.
 */
export async function press(page, selector, n = 0, again = true) {
  const spot = await page.evaluate(
    async ([s, i]) => {
      for (let frames = 0; ; frames++) {
        const el = document.querySelectorAll(s)[i];
        if (!el) return null;
        el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const r = el.getBoundingClientRect();
        const under = [];
        for (const [fx, fy] of document.querySelector('[aria-busy=true]') ? [] : [[0.5, 0.5], [0.5, 0.8], [0.5, 0.2], [0.2, 0.5], [0.8, 0.5], [0.15, 0.85], [0.85, 0.85], [0.15, 0.15], [0.85, 0.15]]) {
          const [x, y] = [r.left + fx * r.width, r.top + fy * r.height];
          const at = document.elementFromPoint(x, y);
          if (at && el.contains(at)) return { x, y };
          under.push(at ? `${at.tagName}.${at.getAttribute('class') ?? ''}` : 'nothing: outside the window');
          if (!el.closest('[data-overlap]')) break;
        }
        const tip = !!document.querySelector('.tip:popover-open');
        if (tip || frames === 30) return { says: el.getAttribute('aria-label') ?? el.textContent.trim().slice(0, 60), under: under[0] ?? 'something that is busy for ever', tip };
        await new Promise(requestAnimationFrame);
      }
    },
    [selector, n],
  );
  if (!spot) return false;
  // The mouse rests where it pressed last, and what lies there may be explaining itself by now.
  if (spot.tip && again) {
    await closeDrawers(page);
    return press(page, selector, n, false);
  }
  if (spot.says !== undefined) throw new Error(`"${spot.says}" cannot be pressed at ${JSON.stringify(page.viewportSize())}: it lies under ${spot.under}`);
  await page.mouse.click(spot.x, spot.y);
  return true;
}

/** Close what lies over the board, as a person does before going on: drawers, notes, the overlay of a battle. */
export async function closeDrawers(page) {
  for (let i = 0; i < 8 && (await page.locator('dialog[open]:not(:has(.end)), .tip:popover-open, .veil').count()); i++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(30);
  }
}

/** Wait for the player's turn or the end, and open a curtain that falls; page.curtains counts them. Fails when nothing at all has happened at the table for a minute. */
export async function myTurn(page, calm = 0) {
  const told = () => page.evaluate(() => document.querySelector('.shell')?.textContent ?? '');
  for (let was = await told(); ; was = await told()) {
    const s = await state(page);
    if (s.over || s.mine) return;
    if (s.curtain) {
      page.curtains = (page.curtains ?? 0) + 1;
      await page.locator('.cur .commit').click();
      continue;
    }
    await page.waitForFunction(
      (text) => {
        const t = document.querySelector('.shell .turn');
        return !!document.querySelector('.end table') || (t && !t.classList.contains('idle')) || (document.querySelector('.shell')?.textContent ?? '') !== text;
      },
      was,
      { timeout: 60000, polling: Math.max(50, calm / 4) },
    );
  }
}

/** Make one decision: pick things until something can be committed, and commit it. Tells whether that was possible. Afterwards the page is left alone for calm ms. */
export async function decide(page, draw, calm = 0) {
  let { ready } = await state(page);
  for (let k = 0; k < 60 && !ready; k++) {
    await closeDrawers(page);
    const list = await things(page);
    const actions = await open(page);
    // An action such as passing needs nothing picked; it may be all there is.
    if (list.length && k % 4 < 3) await press(page, '.shell [data-nav]', list[draw(list.length)]);
    else if (actions.length) await press(page, bar, actions[draw(actions.length)]);
    await page.waitForTimeout(15);
    const now = await state(page);
    ready = now.ready;
    if (now.over || !now.mine) break;
  }
  if (!ready) return false;
  await closeDrawers(page);
  // Now and then another action than the one offered first.
  const actions = await open(page);
  if (actions.length > 1 && draw(2) === 0) {
    await press(page, bar, actions[draw(actions.length)]);
    await page.waitForTimeout(10);
  }
  const before = await page.evaluate(() => document.querySelector('.shell')?.textContent ?? '');
  const pressed = await press(page, '[data-commit]:not([disabled])');
  await page.waitForTimeout(calm);
  await page.waitForFunction((was) => document.querySelector('.end table') || (document.querySelector('.shell')?.textContent ?? '') !== was, before, { timeout: 60000, polling: 30 }).catch(() => {});
  await page.waitForFunction(() => !document.querySelector('[data-commit]')?.textContent?.includes('…'), null, { timeout: 60000, polling: 30 }).catch(() => {});
  return pressed;
}

/** Wait until the board is whole: the cards of a new Age, for one, come row by row. */
export async function whole(page) {
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
}

/**
 * Play until the end screen is there. each is called before every own decision, with its number; stop ends it early
 * when it says so. After each decision the page is left alone for calm ms: to ask it something takes processor time, too.
 */
export async function playOut(page, { seed = 1, each = async () => {}, limit = 400, stop = () => false, calm = 0 } = {}) {
  const draw = chance(seed);
  let stuck = 0;
  for (let n = 0; n < limit; ) {
    await myTurn(page, calm);
    const s = await state(page);
    if (s.over) return n;
    await closeDrawers(page);
    await whole(page);
    await each(n);
    if (stop(n)) return n;
    if (await decide(page, draw, calm)) {
      n++;
      stuck = 0;
    } else if (++stuck > 5) throw new Error(`nothing can be committed: ${await page.evaluate(() => document.querySelector('.shell')?.innerText)}`);
  }
  throw new Error(`the game did not end within ${limit} decisions`);
}

/** From the home page: a quick game of one kind. */
export async function quickGame(page, url, door) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(`article[aria-labelledby="door-${door}"] button.commit`).click();
  await page.waitForURL('**/t/**');
  await page.waitForSelector('.shell');
}

/** On the home page: who plays a game on this device, seat by seat; null for a bot. */
export async function seatHere(page, door, people) {
  await page.locator(`article[aria-labelledby="door-${door}"] .more:visible, .fr2 button:visible`).first().click();
  await page.locator('dialog[open] .how button').nth(2).click();
  await page.selectOption('dialog[open] select', door);
  const seats = page.locator('dialog[open] .seats li');
  await seats.first().waitFor();
  while ((await seats.count()) > people.length) await page.locator('dialog[open] .row .sit').last().click();
  while ((await seats.count()) < people.length) await page.locator('dialog[open] .row .sit').first().click();
  for (const [i, name] of people.entries()) {
    await seats.nth(i).locator('.seg button').nth(name === null ? 1 : 0).click();
    if (name !== null) await seats.nth(i).locator('input').fill(name);
  }
  // The seats stay as they are.
  await page.locator('dialog[open] label.check input').first().uncheck();
}

/** Pass and play from the home page on, until the table is there. With long the curtain opens for a long press only. */
export async function openHere(page, url, door, people, long = false) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await seatHere(page, door, people);
  if (long) await page.locator('dialog[open] label.check input').nth(1).check();
  await page.locator('dialog[open] .row .commit').click();
  await page.waitForURL('**/here/here-**', { timeout: 120_000 });
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

/** A person who plays with others for the first time is asked for a name. */
export async function sayName(page, name) {
  const field = page.locator('input[autocomplete=nickname]:visible');
  if (await field.count()) await field.fill(name);
}

/** From the home page: open a table of a game for friends, and its lobby. */
export async function openTable(page, url, door) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(`article[aria-labelledby="door-${door}"] .more:visible, .fr2 button:visible`).first().click();
  await sayName(page, 'Anna');
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
