// The moments at which every size is looked at. A walk leads to its moments one after the other and yields at each: the
// name of the moment, and its pages, one for each language; again does once more what a change between desk and phone undid. To register more, add a walk to this list; open(path, options)
// opens the pages of a walk, and options are those of visitor.

import { readFileSync } from 'node:fs';
import { closeDrawers } from '../player.mjs';
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
  const things = page.locator('.shell button[data-nav]:not([disabled]):not([aria-disabled=true])');
  const ready = page.locator('[data-commit]:not([disabled])');
  if (await ready.count()) return false;
  for (let i = 0; i < Math.min(40, await things.count()); i++) {
    await things.nth(i).dispatchEvent('click');
    if (await ready.count()) return true;
    await closeDrawers(page);
  }
  return false;
}

/** Open the ways to pay for the first card of the hand that has several. False if none has. */
async function pay(page) {
  const change = page.locator('.shell .chg');
  const cards = page.locator('.shell [data-zone=hand] button');
  for (let i = 0; i < (await cards.count()) && !(await change.count()); i++) await cards.nth(i).dispatchEvent('click');
  if (!(await change.count())) return false;
  if ((await change.getAttribute('aria-expanded')) !== 'true') await change.dispatchEvent('click');
  return true;
}

/** A recorded game, at each of its stops. */
function replayed(record) {
  return async function* ({ server, open }) {
    const table = await Table.deal(server, record);
    let done = 0;
    let list;
    let paid = false;
    for (const { moment, at } of record.stops) {
      for (; done < at; done++) {
        const [seat, ...move] = record.moves[done].split(' ');
        await table.play(Number(seat), move.join(' '));
      }
      if (list) await Promise.all(list.map((p) => p.reload()));
      else list = await open(`/t/${table.id}`, { cookie: table.people[0].forBrowser });
      await Promise.all(list.map(settled));
      if (moment === 'end') await Promise.all(list.map((p) => p.waitForSelector('.end table')));
      yield { moment, pages: list };
      if (moment === 'end') {
        await Promise.all(list.map((p) => p.keyboard.press('Escape')));
        await list[0].waitForFunction(() => !document.querySelector('dialog[open]'));
        yield { moment: 'after the end', pages: list };
      } else if ((await Promise.all(list.map(pick))).every(Boolean)) {
        yield { moment: `${moment}, picked`, pages: list, again: pick };
        if (!paid && (await Promise.all(list.map(pay))).every(Boolean)) {
          paid = true;
          yield { moment: `${moment}, paying`, pages: list, again: pay };
        }
      }
    }
  };
}

export const walks = [
  ...recorded.map((r) => ({ board: r.board, name: `${r.board} with ${r.seats} seats, game ${r.seed}`, seed: `moment ${r.seed}`, walk: replayed(r) })),
  ...pages,
];
