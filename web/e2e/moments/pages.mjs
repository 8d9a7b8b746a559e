// The pages around the boards, as walks for the list in index.mjs. A new page adds its walk to the list below.

import { readFileSync } from 'node:fs';
import { chance } from '../harness.mjs';
import { device, domain, keepName } from '../passkeys.mjs';
import { friends, hostDeeds, hostPeople, hostReports, hostState, profile, profileGame, ranks } from './persons.mjs';
import { answer, collections, pick } from './puzzles.mjs';
import { studied } from './studied.mjs';
import { tournament, tournaments } from './tournaments.mjs';
import { decide, seatHere } from '../player.mjs';
import { pushing } from '../pushing.mjs';
import { resize } from '../sizes.mjs';
import { Table } from './table.mjs';

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8'));

/** All pages of a moment do the same. */
const each = (list, act) => Promise.all(list.map(act));

/** What the server would tell a page at some addresses. */
const told = (page, path, what) => page.route(path, (r) => r.fulfill({ json: what(new URL(r.request().url())) }));
const lastOf = (url) => url.pathname.split('/').pop();

/** Something opens over the page; after it was looked at it is closed again. */
async function* opened(list, moment, press) {
  await each(list, press);
  await each(list, (p) => p.waitForSelector('dialog[open]'));
  yield { moment, pages: list };
  await each(list, (p) => p.keyboard.press('Escape'));
  await each(list, (p) => p.waitForFunction(() => !document.querySelector('dialog[open]')));
}

/** The recorded whole game of a board with most seats. */
const most = (board) => recorded.filter((r) => r.board === board && r.stops.some((s) => s.moment === 'end')).sort((a, b) => b.seats - a.seats)[0];

/** A recorded game played to its end. */
async function finished(server, record) {
  const table = await Table.deal(server, record);
  await table.follow(record);
  return table;
}

export const pages = [
  {
    board: 'here',
    engine: true,
    name: 'pass and play',
    walk: async function* ({ open }) {
      const list = await open('/', { engine: 'device', level: 'level1' });
      await each(list, (p) => seatHere(p, 'wonders', ['Maximilián', 'Anna', null, 'Béla', null]));
      yield { moment: 'who plays', pages: list };
      await each(list, (p) => p.locator('dialog[open] .row .commit').click());
      const curtain = (p) => p.waitForSelector('.cur');
      await each(list, curtain);
      yield { moment: 'the curtain', pages: list };
      await each(list, (p) => p.locator('.cur .lk').click());
      yield { moment: 'changing places', pages: list };
      // Everybody chooses a side of their wonder; then all look at the table.
      for (let i = 0; i < 3; i++) {
        await each(list, async (p) => {
          await curtain(p);
          await p.locator('.cur .commit').click();
          await p.waitForSelector('.shell .turn:not(.idle)');
          await decide(p, chance(7));
          await p.waitForSelector('.cur, .hand .commit');
        });
      }
      await each(list, (p) => p.waitForSelector('.hand .commit'));
      yield { moment: 'everybody looks', pages: list };
      const two = await open('/', { engine: 'device', level: 'level1' });
      await each(two, (p) => seatHere(p, 'duel', ['Maximilián', 'Anna']));
      await each(two, (p) => p.locator('dialog[open] .row .commit').click());
      await each(two, (p) => p.waitForSelector('.shell .turn:not(.idle)'));
      for (let i = 0; i < 11; i++) await each(two, (p) => decide(p, chance(i + 1)));
      yield { moment: 'Duel on one device', pages: two };
    },
  },
  {
    board: 'home',
    name: 'home',
    walk: async function* ({ server, open }) {
      const fresh = await open('/');
      await each(fresh, (p) => p.waitForSelector('.games article'));
      yield { moment: 'a new visitor', pages: fresh };
      yield* opened(fresh, 'opening a table', (p) => p.locator('.low .inv .commit').click());
      yield* opened(fresh, 'saying a name', (p) => p.locator('.top .me').click());

      // Games of one's own and tables of others fill the panels.
      const tables = [];
      for (const game of ['duel', 'dice', 'wonders', 'architects']) tables.push(await Table.deal(server, { game, seats: game === 'wonders' ? 3 : 2 }));
      const anna = tables[0].people[0];
      for (const game of ['duel', 'wonders', 'dice', 'architects']) await tables[1].people[0].ask('/tables', { game, seats: 3 - (game === 'duel'), clock: { kind: 'none' }, public: true, rated: false, seat: 0, bots: [] });
      for (let i = 0; i < 4; i++) await anna.ask('/tables', { game: 'duel', seats: 2, clock: { kind: 'none' }, public: false, rated: false, seat: 0, bots: [] });
      const known = await open('/', { cookie: anna.forBrowser });
      await each(known, (p) => p.waitForSelector('.low li a'));
      yield { moment: 'games and open tables', pages: known };
      yield* opened(known, 'all games', (p) => p.locator('.low .all').first().click());

      // Each looks for another game, so that they do not find each other.
      await each(fresh, (p) => p.locator('.lvl select').selectOption('live'));
      await each(fresh, (p) => p.locator(`article:has(#door-${p.lang === 'en' ? 'duel' : 'wonders'}) .commit`).click());
      await each(fresh, (p) => p.waitForSelector('.bar'));
      yield { moment: 'looking for people', pages: fresh };
    },
  },
  {
    board: 'lobby',
    name: 'lobby, invitation, and what cannot be opened',
    walk: async function* ({ server, open }) {
      const { people } = await Table.deal(server, { game: 'duel', seats: 2 });
      const { table } = await people[0].ask('/tables', { game: 'wonders', seats: 7, clock: { kind: 'none' }, public: false, rated: false, seat: 0, bots: ['', 'level1', 'level8'] });
      const host = await open(`/t/${table.id}`, { cookie: people[0].forBrowser });
      await each(host, (p) => p.waitForSelector('.talk input'));
      yield { moment: 'the host', pages: host };
      const { path } = await people[0].ask(`/tables/${table.id}/invites`, {});
      const guest = await open(`${path}&from=Maximili%C3%A1n&game=wonders`);
      await each(guest, (p) => p.waitForSelector('input[autocomplete=nickname]'));
      yield { moment: 'an invited guest', pages: guest };
      const stranger = await open(`/t/${table.id}`, { cookie: people[1].forBrowser, quiet: ['403', 'WebSocket'] });
      await each(stranger, (p) => p.waitForSelector('h1'));
      yield { moment: 'a private table', pages: stranger };
      const lost = await open('/nowhere');
      await each(lost, (p) => p.waitForSelector('h1'));
      yield { moment: 'nothing at this address', pages: lost };
    },
  },
  {
    board: 'rules',
    name: 'rules, menu and settings',
    walk: async function* ({ server, open }) {
      const list = await open('/rules/duel');
      await each(list, (p) => p.waitForSelector('article h2'));
      yield { moment: 'rules', pages: list };
      const table = await Table.deal(server, { game: 'duel', seats: 2 });
      const game = await open(`/t/${table.id}`, { cookie: table.people[0].forBrowser });
      await each(game, (p) => p.waitForSelector('.shell .turn'));
      yield* opened(game, 'menu', (p) => p.keyboard.press('m'));
      await each(game, (p) => p.keyboard.press('m'));
      yield* opened(game, 'settings', (p) => p.locator('dialog[open] li button:has(use[href*="settings"])').click());
      yield* opened(game, 'keys', (p) => p.keyboard.press('?'));
    },
  },
  {
    board: 'account',
    name: 'account and signing in',
    walk: async function* ({ server, open }) {
      const list = await open('/account');
      await each(list, (p) => p.waitForSelector('.keep .none'));
      yield { moment: 'names cannot be kept here', pages: list };
      await each(list, (p) => p.goto(`${domain(server)}/signin`, { waitUntil: 'networkidle' }));
      await each(list, (p) => p.locator('summary').click());
      yield { moment: 'signing in', pages: list };
      await each(list, device);
      await each(list, (p) => p.goto(`${domain(server)}/account`, { waitUntil: 'networkidle' }));
      // The longest name that there is, wide letters and all; both would have the same otherwise.
      await each(list, (p) => p.locator('.keep input').fill(`Maximilián Wellington ${p.lang.toUpperCase()}`));
      await each(list, (p) => p.waitForSelector('.state.ok'));
      yield { moment: 'keeping a name', pages: list };
      await each(list, (p) => p.locator('.keep .commit').click());
      await each(list, (p) => p.waitForSelector('.codes li'));
      yield { moment: 'codes', pages: list };
      await each(list, (p) => p.locator('.codes input').check());
      await each(list, (p) => p.locator('.codes .commit').click());
      await each(list, (p) => p.waitForSelector('.games article'));
      yield* opened(list, 'saying a name that is kept', (p) => p.locator('.top .me').click());
      await each(list, (p) => p.goto(`${domain(server)}/account`, { waitUntil: 'networkidle' }));
      await each(list, (p) => p.locator('[aria-labelledby=h-another] .sit').click());
      await each(list, (p) => p.waitForSelector('.digits'));
      await each(list, (p) => p.locator('[aria-labelledby=h-leave] .danger').click());
      // The press has scrolled; what lies half under the header then is no fault.
      await each(list, (p) => p.locator('.page').evaluate((x) => x.scrollTo(0, 0)));
      yield { moment: 'account', pages: list };
      await each(list, (p) => p.goto(domain(server), { waitUntil: 'networkidle' }));
      await each(list, (p) => p.locator('.low .inv .commit').click());
      await each(list, (p) => p.locator('dialog[open] .check input').first().check());
      yield { moment: 'opening a rated table', pages: list };
      await each(list, (p) => p.locator('dialog[open] .commit').click());
      await each(list, (p) => p.waitForSelector('.stake li'));
      yield { moment: 'the lobby of a rated table', pages: list };
    },
  },
  {
    board: 'profile',
    name: 'profile, leaderboard and friends',
    walk: async function* ({ server, open }) {
      const list = await open('/');
      await each(list, (p) => keepName(p, server, `Maximilián Wellington ${p.lang.toUpperCase()}`));
      // A server on which much was played; what it really answers is tested elsewhere.
      await each(list, async (p) => {
        await told(p, '**/api/people/*', () => profile);
        await told(p, '**/api/people/*/games/*', (u) => profileGame(lastOf(u)));
        await told(p, '**/api/ranks/*', (u) => ranks(lastOf(u)));
        await told(p, '**/api/tables/*', () => ({}));
        await told(p, '**/api/friends', () => friends);
      });
      await each(list, (p) => p.goto(`${domain(server)}/p/somebody`, { waitUntil: 'networkidle' }));
      await each(list, (p) => p.waitForSelector('.curve svg'));
      yield { moment: 'a profile', pages: list };
      await each(list, (p) => p.keyboard.press('1'));
      await each(list, (p) => p.waitForSelector('.places'));
      yield { moment: 'a profile at a game of many', pages: list };
      await each(list, (p) => p.goto(`${domain(server)}/ranks/duel`, { waitUntil: 'networkidle' }));
      await each(list, (p) => p.waitForSelector('.own .me'));
      yield { moment: 'a leaderboard', pages: list };
      await each(list, (p) => p.goto(domain(server), { waitUntil: 'networkidle' }));
      await each(list, (p) => p.waitForSelector('.low .friends li'));
      yield { moment: 'friends at home', pages: list };
    },
  },
  {
    board: 'notifications',
    name: 'notifications',
    walk: async function* ({ server, open }) {
      const list = await open('/');
      await each(list, (p) => pushing(p));
      await each(list, (p) => p.goto(`${server.url}/notifications`, { waitUntil: 'networkidle' }));
      yield { moment: 'of nobody', pages: list };
      await each(list, (p) => keepName(p, server, `Maximilián Wellington ${p.lang.toUpperCase()}`));
      await each(list, (p) => p.goto(`${domain(server)}/notifications`, { waitUntil: 'networkidle' }));
      await each(list, (p) => p.locator('[aria-labelledby=h-dev] .tog').first().click());
      await each(list, (p) => p.waitForSelector('[aria-labelledby=h-dev] .sit'));
      yield { moment: 'what is told', pages: list };
    },
  },
  {
    board: 'host',
    name: 'the page of hosts',
    walk: async function* ({ open }) {
      const list = await open('/');
      const answers = { reports: hostReports, deeds: hostDeeds, state: hostState, people: hostPeople };
      await each(list, async (p) => {
        for (const [path, json] of Object.entries(answers)) await p.route(new RegExp(`/api/host/${path}`), (r) => r.fulfill({ json }));
        await p.goto(new URL('/host', p.url()).href, { waitUntil: 'networkidle' });
        await p.locator('article summary').first().click();
        await p.locator('.find [type=submit]').click();
        await p.locator('.one').nth(2).waitFor();
        await p.locator('.one .sit').first().click();
      });
      yield { moment: 'reports, people, journal', pages: list };
    },
  },
  {
    board: 'tournament',
    name: 'tournaments: list, arena, Swiss, podium',
    walk: async function* ({ server, open }) {
      const table = await Table.deal(server, { game: 'duel', seats: 2 });
      const list = await open('/');
      await each(list, (p) => keepName(p, server, `Maximilián Wellington ${p.lang.toUpperCase()}`));
      const shown = await table.people[0].ask(`/tables/${table.id}`);
      let now = tournament('arena');
      await each(list, async (p) => {
        await told(p, '**/api/tournaments?**', (u) => tournaments(u.searchParams.get('which')));
        await told(p, '**/api/tournaments/*', () => now);
        await told(p, /\/api\/tables\/t\d$/, () => shown);
      });
      const look = async (path, what) => {
        now = what;
        await each(list, (p) => p.goto(domain(server) + path, { waitUntil: 'networkidle' }));
      };
      await look('/tournaments', now);
      await each(list, (p) => p.waitForSelector('.cups .now'));
      yield { moment: 'the list', pages: list };
      yield* opened(list, 'announcing an arena', (p) => p.locator('.kind').first().click());
      yield* opened(list, 'announcing a Swiss tournament', (p) => p.locator('.kind').nth(1).click());
      for (const [path, kind, state] of [['/a/arena1', 'arena', 'announced'], ['/a/arena1', 'arena', 'running'], ['/a/arena1', 'arena', 'finished'], ['/s/swiss1', 'swiss', 'running']]) {
        await look(path, tournament(kind, state));
        await each(list, (p) => p.waitForSelector('.mine'));
        yield { moment: `${kind}, ${state}`, pages: list };
      }
      // The other parts of a narrow page.
      for (const n of [1, 2]) {
        await each(list, (p) => resize(p, { width: 390, height: 844 }));
        await each(list, (p) => p.locator('.tabs3 button').nth(n).click());
        yield { moment: `swiss, part ${n + 1}`, pages: list };
      }
    },
  },
  {
    board: 'score',
    name: 'score pad',
    walk: async function* ({ server, open }) {
      const list = await open('/score/wonders');
      const names = ['Anna', 'Béla', 'Krisztina', 'Dániel', 'Maximilián', 'Fanni', 'Gergő'];
      await each(list, async (p) => {
        for (let i = await p.locator('form ol li').count(); i < names.length; i++) await p.locator('form .add').click();
        for (const [i, name] of names.entries()) await p.locator('form ol input').nth(i).fill(name);
      });
      yield { moment: 'names', pages: list };
      await each(list, async (p) => {
        await p.locator('form button[type=submit]').click();
        // Science asks for most: it is the category with several fields.
        await p.locator('.cell').nth(5 * names.length + 4).click();
        await p.waitForSelector('.edit .sum');
      });
      yield { moment: 'entering 7 Wonders', pages: list };
      await each(list, (p) => p.locator('.foot .commit').click());
      await each(list, (p) => p.waitForSelector('.won h1'));
      yield { moment: 'result', pages: list };
      await each(list, (p) => p.goto(`${server.url}/score/evenings`));
      await each(list, (p) => p.waitForSelector('.eve .row'));
      yield { moment: 'evenings', pages: list };
      for (const kind of ['duel', 'architects', 'dice']) {
        await each(list, async (p) => {
          await p.goto(`${server.url}/score/${kind}`);
          await p.locator('form button[type=submit]').click();
          await p.locator('button.cell').first().click();
          await p.waitForSelector('.side .edit h2');
        });
        yield { moment: `entering ${kind}`, pages: list };
      }
    },
  },
  ...['wonders', 'dice', 'duel', 'architects'].map((board) => {
    // The largest table of each kind: the end sheet has a column for everybody.
    const record = most(board);
    return {
      board: 'end',
      name: `end of ${board} with ${record.seats} seats`,
      seed: `moment ${record.seed}`,
      walk: async function* ({ server, open }) {
        const table = await finished(server, record);
        const list = await open(`/t/${table.id}`, { cookie: table.people[record.seats - 1].forBrowser });
        await each(list, (p) => p.waitForSelector('.end table'));
        yield { moment: 'end', pages: list };
      },
    };
  }),
  ...['wonders', 'dice', 'duel', 'architects'].map((board) => {
    // A replay shows the board with a bar below it.
    const record = most(board);
    return {
      board,
      name: `replay of ${board} with ${record.seats} seats`,
      seed: `moment ${record.seed}`,
      walk: async function* ({ server, open }) {
        const table = await finished(server, record);
        const list = await open(`/r/${table.id}#12`);
        await each(list, (p) => p.waitForSelector('.steps .n:has-text("12/")'));
        yield { moment: 'replay', pages: list };
      },
    };
  }),
  ...['duel', 'wonders'].map((board) => {
    // The smallest and the largest table.
    const record = board === 'duel' ? recorded.find((r) => r.board === 'duel' && r.stops.some((x) => x.moment === 'end')) : most(board);
    return {
      board: 'analysis',
      engine: true,
      name: `analysis of ${board} with ${record.seats} seats`,
      seed: `moment ${record.seed}`,
      walk: async function* ({ server, open }) {
        const table = await finished(server, record);
        await studied(server, table, 0);
        const list = await open(`/analysis/${table.id}`, { cookie: table.people[0].forBrowser });
        await each(list, (p) => p.waitForSelector('.dec'));
        yield { moment: 'a decision', pages: list };
      },
    };
  }),
  {
    board: 'puzzle',
    engine: true,
    name: 'puzzles',
    walk: async function* ({ server, open }) {
      const longest = (door) => collections[door].puzzles.reduce((a, p) => (p.moves.length > a.moves.length ? p : a)).id;
      const list = await open(`/puzzle/${longest('duel')}`);
      for (const door of ['duel', 'pantheon', 'wonders', 'architects', 'dice']) {
        await each(list, (p) => p.goto(`${server.url}/puzzle/${longest(door)}`));
        await each(list, (p) => p.waitForSelector('.ask h2'));
        yield { moment: `${door}, asking`, pages: list };
        if (door === 'duel') {
          await each(list, pick);
          yield { moment: `${door}, picked`, pages: list, again: pick };
        }
        await each(list, answer);
        yield { moment: `${door}, answered`, pages: list };
      }
      await each(list, (p) => resize(p, { width: 390, height: 844 }));
      await each(list, (p) => p.locator('.tabs button').nth(1).click());
      yield { moment: 'more puzzles', pages: list };
      await each(list, (p) => resize(p, { width: 390, height: 844 }));
      await each(list, (p) => p.locator('.tabs button').nth(2).click());
      yield { moment: 'results', pages: list };
    },
  },
];
