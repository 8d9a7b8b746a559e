import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import PickHost from '../testing/PickHost.svelte';
import type { Pick, Question } from './pick.svelte';
import { choose } from './settings.svelte';

/** A pick in a component, whose question the test can change. */
function host(first: Partial<Question> = {}) {
  const play = vi.fn(async (_: string) => true);
  const question: Question = { asks: 1, moves: ['a', 'b', 'pass'], busy: false, play, ...first };
  let pick!: Pick;
  const { rerender } = render(PickHost, { question, made: (p: Pick) => (pick = p) });
  const ask = async (more: Partial<Question>) => {
    await rerender({ question: { ...question, ...more } });
    flushSync();
  };
  flushSync();
  return { pick, play, ask };
}

afterEach(() => choose('quick', false));

describe('picking', () => {
  test('a press chooses the first move of the thing; another thing takes its place; a second press gives it up', () => {
    const { pick } = host();
    pick.press('card', ['a', 'b']);
    expect([pick.thing, pick.chosen]).toEqual(['card', 'a']);
    pick.press('other', []);
    expect([pick.thing, pick.chosen]).toEqual(['other', null]);
    pick.press('other', []);
    expect(pick.empty).toBe(true);
  });

  test('a second press plays for players who want that, and gives up what cannot be played', async () => {
    choose('quick', true);
    const { pick, play } = host();
    pick.press('card', ['a']);
    pick.press('card', ['a']);
    await vi.waitFor(() => expect(pick.empty).toBe(true));
    expect(play.mock.calls).toEqual([['a']]);
    pick.press('dear', []);
    pick.press('dear', []);
    expect(pick.empty).toBe(true);
    expect(play).toHaveBeenCalledTimes(1);
  });

  test('cancel tells whether there was something to give up', () => {
    const { pick } = host();
    expect(pick.cancel()).toBe(false);
    pick.press('card', ['a']);
    expect(pick.cancel()).toBe(true);
    expect(pick.empty).toBe(true);
  });
});

describe('committing', () => {
  test('a pick never survives its commit, though the same move stays legal', async () => {
    const { pick, play } = host();
    pick.choose('pass');
    await pick.commit();
    expect(pick.empty).toBe(true);
    await pick.commit();
    expect(play.mock.calls).toEqual([['pass']]);
  });

  test('a refused move stays picked', async () => {
    const { pick } = host({ play: async () => false });
    pick.press('card', ['a']);
    await pick.commit();
    expect([pick.thing, pick.chosen]).toEqual(['card', 'a']);
  });

  test('nothing is sent twice while a move is on its way', async () => {
    const { pick, play } = host({ busy: true });
    pick.press('card', ['a']);
    await pick.commit();
    expect(play).not.toHaveBeenCalled();
  });

  test('an answer that comes after the next decision drops nothing of it', async () => {
    let accept!: (ok: boolean) => void;
    const { pick, ask } = host({ play: () => new Promise((done) => (accept = done)) });
    pick.choose('pass');
    const sent = pick.commit();
    await ask({ asks: 2 });
    expect(pick.empty).toBe(true);
    pick.press('card', ['a']);
    accept(true);
    await sent;
    expect(pick.chosen).toBe('a');
  });
});

describe('the decision', () => {
  test('another decision drops the pick, even where its move is legal again; what others do keeps it', async () => {
    const { pick, ask } = host();
    pick.press('card', ['pass']);
    await ask({ moves: ['a', 'pass'] });
    expect(pick.chosen).toBe('pass');
    await ask({ asks: 2 });
    expect(pick.empty).toBe(true);
  });

  test('a move that is not legal any more is not chosen, and the thing stays in view', async () => {
    const { pick, ask } = host();
    pick.press('card', ['a']);
    await ask({ moves: ['b', 'pass'] });
    expect([pick.thing, pick.chosen]).toEqual(['card', null]);
  });

  test('a single legal move is chosen with its thing, once, and not while another move is on its way', async () => {
    const { pick, ask } = host({ thingOf: (m) => `thing of ${m}` });
    expect(pick.empty).toBe(true);
    await ask({ asks: 2, moves: ['pass'], busy: true, thingOf: (m) => `thing of ${m}` });
    expect(pick.empty).toBe(true);
    await ask({ asks: 2, moves: ['pass'], thingOf: (m) => `thing of ${m}` });
    expect([pick.thing, pick.chosen]).toEqual(['thing of pass', 'pass']);
    pick.cancel();
    await ask({ asks: 2, moves: ['pass'] });
    expect(pick.empty).toBe(true);
    await ask({ asks: 3, moves: ['pass'] });
    expect(pick.chosen).toBe('pass');
  });
});
