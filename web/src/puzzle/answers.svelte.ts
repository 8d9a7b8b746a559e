// The reader's answers, on this device alone. The first answer to a puzzle counts; the puzzle of a day counts once more on its day.

import { shelf } from '../lib/shelf';
import type { Problem } from './puzzles';
import { isRight } from './puzzles';
import { streakOf } from './streak';

export interface Answer {
  /** The day of a puzzle of the day, "day:20773", or the puzzle's id. */
  key: string;
  id: string;
  move: string;
  right: boolean;
  hint: boolean;
  ms: number;
  difficulty: number;
}

const dayKey = /^day:(\d+)$/;
export const keyOf = (id: string, day: number | null) => (day === null ? id : `day:${day}`);

const ask = shelf('mirabilia-puzzles', 'answers', { keyPath: 'key' });

/** What the answers come to. */
export function numbers(list: Answer[]) {
  const right = list.filter((a) => a.right);
  const times = right.map((a) => a.ms).sort((a, b) => a - b);
  return {
    all: list.length,
    right: right.length,
    /** The time in the middle; null without any. */
    usual: times.length ? times[(times.length - 1) >> 1] : null,
    hardest: Math.max(0, ...right.map((a) => a.difficulty)),
  };
}

class Answers {
  list: Answer[] = $state.raw([]);

  async load() {
    // A browser that keeps nothing has a streak of one visit.
    this.list = await ask<Answer[]>('readonly', (s) => s.getAll()).catch(() => this.list);
  }

  of(key: string): Answer | undefined {
    return this.list.find((a) => a.key === key);
  }

  has(id: string): boolean {
    return this.list.some((a) => a.id === id);
  }

  streak(today: number) {
    const days = this.list.flatMap((a) => {
      const day = dayKey.exec(a.key);
      return day ? [[Number(day[1]), a.right] as const] : [];
    });
    return streakOf(new Map(days), today);
  }

  /** Keep an answer; the first one stays. */
  give(p: Problem, day: number | null, move: string, ms: number, hint: boolean): Answer {
    const key = keyOf(p.id, day);
    const before = this.of(key);
    if (before) return before;
    const answer = { key, id: p.id, move, right: isRight(p, move), hint, ms, difficulty: p.difficulty };
    this.list = [...this.list, answer];
    void ask('readwrite', (s) => s.put(answer)).catch(() => undefined);
    return answer;
  }
}

export const answers = new Answers();
