// What the tests of all boards share: a board drawn from a saved position, and what must hold for the words on it.

import { fireEvent, render } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { BoardProps, GameModule } from '../games/contract';
import { needTexts, setLang } from '../lib/i18n.svelte';
import { listen } from '../lib/keys';
import type { Saved } from './fixtures';

const log = createRawSnippet(() => ({ render: () => '<div>log</div>' }));

export const commit = (container: HTMLElement) => container.querySelector<HTMLButtonElement>('[data-commit]')!;

/** Without a layout every box would be empty; for boards that size things by the box they lie in. */
export function boxes(width: number, height: number) {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => width });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => height });
}

/** The board of a game, for the tests of a file: they begin in English, with its texts, and keys are heard. */
export function boardOf<V>(module: GameModule<V>) {
  let deaf: () => void;
  beforeAll(() => needTexts('page', 'common', 'bots', ...module.areas));
  beforeEach(async () => {
    await setLang('en');
    deaf = listen();
  });
  afterEach(() => deaf());

  function show(f: Saved<V>, more: Partial<BoardProps<V>> = {}) {
    const play = vi.fn(async (_: string) => true);
    const places = f.names.map((name, seat) => ({ seat, kind: seat === f.seat ? 'person' : 'bot', name, bot: 'level3' }));
    const props = { view: f.view, seat: f.seat, moves: f.moves, owing: f.owing, names: f.names, places, busy: false, phone: false, tab: 'table', play, withdraw: null, log, ...more };
    const { container, rerender } = render(module.Board, props);
    return {
      play,
      container,
      props,
      rerender,
      press: (el: Element | null | undefined) => fireEvent.click(el!),
      find: (s: string) => container.querySelector<HTMLElement>(s),
      all: (s: string) => [...container.querySelectorAll<HTMLElement>(s)],
    };
  }

  const missing = new RegExp(`\\b(${[...module.areas, 'page', 'bots'].join('|')})\\.[a-z_]|undefined|NaN|\\bnull\\b|\\{\\w|\\w\\}`);

  /** No text is missing in what is written and in what is said. */
  function checkWords(container: HTMLElement) {
    expect(container.textContent + [...container.querySelectorAll('[aria-label]')].map((e) => e.getAttribute('aria-label')).join(' ')).not.toMatch(missing);
  }

  const tips = (container: HTMLElement, f: Saved<V>) =>
    [...container.querySelectorAll<HTMLElement>('[data-tip]')].map(({ dataset: { tip } }) => ({ key: tip!, tip: module.describe(tip!, { seat: f.seat, view: f.view, names: f.names }) }));

  /** What can be pressed or seen has a name, and what has a tooltip has words for it. */
  function checkNames(container: HTMLElement, f: Saved<V>) {
    for (const el of container.querySelectorAll('button, [role="img"]')) {
      if (!el.closest('[aria-hidden="true"]')) expect(el.getAttribute('aria-label') || el.textContent?.trim(), el.outerHTML.slice(0, 120)).toBeTruthy();
    }
    for (const { key, tip } of tips(container, f)) {
      expect(tip?.title, key).toBeTruthy();
      expect(JSON.stringify(tip), key).not.toMatch(missing);
    }
  }

  /** Everything has a name, and no text is missing in either language. */
  async function checkBoth(container: HTMLElement, f: Saved<V>) {
    checkNames(container, f);
    checkWords(container);
    await setLang('hu');
    checkWords(container);
  }

  /** The chapters of the rules that tooltips point to. */
  const chapters = (container: HTMLElement, f: Saved<V>) => tips(container, f).map(({ tip }) => tip!.rule!.split('#')[1]);

  return { show, checkWords, checkNames, checkBoth, chapters };
}
