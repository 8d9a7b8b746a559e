// The page of puzzles: right and wrong answers, the streak, other choices tried, a game played on from there, without a network.

import assert from 'node:assert/strict';
import { fine, serious } from './axe.mjs';
import { desk, everything, phone, scene } from './harness.mjs';
import { answer, collections, list, pick } from './moments/puzzles.mjs';

/** A puzzle of Duel in which a press on a card offers the right move, and one on another card a wrong one. */
const plain = collections.duel.puzzles.find((p) => {
  const [best] = p.moves;
  const other = wrongCard(p);
  return best.move.startsWith('b:') && other && !other.startsWith('w:');
});

/** The first choice that is offered for another card than the right one, if it is a wrong one. */
function wrongCard(p) {
  const card = p.moves[0].move.split(':').at(-1);
  return p.moves.find((m) => m.move.startsWith('b:') && m.move.split(':')[1] !== card && p.moves[0].q[p.seat] - m.q[p.seat] > 0.02)?.move;
}

const right = plain.moves[0].move.split(':')[1];
const wrong = wrongCard(plain).split(':')[1];
const texts = {
  en: { commit: "That's it", right: 'Right', wrong: 'Not that one', about: /With “.*” your chance was \d+%/, again: 'Try another', menu: 'Menu', numbers: 'Your answers', tomorrow: /Tomorrow's in 12:00/ },
  hu: { commit: 'Ez az', right: 'Ez az!', wrong: 'Nem ez volt az', about: /ezzel \d+% volt az esélyed/, again: 'Másik lépés', menu: 'Menü', numbers: 'A válaszaid', tomorrow: /A holnapiig még 12:00/ },
};

/** Pick a card of the structure and give it as the answer. */
async function give(page, card) {
  await page.locator(`.struct button[data-tip="card:${card}"]`).first().click();
  await page.locator('[data-commit]:not([disabled])').click();
}

// English at a desk and Hungarian on a phone; MIRABILIA_WHOLE=1 tries both in both.
for (const lang of ['en', 'hu'])
  for (const size of everything ? [desk, phone] : [lang === 'en' ? desk : phone])
    scene(`a puzzle at ${size.width} wide (${lang}): right, others tried without counting, the next, wrong, and still so after a reload`, async ({ server, visitor }) => {
      const page = await visitor({ size, lang });
      const w = texts[lang];
      const small = size === phone;
      await page.goto(`${server.url}/puzzle/${plain.id}`);
      await page.waitForSelector('.ask h2');
      assert.equal(await page.locator('[data-commit]').textContent().then((x) => x.trim()), w.commit);
      assert.equal(await page.locator('[role=alert]').count(), 0);
      assert.equal(await page.locator('.lv span:not(.o)').count(), plain.difficulty);
      // Prices hang below the cards, as at a table.
      const hangs = await page.locator('.struct button.card .badge').evaluateAll((els) =>
        els.map((el) => [el.getBoundingClientRect(), el.closest('.card').getBoundingClientRect()]).map(([b, c]) => b.top + b.height / 2 > c.top + c.height / 2),
      );
      assert.ok(hangs.length > 0 && hangs.some(Boolean), `${hangs}`);
      // Both sizes and themes at once, in the scenes of the desk.
      if (!small) await fine(page, `${lang}, asking`);
      await give(page, right);
      assert.match(await page.locator('[role=alert]').textContent(), new RegExp(w.right));
      assert.equal(await page.locator('.alts li').count(), plain.moves.length);
      assert.match(await page.locator('.alts li').first().textContent(), new RegExp(`${Math.round(plain.moves[0].q[plain.seat] * 100)}\\s*%`));
      assert.ok((await page.locator('.pv li').count()) >= 1);
      await page.waitForSelector('.bview .ring.engine', { state: 'attached' });
      if (!small) await fine(page, `${lang}, right`);
      // Another choice is shown, and does not count.
      if (small) await page.getByRole('button', { name: w.again }).click();
      await give(page, wrong);
      await page.waitForSelector(`.bd [role=status]:has-text("${w.wrong}")`);
      assert.match(await page.locator('.ver h2').textContent(), new RegExp(w.right));
      await page.keyboard.press('n');
      await page.waitForURL((u) => u.pathname !== `/puzzle/${plain.id}`);
      await page.waitForSelector('.ask h2');
      assert.ok(collections.duel.puzzles.some((p) => page.url().endsWith(p.id)), page.url());
      await page.keyboard.press('h');
      await page.waitForFunction(() => /Hint|Súgás/.test(document.querySelector('.ask p, .ask h2')?.parentElement.textContent ?? ''));
      if (small) await page.getByRole('button', { name: w.menu }).click();
      if (small) await page.getByRole('button', { name: w.numbers }).click();
      assert.match(await page.locator('dl div').first().textContent(), /1 (of|\/) 1/);
      // Whoever answers wrong keeps the wrong answer.
      const other = await visitor({ size, lang });
      await other.goto(`${server.url}/puzzle/${plain.id}`);
      await other.waitForSelector('.ask h2');
      await give(other, wrong);
      assert.match(await other.locator('[role=alert]').textContent(), w.about);
      await other.waitForSelector('.bview .ring.played', { state: 'attached' });
      assert.deepEqual(await serious(other), [], 'axe: wrong');
      await other.reload();
      await other.waitForSelector('.ver.bad');
      assert.equal(await other.locator('[role=alert]').count(), 0, 'what was answered before is not told again');
      assert.deepEqual([page.faults, other.faults], [[], []]);
    });

scene('the puzzle of the day: the same for all, a streak from day to day, rest days, the longest is kept', async ({ server, visitor }) => {
  const page = await visitor();
  const noon = (day) => new Date(2026, 10, day, 12);
  const streak = () => page.locator('.stk b').textContent().then(Number);
  let run = 0;
  let longest = 0;
  const seen = new Set();
  // 19 and 20 November are missed.
  for (const day of [16, 17, 18, 21]) {
    await page.clock.setFixedTime(noon(day));
    await page.goto(`${server.url}/puzzle`);
    await page.waitForSelector('.ask h2');
    seen.add(await page.locator('.bview').textContent());
    assert.equal(await streak(), run);
    const good = await answer(page);
    run = good ? run + 1 : 0;
    longest = Math.max(longest, run);
    assert.equal(await streak(), run);
    assert.match(await page.locator('.ver + .bd').textContent(), texts.en.tomorrow);
    assert.match(await page.locator('.stk small').textContent(), new RegExp(`longest ${longest}$`));
  }
  assert.equal(seen.size, 4, 'each day has a puzzle of its own');
  // Another visitor of the same day gets the same puzzle.
  const [mine, theirs] = [page, await visitor({ lang: 'hu' })];
  await theirs.clock.setFixedTime(noon(21));
  await theirs.goto(`${server.url}/puzzle`);
  await theirs.waitForSelector('.ask h2');
  const cards = (p) => p.locator('.bview [data-tip]').evaluateAll((els) => els.map((x) => x.dataset.tip).filter((x) => x.startsWith('card:')).sort().join());
  assert.equal(await cards(theirs), await cards(mine));
  await mine.clock.setFixedTime(noon(22));
  await mine.reload();
  await mine.waitForSelector('.ask h2');
  assert.equal(await mine.locator('.ver').count(), 0, 'the next day asks anew');
  assert.deepEqual([mine.faults, theirs.faults], [[], []]);
});

for (const size of [desk, phone])
  scene(`every game has puzzles that can be answered, ${size.width} wide`, async ({ server, visitor }) => {
    for (const [door, all] of Object.entries(list)) {
      const page = await visitor({ size, theme: 'night' });
      const p = collections[door].puzzles[0];
      assert.equal(p.id, all[0].id);
      await page.goto(`${server.url}/puzzle/${p.id}`);
      await page.waitForSelector('.ask h2');
      await answer(page);
      assert.equal(await page.locator('.alts li').count(), p.moves.length, door);
      assert.deepEqual(await serious(page), [], `axe: ${door}`);
      assert.deepEqual(page.faults, [], door);
      await page.context().close();
    }
  });

scene('a puzzle is played on: a table on this device from its position', async ({ server, visitor }) => {
  const page = await visitor();
  await page.goto(`${server.url}/puzzle/${plain.id}`);
  await page.waitForSelector('.ask h2');
  await page.keyboard.press('t');
  await give(page, right);
  await page.waitForSelector('.ver');
  assert.ok(page.url().endsWith(plain.id), 'nothing is played on before the answer');
  await page.keyboard.press('t');
  await page.waitForURL(/\/t\/here-/);
  await page.waitForSelector('.shell .turn:not(.idle)');
  const cards = plain.view.structure.filter((s) => !s.taken && s.accessible).length;
  assert.equal(await page.locator('.struct button.card:not([disabled])').count() >= cards, true);
  assert.ok(await page.locator(`.struct button[data-tip="card:${right}"]`).count());
  assert.deepEqual(page.faults, []);
});

scene('puzzles without a network: kept after a visit, and a word where there are none', async ({ server, visitor }) => {
  const page = await visitor({ quiet: ['net::', 'Failed to fetch', 'Failed to load'] });
  // Nothing was kept, and the files do not come. The worker may fetch for the page, so the page itself is cut off.
  await page.addInitScript(() => {
    const real = fetch;
    globalThis.fetch = (x, ...more) => (/puzzles-/.test(String(x)) && !sessionStorage.getItem('back') ? Promise.reject(new TypeError('no network')) : real(x, ...more));
  });
  await page.goto(`${server.url}/puzzle`);
  await page.waitForSelector('h1:has-text("No puzzle here yet")');
  await page.evaluate(() => sessionStorage.setItem('back', '1'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('.ask h2');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector('.ask h2');
  await page.waitForFunction(async () => (await (await caches.open('mirabilia-1')).keys()).some((r) => /puzzles-/.test(r.url)));
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('.ask h2');
  assert.ok((await answer(page)) !== undefined);
  await page.goto(`${server.url}/puzzle/duel-nothing`);
  await page.waitForSelector('h1:has-text("No such puzzle")');
});

scene('ways to the puzzles: a link on a desk, the sheet on a phone', async ({ server, visitor }) => {
  const large = await visitor();
  await large.goto(server.url);
  await large.getByRole('link', { name: 'Puzzles' }).click();
  await large.waitForSelector('.ask h2');
  const small = await visitor({ size: phone, lang: 'hu' });
  await small.goto(server.url);
  await small.getByRole('button', { name: 'Egyéb' }).click();
  await small.getByRole('link', { name: 'Feladványok' }).click();
  await small.waitForSelector('.ask h2');
  assert.ok(await pick(small), 'something can be picked');
  assert.deepEqual([large.faults, small.faults], [[], []]);
});
