// Every board shows the points so far, but not at a rated table, nor to players who switched them off; at the end it always does.

import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { needTexts } from '../lib/i18n.svelte';
import { screen } from '../lib/screen.svelte';
import { choose } from '../lib/settings.svelte';
import Shell from '../parts/Shell.svelte';
import type { Saved } from '../testing/fixtures';
import { gameModule } from '.';
import * as architects from './architects/fixtures';
import type { GameModule } from './contract';
import * as dice from './dice/fixtures';
import * as duel from './duel/fixtures';
import * as wonders from './wonders/fixtures';

const tables: Record<string, Saved<unknown>> = {
  duel: duel.fixture('age2'),
  wonders: wonders.fixtures.find(([, f]) => f.view.phase === 'turn')![1],
  architects: architects.fixtures.find(([, f]) => f.view.seats.length === 3)![1],
  dice: dice.fixtures.find(([, f]) => f.view.seats.length === 3)![1],
};

afterEach(() => {
  choose('points', true);
  vi.restoreAllMocks();
});

describe.each(Object.entries(tables))('%s', (game, f) => {
  test.each(['desk', 'phone'])('on a %s', async (place) => {
    vi.spyOn(screen, 'phone', 'get').mockReturnValue(place === 'phone');
    const module = (await gameModule(game)) as unknown as GameModule<unknown>;
    await needTexts('page', 'common', 'bots', ...module.areas);
    const told = (more: { rated?: boolean; over?: boolean }) => {
      const { container } = render(Shell, { module, game, view: f.view, seat: f.seat, moves: f.moves, owing: f.owing, names: f.names, places: [], log: [], play: vi.fn(), guided: false, ...more });
      const n = container.querySelectorAll('[data-tip^="score:"], .mehd .vp').length;
      cleanup();
      return n > 0;
    };
    expect(told({})).toBe(true);
    expect(told({ rated: true }), 'rated').toBe(false);
    expect(told({ rated: true, over: true }), 'rated, over').toBe(true);
    choose('points', false);
    expect(told({}), 'switched off').toBe(false);
  });
});
