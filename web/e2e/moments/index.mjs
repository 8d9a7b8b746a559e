// The moments at which every size is looked at. A walk leads to its moments one after the other and yields at each: the
// name of the moment, and its pages, one for each language; again does once more what a change between desk and phone undid, then leads
// from the moment to a second one at the same size and back, and keys says that the walk goes on without the mouse and sees to the size of the window itself. To register more, add a walk to this list; open(path, options)
// opens the pages of a walk, and options are those of visitor. A walk with engine computes in the browser.

import { readFileSync } from 'node:fs';
import { desk } from '../harness.mjs';
import { closeDrawers } from '../player.mjs';
import { resize, small } from '../sizes.mjs';
import { pages } from './pages.mjs';
import { Table } from './table.mjs';

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8'));

/** The board is there, and nothing lies over it but the end. */
async function settled(page) {
  await page.waitForSelector('.shell .turn');
  if (await page.locator('.recap').count()) await page.keyboard.press('Escape');
  await closeDrawers(page);
}

/** Pick the first thing that can be played, so that the bar says what it would do. False if nothing can be. */
async function pick(page) {
  // Within the page as far as it goes, because every question to it takes time.
  for (let from = 0; ; ) {
    const found = await page.evaluate(async (first) => {
      const ready = () => document.querySelector('[data-commit]:not([disabled])');
      if (!first && ready()) return { done: false };
      for (let i = first; i < 40; i++) {
        const thing = document.querySelectorAll('.shell button[data-nav]:not([disabled]):not([aria-disabled=true])')[i];
        if (!thing) return { done: false };
        thing.click();
        await new Promise((r) => setTimeout(r));
        if (ready()) return { done: true };
        if (document.querySelector('dialog[open], .tip:popover-open, .veil')) return { next: i + 1 };
      }
      return { done: false };
    }, from);
    if (!found.next) return found.done;
    await closeDrawers(page);
    from = found.next;
  }
}

/** Take back what was picked. False if it stays. */
async function unpick(page) {
  await page.keyboard.press('Escape');
  return page.evaluate(() => !document.querySelector('.shell [data-commit]:not([disabled])'));
}

/** Something is picked, which is looked at beside the moment itself. */
const picked = { moment: 'picked', go: pick, back: unpick };

/** Open the ways to pay for the first card of the hand that has several. False if none has. */
async function pay(page) {
  const change = page.locator('.shell .chg');
  const cards = page.locator('.shell [data-zone=hand] button');
  for (let i = 0; i < (await cards.count()) && !(await change.count()); i++) await cards.nth(i).dispatchEvent('click');
  if (!(await change.count())) return false;
  if ((await change.getAttribute('aria-expanded')) !== 'true') await change.dispatchEvent('click');
  return true;
}

/** Do something on every page. False if it did nothing on one of them. */
const all = async (list, act) => (await Promise.all(list.map(act))).every(Boolean);

/** Bring pages back to the desk: they were last seen on a phone. */
const atDesk = (list) => Promise.all(list.map((p) => resize(p, desk, small)));

/** Pages with a moment of a recorded game. Those of the moment before are emptied meanwhile, or they would draw every move in between. */
async function load(table, record, at, list, { server, open }) {
  const path = `/t/${table.id}`;
  const go = (url) => Promise.all(list.map((p) => p.goto(url)));
  if (list) {
    await go(`${server.url}/healthz`);
    await atDesk(list);
  }
  await table.follow(record, at);
  if (list) await go(server.url + path);
  else list = await open(path, { cookie: table.people[0].forBrowser });
  await Promise.all(list.map(settled));
  return list;
}

/** A recorded match on two boards, at each of its stops: both boards, then the one that is owed a move. */
function twofold(record) {
  return async function* ({ server, open }) {
    const table = await Table.deal(server, record);
    let list;
    for (const { moment, at } of record.stops) {
      list = await load(table, record, at, list, { server, open });
      if (moment === 'end') {
        await Promise.all(list.map((p) => p.waitForSelector('.end table')));
        yield { moment, pages: list, keys: true };
        await Promise.all(list.map((p) => p.keyboard.press('Escape')));
        await list[0].waitForFunction(() => !document.querySelector('dialog[open]'));
      }
      yield { moment: `${moment}, both boards`, pages: list, keys: true };
      await atDesk(list);
      await Promise.all(list.map((p) => p.keyboard.press('b')));
      await Promise.all(list.map((p) => p.waitForSelector('.duel')));
      const then = moment !== 'end' && (await all(list, pick)) && (await all(list, unpick)) ? picked : undefined;
      yield { moment: `${moment}, one board`, pages: list, then, keys: true };
    }
  };
}

/** A recorded game, at each of its stops. */
function replayed(record) {
  return async function* ({ server, open }) {
    const table = await Table.deal(server, record);
    let list;
    let paid = false;
    for (const { moment, at } of record.stops) {
      list = await load(table, record, at, list, { server, open });
      if (moment === 'end') {
        await Promise.all(list.map((p) => p.waitForSelector('.end table')));
        yield { moment, pages: list, keys: true };
        await Promise.all(list.map((p) => p.keyboard.press('Escape')));
        await list[0].waitForFunction(() => !document.querySelector('dialog[open]'));
        yield { moment: 'after the end', pages: list, keys: true };
        continue;
      }
      const playable = await all(list, pick);
      const then = playable && (await all(list, unpick)) ? picked : undefined;
      yield { moment, pages: list, then, keys: true };
      if (playable && !then) yield { moment: `${moment}, picked`, pages: list, again: pick, keys: true };
      if (record.game !== 'wonders' || !playable || paid) continue;
      await atDesk(list);
      if (await all(list, pay)) {
        paid = true;
        yield { moment: `${moment}, paying`, pages: list, again: pay, keys: true };
      }
    }
  };
}

export const walks = [
  ...recorded.map((r) => ({ board: r.board, name: `${r.board} with ${r.seats} seats, game ${r.seed}`, seed: `moment ${r.seed}`, walk: (r.game === 'duplicate' ? twofold : replayed)(r) })),
  ...pages,
];
