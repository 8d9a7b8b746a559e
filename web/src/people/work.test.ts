import { expect, test } from 'vitest';
import cases from '../../../people/testdata/work.json';
import { solve } from './work';

// The file is checked by people/work_test.go against what the server takes.
test('it finds the answers that the server takes', () => {
  for (const { answers, ...work } of cases) {
    const told: number[] = [];
    expect(solve(work, (done) => told.push(done))).toEqual(answers);
    expect(told).toEqual(answers.map((_, i) => i + 1));
  }
});
