import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cards } from '../games/duel/faces';
import { listed, needTexts, setLang } from '../lib/i18n.svelte';
import { bind, bindings, listen } from '../lib/keys';
import { lastNews, sentence, sinceMine, spoken } from '../lib/log';
import type { Price } from '../lib/price';
import { notes } from '../lib/toast.svelte';
import { hisWords, priceWords } from '../lib/words';
import ActionBar from './ActionBar.svelte';
import CardPlate from './CardPlate.svelte';
import Clock from './Clock.svelte';
import End from './End.svelte';
import Gone from './Gone.svelte';
import LogList from './LogList.svelte';
import PriceBadge from './PriceBadge.svelte';
import Recap from './Recap.svelte';

afterEach(async () => {
  cleanup();
  await setLang('en');
});

const icons = (el: Element) => [...el.querySelectorAll('use')].map((u) => u.getAttribute('href')!.split('#')[1]);

describe('price badge', () => {
  const cases: [Price, string, string, string[], string][] = [
    [{ state: 'chain', by: 'Baths' }, 'free', '0', ['link'], 'free: you own Baths'],
    [{ state: 'none' }, 'free', '0', [], 'free'],
    [{ state: 'own' }, 'free', '0', ['check'], 'covered by your own resources'],
    [{ state: 'pay', coins: 3, to: [{ payee: 'bank', coins: 3 }] }, 'trade', '3', ['up'], '3 coins'],
    [{ state: 'pay', coins: 3, to: [{ payee: 'left', coins: 2 }, { payee: 'right', coins: 1 }] }, 'trade', '3', ['left', 'right'], '3 coins: 2 to your left neighbour and 1 to your right neighbour'],
    [{ state: 'dear', coins: 9, have: 4 }, 'dear', '9', ['no-coin'], 'can\'t afford it: 9 coins, you have 4'],
    [{ state: 'same' }, 'same', '=', [], 'you already built this'],
  ];
  test.each(cases)('%j', (price, kind, shown, signs, words) => {
    const { container } = render(PriceBadge, { price });
    const badge = container.querySelector('.badge')!;
    expect(badge.classList.contains(kind)).toBe(true);
    expect([...badge.querySelectorAll('[data-n]')].map((x) => x.getAttribute('data-n')).join('')).toBe(shown);
    expect(icons(badge)).toEqual(signs);
    expect(badge.querySelector('.vh')!.textContent).toBe(words);
  });

  test('one coin is singular, and Hungarian has no plural after numbers', async () => {
    expect(priceWords({ state: 'pay', coins: 1 })).toBe('1 coin');
    await setLang('hu');
    expect(priceWords({ state: 'pay', coins: 3 })).toBe('3 érme');
    expect(priceWords({ state: 'dear', coins: 9, have: 4 })).toBe('nem futja rá, 9 érme kellene, 4 van');
  });

  test('a list in words', async () => {
    expect([[], ['wood'], ['wood', 'clay'], ['wood', 'clay', 'glass']].map((l) => listed(l))).toEqual(['', 'wood', 'wood and clay', 'wood, clay and glass']);
    await setLang('hu');
    expect(listed(['fa', 'agyag', 'üveg'], 'or')).toBe('fa, agyag vagy üveg');
  });

  test("the opponent's price", () => {
    expect(hisWords({ state: 'pay', coins: 5 })).toBe('opponent would pay 5');
    expect(hisWords({ state: 'own' })).toBe('free for the opponent');
  });
});

describe('card', () => {
  test('shows cost, chain, effect and prices, and says them', () => {
    const { container } = render(CardPlate, { face: cards.aqueduct, name: 'Aqueduct', label: 'Aqueduct. 5 points.', price: { state: 'dear', coins: 12 }, his: { state: 'pay', coins: 6 }, onpick: () => undefined });
    const card = container.querySelector('.card')!;
    expect(card.tagName).toBe('BUTTON');
    expect(card.getAttribute('aria-label')).toBe('Aqueduct. 5 points.');
    expect(icons(card.querySelector('.cost')!)).toEqual(['drop', 'stone', 'stone', 'stone']);
    expect(card.querySelector('.vp b')!.getAttribute('data-n')).toBe('5');
    expect(card.querySelector('.his [data-n]')!.getAttribute('data-n')).toBe('6');
    expect(card.querySelector('.badge.dear')).not.toBeNull();
    expect(card.querySelector('.name')!.textContent).toBe('Aqueduct');
  });

  test('without a handler it is a picture', () => {
    const { container } = render(CardPlate, { face: cards.walls, name: 'Walls' });
    expect(container.querySelector('.card')!.getAttribute('role')).toBe('img');
  });

  test('every card of Duel draws', () => {
    for (const face of Object.values(cards)) {
      const { container } = render(CardPlate, { face, name: face.id });
      expect(container.querySelector('.fx')!.children.length, face.id).toBeGreaterThan(0);
      cleanup();
    }
  });
});

describe('action bar', () => {
  const actions = [
    { key: 'build', label: 'Build', move: 'b:walls', reason: '2 coins short' },
    { key: 'discard', label: 'Discard', move: 'd:walls' },
    { key: 'wonder', label: 'Wonder', choices: [{ move: 'w:a', label: 'A', reason: 'too dear' }, { move: 'w:b', label: 'B' }, { move: 'w:c', label: 'C' }] },
  ];

  test('what cannot be done stays, says why and does nothing; committing is a second step', async () => {
    const oncommit = vi.fn();
    render(ActionBar, { title: 'Walls', actions, chosen: null, oncommit });
    const build = screen.getByRole('button', { name: /Build/ });
    expect(build.getAttribute('aria-disabled')).toBe('true');
    expect(build.textContent).toContain('2 coins short');
    build.click();
    const commit = screen.getByRole('button', { name: 'Confirm' }) as HTMLButtonElement;
    expect(commit.disabled).toBe(true);
    screen.getByRole('button', { name: /Discard/ }).click();
    flushSync();
    expect(oncommit).not.toHaveBeenCalled();
    expect(commit.disabled).toBe(false);
    commit.click();
    expect(oncommit).toHaveBeenCalledExactlyOnceWith('d:walls');
  });

  test('what a digit chose is said, and why it chose nothing', () => {
    const deaf = listen();
    render(ActionBar, { title: 'Walls', actions, chosen: null, oncommit: vi.fn() });
    const said = (key: string) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      flushSync();
      return notes.said;
    };
    expect(['2', '3', '3', '1'].map(said)).toEqual(['Discard', 'Wonder, B', 'Wonder, C', 'Build: 2 coins short']);
    expect(screen.getByRole('button', { name: 'C' }).getAttribute('aria-pressed')).toBe('true');
    deaf();
  });

  test('while a command is on its way nothing is sent', () => {
    const oncommit = vi.fn();
    render(ActionBar, { title: 'Walls', actions, chosen: 'd:walls', busy: true, oncommit });
    (document.querySelector('[data-commit]') as HTMLButtonElement).click();
    expect(oncommit).not.toHaveBeenCalled();
  });
});

describe('clock', () => {
  test('counts down to its deadline and warns', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { container } = render(Clock, { deadline: 1_000_000 + 31_000, label: 'Anna' });
    flushSync();
    const clock = container.querySelector('.clock')!;
    expect(clock.textContent).toBe('0:31');
    expect(clock.classList.contains('short')).toBe(false);
    vi.advanceTimersByTime(2000);
    flushSync();
    expect(clock.textContent).toBe('0:29');
    expect(clock.classList.contains('short')).toBe(true);
    expect(clock.getAttribute('aria-label')).toBe('Anna\'s clock: 0:29');
    vi.useRealTimers();
  });

  test('stands still when it does not run', () => {
    const { container } = render(Clock, { left: 724_000, label: 'Anna' });
    expect(container.querySelector('.clock')!.textContent).toBe('12:04');
  });
});

describe('log', () => {
  const build = { type: 'build', seat: 0, to: null, what: 'walls', n: 3 };
  const names = ['Anna', 'Béla'];

  test('sentences in both languages, with names marked', async () => {
    expect(spoken('duel', build, names)).toBe('Anna builds Walls for 3 coins');
    expect(sentence('duel', build, names).filter((x) => x.strong).map((x) => x.text)).toEqual(['Anna', 'Walls']);
    expect(spoken('duel', { ...build, n: 0 }, names)).toBe('Anna builds Walls');
    await setLang('hu');
    expect(spoken('duel', build, names)).toContain('Anna');
    expect(spoken('duel', build, names)).toContain('Városfal');
    expect(spoken('duel', build, names)).not.toContain('{');
  });

  test('every kind of event of Duel has a sentence in both languages', async () => {
    for (const lang of ['en', 'hu'] as const) {
      await setLang(lang);
      for (const type of ['build', 'build_chain', 'discard', 'wonder', 'march', 'token', 'reveal', 'again', 'lose', 'gain', 'pair', 'game_end']) {
        const said = spoken('duel', { type, seat: 0, to: 1, what: 'walls', with: 'baths', n: 2 }, names);
        expect(said, `${lang} ${type}`).not.toBe('');
        expect(said, `${lang} ${type}`).not.toMatch(/[{}]/);
      }
    }
  });

  test('what came since my last decision is tinted, what was undone struck', async () => {
    await needTexts('duel');
    const entry = (seq: number, seat: number, undone = false) => ({ seq, at: 0, what: 'move', seat, to: null, undone, events: [{ ...build, seat }] });
    const { container } = render(LogList, { game: 'duel', names, seat: 0, entries: [entry(1, 1), entry(2, 0), entry(3, 1), entry(4, 1, true)] });
    const lines = [...container.querySelectorAll('li')];
    expect(lines.map((l) => l.classList.contains('new'))).toEqual([true, true, false, false]);
    expect(lines[0].classList.contains('undone')).toBe(true);
  });

  test('who comes back is told only what they missed; Escape and a press beside it close it', async () => {
    await needTexts('duel');
    const entry = (seq: number, seat: number, what: string) => ({ seq, at: 0, what: 'move', seat, to: null, undone: false, events: [{ ...build, seat, what }] });
    const entries = [entry(1, 1, 'baths'), entry(2, 0, 'stable'), entry(3, 1, 'altar'), entry(4, 1, 'walls')];
    const onclose = vi.fn();
    const deaf = listen();
    const { container } = render(Recap, { game: 'duel', names, seat: 0, entries, onclose });
    expect([...container.querySelectorAll('li')].map((l) => l.textContent)).toEqual(['Béla builds Walls for 3 coins', 'Béla builds Altar for 3 coins']);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(onclose).toHaveBeenCalledTimes(2);
    deaf();
    expect(lastNews('duel', entries, names, 0, {}, 1)).toBe('Béla builds Walls for 3 coins');
    expect(lastNews('duel', entries, names, 0)).toBe('Béla builds Altar for 3 coins; Béla builds Walls for 3 coins');
    expect(lastNews('duel', entries.slice(0, 2), names, 0)).toBe('');
    const chain = { ...entry(5, 1, 'baths'), events: [{ ...build, seat: 1, what: 'baths' }, { ...build, type: 'discard', seat: 1, what: 'altar' }] };
    expect(sinceMine('duel', [...entries, chain], names, 0)).toHaveLength(4);
    expect(sinceMine('duel', entries.slice(0, 2), names, 0)).toEqual([]);
  });
});

describe('keys', () => {
  test('the list has what is looked for first at its top, each meaning once', () => {
    const off = bind([
      { keys: ['m'], says: 'keys.menu', run: () => {} },
      { keys: ['x'], says: 'keys.play', run: () => {} },
      { keys: ['1'], says: 'keys.action', run: () => {} },
      { keys: ['2'], says: 'keys.action', run: () => {} },
    ]);
    expect(bindings().map((b) => b.says)).toEqual(['keys.action', 'keys.menu', 'keys.play']);
    off();
    expect(bindings()).toEqual([]);
  });

  test('an open dialog has the keyboard to itself, but for what works over it', () => {
    const [under, over] = [vi.fn(), vi.fn()];
    const deaf = listen();
    const off = bind([
      { keys: ['Escape'], run: under },
      { keys: ['i'], over: true, run: over },
    ]);
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    const press = (key: string) => {
      const e = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      dialog.dispatchEvent(e);
      return e.defaultPrevented;
    };
    expect([press('Escape'), press('i')]).toEqual([false, true]);
    dialog.remove();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect([under.mock.calls.length, over.mock.calls.length]).toEqual([1, 1]);
    off();
    deaf();
  });
});

test('the end names the winner and lists the seats by place', async () => {
  await needTexts('page', 'duel');
  const table = { id: 'x', game: 'duel', places: [], rematch: [], deal: { commit: 'ab' } } as never;
  const result = { winners: [1], won_by: 'science', places: [2, 1], scores: [20, 31], parts: [] } as never;
  const { container } = render(End, { open: true, table, result, names: ['Anna', 'Béla'], seat: 0 });
  expect(container.querySelector('.head')!.textContent).toBe('Béla won');
  expect(container.querySelector('.how')!.textContent).toBe('Scientific supremacy');
  expect([...container.querySelectorAll('thead th')].map((x) => x.textContent!.trim())).toEqual(['Béla', 'Anna']);
  expect([...container.querySelectorAll('tfoot td')].map((x) => `${x.textContent}${x.classList.contains('win') ? '!' : ''}`)).toEqual(['31!', '20']);
});

describe('an opponent who has gone', () => {
  const props = (at: Record<string, unknown>) => ({ names: ['Anna', 'Béla'], seat: 0, local: (t: number) => t, onclaim: () => undefined, ...at });

  test('is told of when it lasts, and the win can be claimed after the minute', async () => {
    vi.useFakeTimers();
    const claimed = vi.fn();
    const { rerender } = render(Gone, props({ gone: { seat: 1, from: Date.now() + 60_000 }, onclaim: claimed }));
    expect(screen.queryByText(/Béla/)).toBeNull();
    vi.advanceTimersByTime(20_000);
    flushSync();
    expect(screen.getByText(/Béla has gone/).textContent).toContain('0:40');
    vi.advanceTimersByTime(40_000);
    flushSync();
    screen.getByRole('button', { name: 'Claim the win' }).click();
    expect(claimed).toHaveBeenCalledOnce();
    screen.getByRole('button', { name: 'Wait' }).click();
    flushSync();
    expect(screen.queryByRole('button')).toBeNull();
    // Whoever was back and goes again is told of again.
    await rerender({ gone: undefined });
    await rerender({ gone: { seat: 1, from: Date.now() } });
    expect(screen.getByRole('button', { name: 'Claim the win' })).toBeTruthy();
    await rerender({ gone: undefined, claim: { seat: 1, until: Date.now() + 9_000 } });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('0:09');
    vi.useRealTimers();
  });

  test('is nothing to spectators and to the one who is said to be gone', () => {
    for (const seat of [-1, 1]) {
      render(Gone, props({ seat, gone: { seat: 1, from: Date.now() } }));
      expect(screen.queryByRole('button')).toBeNull();
      cleanup();
    }
  });
});
