// The parts of the page of the analysis, drawn from games of every kind, in both languages.

import { fireEvent, render } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { needTexts, setLang } from '../lib/i18n.svelte';
import Balance from './Balance.svelte';
import Curve from './Curve.svelte';
import DecisionPart from './Decision.svelte';
import Decisions from './Decisions.svelte';
import { judge, points, tally, turningPoints, type Mga } from './mga';
import Seats from './Seats.svelte';
import Turning from './Turning.svelte';

interface Study {
  game: string;
  names: string[];
  moves: string[];
  analysis: Mga;
}

const studies = Object.values(import.meta.glob<Study>('./fixtures/*.json', { eager: true, import: 'default' }));

/** Every text is there, and everything that can be pressed has a name. */
function check(container: HTMLElement) {
  const said = container.textContent + [...container.querySelectorAll('[aria-label]')].map((e) => e.getAttribute('aria-label')).join(' ');
  expect(said).not.toMatch(/\b(analysis|page)\.[a-z_]|undefined|NaN|\bnull\b|\{\w|\w\}/);
  for (const el of container.querySelectorAll('button, [role=img], [role=option], select')) expect(el.getAttribute('aria-label') || el.textContent?.trim(), el.outerHTML.slice(0, 100)).toBeTruthy();
}

const langs = ['en', 'hu'] as const;
describe.each(studies.flatMap((s) => langs.map((lang) => ({ ...s, lang }))))('$game with $analysis.seats seats ($lang)', (s) => {
  const { game, names, moves, analysis, lang } = s;
  const said = moves.map((m) => [{ text: m, strong: false }]);
  const common = { game, analysis, names, moves, said, came: moves.map(() => ''), viewer: 0 };
  const ready = async () => {
    await needTexts('page', 'common', 'analysis', game);
    await setLang(lang);
  };

  it('says how everybody played', async () => {
    await ready();
    const onto = vi.fn();
    const { container } = render(Seats, { ...common, onto });
    check(container);
    expect(container.querySelectorAll('li').length).toBe(names.length);
    const first = tally(analysis, 0);
    const counts = [...container.querySelector('li')!.querySelectorAll('button')].map((b) => Number(b.textContent!.replace(/\D/g, '')));
    expect(counts).toEqual([first.inaccuracy.length, first.mistake.length, first.blunder.length]);
    const button = container.querySelector<HTMLButtonElement>('button:not(:disabled)');
    if (button) {
      await fireEvent.click(button);
      expect(onto).toHaveBeenCalledOnce();
    }
  });

  it('tells skill and luck apart', async () => {
    await ready();
    const { container } = render(Balance, { analysis, names, viewer: 0, hidden: !!analysis.line });
    check(container);
    const figures = [...container.querySelectorAll('.ax .vh')].map((e) => Number(/([−+]?\d+)/.exec(e.textContent!)![1].replace('−', '-')));
    const { own, others, luck } = analysis.seatsums![0];
    expect(figures).toEqual([points(analysis.start![0]), points(own), points(others), points(luck), points(analysis.result[0])].map((n) => n + 0));
  });

  it('lists every decision, and goes through them by key', async () => {
    await ready();
    const onto = vi.fn();
    const { container } = render(Decisions, { ...common, deciders: analysis.decisions.map((d) => d.seat), at: 3, onto });
    check(container);
    expect(container.querySelectorAll('[role=option]').length).toBe(moves.length);
    await fireEvent.keyDown(container.querySelector('[role=listbox]')!, { key: 'ArrowDown' });
    expect(onto).toHaveBeenCalledWith(4);
    await fireEvent.click(container.querySelector('.seg button:last-child')!);
    const bad = analysis.decisions.filter((d) => d.t === 3 || !['best', 'good'].includes(judge(d.loss, analysis.seats)));
    expect(container.querySelectorAll('[role=option]').length).toBe(bad.length);
  });

  it('says what each decision cost', async () => {
    await ready();
    for (const decision of analysis.decisions.filter((_, i) => i % 9 === 0 || turningPoints(analysis, 0).includes(analysis.decisions[i]))) {
      const { container, unmount } = render(DecisionPart, { game, decision, seats: analysis.seats, move: moves[decision.t], names, where: '', hidden: !!analysis.line, ontry: () => undefined, onmistake: () => undefined });
      check(container);
      expect(container.querySelectorAll('.alts li').length).toBe(decision.moves!.length);
      unmount();
    }
    const { container } = render(Turning, { ...common, luck: true, onto: () => undefined });
    check(container);
    expect(container.querySelectorAll('section:first-of-type li').length).toBe(turningPoints(analysis, 0).length);
  });

  it.each([true, false])('draws the curve (lines: %s)', async (lines) => {
    await ready();
    const { container } = render(Curve, { analysis, all: moves.length, names, viewer: 0, at: 5, lines, parts: [{ t: 0, title: 'I' }], height: 150, onto: () => undefined });
    check(container);
    expect(container.querySelector('svg')!.outerHTML).not.toMatch(/NaN/);
    expect(container.querySelectorAll('tbody tr').length).toBe((analysis.line ?? analysis.decisions).length + 1);
  });
});
