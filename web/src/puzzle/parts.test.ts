// The parts of the page of puzzles, in both languages.

import { render } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { needTexts, setLang } from '../lib/i18n.svelte';
import { answers, type Answer } from './answers.svelte';
import Own from './Own.svelte';
import type { Problem } from './puzzles';
import Verdict from './Verdict.svelte';
import { leftWords, timeWords } from './words';

const problem: Problem = {
  id: 'duel-0123456789',
  bots: ['level6', 'level5'],
  decision: 63,
  prompt: 'only',
  difficulty: 3,
  reason: 'plays_again',
  seat: 1,
  owing: [1],
  view: {},
  position: {},
  moves: [
    { move: 'b:arena', q: [0.06, 0.94], se: 0.01 },
    { move: 'd:arena', q: [0.97, 0.03], se: 0.01 },
    { move: 'b:circus', q: [0.99, 0.01], se: 0.01 },
  ],
  line: ['1 b:arena', '0 d:circus'],
};
const names = ['Anna', 'You'];
const answer = (move: string, right: boolean, hint = false): Answer => ({ key: problem.id, id: problem.id, move, right, hint, ms: 67_400, difficulty: 3 });

describe.each(['en', 'hu'] as const)('in %s', (lang) => {
  beforeEach(async () => {
    await needTexts('page', 'common', 'bots', 'analysis', 'puzzle', 'duel');
    await setLang(lang);
  });

  const said = (container: HTMLElement) => {
    const text = container.textContent!.replace(/\s+/g, ' ');
    expect(text).not.toMatch(/\b(analysis|page|puzzle)\.[a-z_]|undefined|NaN|\{\w/);
    return text;
  };

  it('tells a right answer aloud, with every choice, the line, the reason and the source', () => {
    const { container } = render(Verdict, { game: 'duel', problem, answer: answer('b:arena', true), tried: null, names, left: null, fresh: true });
    const text = said(container);
    expect(container.querySelector('[role=alert]')!.textContent).toMatch(lang === 'en' ? /Right.*1:07, first try\..*Build Arena, 94 percent; next best 3\./s : /Ez az!.*1:07, elsőre\..*94 százalék; a következő legjobb 3\./s);
    expect([...container.querySelectorAll('.alts li')].map((li) => /(\d+)\s*%/.exec(li.textContent!)![1])).toEqual(['94', '3', '1']);
    expect(container.querySelectorAll('.pv li').length).toBe(2);
    expect(text).toMatch(lang === 'en' ? /Only this choice gives you another turn/ : /Csak ezután jössz még egyszer/);
    expect(text).toMatch(lang === 'en' ? /decision 64/ : /64\. döntés/);
    expect(container.querySelector('.ver.bad, [role=timer]')).toBeNull();
  });

  it('says what a wrong answer missed, until when the day lasts, and what was tried after it', () => {
    const { container } = render(Verdict, { game: 'duel', problem, answer: answer('b:circus', false), tried: 'd:arena', names, left: 5 * 3_600_000 + 12 * 60_000, fresh: false });
    const text = said(container);
    expect(container.querySelector('[role=alert]')).toBeNull();
    expect(container.querySelector('.ver.bad')!.textContent).toMatch(/94/);
    expect(container.querySelector('[role=timer]')!.textContent).toContain('5:12');
    expect(container.querySelector('[role=status]')!.textContent).toMatch(/3%/);
    expect(text).toMatch(lang === 'en' ? /Not that one/ : /Nem ez volt az/);
  });

  it('shows the streak and the numbers', () => {
    const today = 20_773;
    answers.list = [
      { ...answer('b:arena', true), key: `day:${today - 1}` },
      { ...answer('b:arena', true), key: `day:${today}` },
      { ...answer('b:circus', false), key: 'duel-x' },
    ];
    const { container } = render(Own, { today });
    said(container);
    expect(container.querySelector('.stk b')!.textContent).toBe('2');
    expect(container.querySelectorAll('.days li').length).toBe(14);
    expect(container.querySelectorAll('.days .right').length).toBe(2);
    expect(container.querySelector('dl')!.textContent).toMatch(lang === 'en' ? /2 of 3.*1:07.*3 of 5/s : /2 \/ 3.*1:07.*3 \/ 5/s);
  });
});

it('writes times', () => {
  expect([timeWords(900), timeWords(59_600), timeWords(67_400)]).toEqual(['0:01', '1:00', '1:07']);
  expect([leftWords(30_000), leftWords(3_600_000)]).toEqual(['0:01', '1:00']);
});

it('keeps the first answer to a puzzle, and one for its day', () => {
  answers.list = [];
  expect(answers.give(problem, null, 'b:circus', 10, false).right).toBe(false);
  expect(answers.give(problem, null, 'b:arena', 10, false).right).toBe(false);
  expect(answers.give(problem, 20_773, 'b:arena', 10, true)).toMatchObject({ right: true, hint: true, key: 'day:20773' });
  expect(answers.list.length).toBe(2);
  expect(answers.has(problem.id)).toBe(true);
  expect(answers.streak(20_773).now).toBe(1);
});
