import { expect, test } from 'vitest';
import { article, fill } from './text';

// The same cases that package locales tests in Go.
test.each([
  ['plain', 'plain'],
  ['{seat} pays {n} {n:coin|coins}', 'Anna pays 1 coin'],
  ['{m} {m:coin|coins}', '3 coins'],
  ['{a:what} / {a:with}', 'az Akadémia / a Palota'],
  ['Age {roman:m}, {roman:what}', 'Age III, Akadémia'],
  ['unclosed {n', 'unclosed {n'],
])('%s', (text, want) => {
  expect(fill(text, { seat: 'Anna', n: 1, m: 3, what: 'Akadémia', with: 'Palota' })).toBe(want);
});

test('the Hungarian article', () => {
  for (const word of ['alma', 'Élet', 'iskola', 'Ó', 'őz', 'ünnep', 'Űr']) expect(article(word)).toBe('az');
  for (const word of ['Palota', 'szobor', 'cseh', 'gyár', '']) expect(article(word)).toBe('a');
});
