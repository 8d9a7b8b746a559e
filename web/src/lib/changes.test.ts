import { expect, test } from 'vitest';
import { Changes } from './changes';

test('a change that is made before another has come back keeps it', async () => {
  const changes = new Changes<{ a: number; b: number; c: number }>();
  const sent: object[] = [];
  const answers: (() => void)[] = [];
  const send = (whole: object) => {
    sent.push(whole);
    return new Promise<void>((resolve) => answers.push(resolve));
  };
  const known = { a: 0, b: 0, c: 0 };
  const first = changes.make({ a: 1 }, known, send);
  const second = changes.make({ b: 2 }, known, send);
  expect(sent).toEqual([
    { a: 1, b: 0, c: 0 },
    { a: 1, b: 2, c: 0 },
  ]);
  // The later of two changes of the same thing holds.
  const third = changes.make({ a: 3 }, known, send);
  expect(sent[2]).toEqual({ a: 3, b: 2, c: 0 });
  answers.forEach((f) => f());
  await Promise.all([first, second, third]);
  // What has come back is in what is known, and can be changed there by somebody else.
  void changes.make({ c: 4 }, { a: 7, b: 2, c: 0 }, send);
  expect(sent[3]).toEqual({ a: 7, b: 2, c: 4 });
});

test('a change that was refused is not sent again', async () => {
  const changes = new Changes<{ a: number; b: number }>();
  await expect(changes.make({ a: 1 }, { a: 0, b: 0 }, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  let sent = {};
  await changes.make({ b: 2 }, { a: 0, b: 0 }, (whole) => Promise.resolve((sent = whole)));
  expect(sent).toEqual({ a: 0, b: 2 });
});
