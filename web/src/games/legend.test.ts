// The legend of every game: each sign is drawn and has words in both languages, and the menu of a table leads to it.

import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { rulesBeside } from '../lib/beside.svelte';
import { needTexts, p, setLang } from '../lib/i18n.svelte';
import type { Table } from '../lib/types';
import Legend from '../parts/Legend.svelte';
import TableMenu from '../parts/TableMenu.svelte';
import { gameModule } from '.';

const sprite = new Set([...readFileSync('src/art/icons.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map((m) => m[1]));

describe.each(['duel', 'wonders', 'architects', 'dice'])('%s', (game) => {
  test.each(['en', 'hu'] as const)('in %s', async (lang) => {
    const module = await gameModule(game);
    await setLang(lang);
    await needTexts('page', ...module.areas);
    const signs = module.signs!();
    expect(signs.length).toBeGreaterThan(10);
    const { container } = render(Legend, { signs });
    const drawn = [...container.querySelectorAll('dt')];
    expect(drawn).toHaveLength(signs.length);
    for (const [i, dt] of drawn.entries()) expect(dt.innerHTML, signs[i].text).toMatch(/<svg|data-n=/);
    expect([...container.querySelectorAll('use')].map((u) => u.getAttribute('href')!.split('#')[1]).filter((id) => !sprite.has(id))).toEqual([]);
    expect(container.textContent).not.toMatch(/\bsign\.|_board\.|[{}]/);
    cleanup();
    await setLang('en');
  });
});

test('the menu of a table opens the signs of its game', async () => {
  // The DOM of the tests has no modal dialog.
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  HTMLDialogElement.prototype.close ??= vi.fn();
  const { getByText } = render(TableMenu, { open: true, table: { game: 'dice', places: [] } as unknown as Table, seat: -1, over: false, moves: [], send: vi.fn() });
  await fireEvent.click(getByText(p('rules.signs')));
  expect(rulesBeside.shown).toEqual({ game: 'dice', anchor: 'signs' });
  rulesBeside.close();
});
