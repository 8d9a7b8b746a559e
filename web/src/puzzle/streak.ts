// Days in a row with a right answer to the puzzle of the day. Two missed days a month are rest days: they neither count nor break the row.

export type DayState = 'right' | 'wrong' | 'rest' | 'missed' | 'open' | 'before';

export interface Streak {
  now: number;
  longest: number;
  /** The last fourteen days, today last. */
  days: { day: number; state: DayState }[];
}

const restDays = 2;
const shown = 14;

const monthOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 7);

/** The streak by the answers of days: whether they were right. */
export function streakOf(answers: Map<number, boolean>, today: number): Streak {
  const states = new Map<number, DayState>();
  let [now, longest] = [0, 0];
  let month = '';
  let rested = 0;
  for (let day = Math.min(today, ...answers.keys()); day <= today; day++) {
    if (monthOf(day) !== month) [month, rested] = [monthOf(day), 0];
    const right = answers.get(day);
    if (right !== undefined) {
      now = right ? now + 1 : 0;
      states.set(day, right ? 'right' : 'wrong');
    } else if (day === today) states.set(day, 'open');
    else if (now > 0 && rested < restDays) {
      rested++;
      states.set(day, 'rest');
    } else {
      now = 0;
      states.set(day, 'missed');
    }
    longest = Math.max(longest, now);
  }
  const days = Array.from({ length: shown }, (_, i) => today - shown + 1 + i).map((day) => ({ day, state: states.get(day) ?? ('before' as const) }));
  return { now, longest, days };
}
