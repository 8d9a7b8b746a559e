import { expect, test } from 'vitest';
import { parse } from './router.svelte';

test.each([
  ['/', { page: 'home' }],
  ['/t/ab12', { page: 'table', id: 'ab12' }],
  ['/r/ab12', { page: 'replay', id: 'ab12' }],
  ['/puzzle', { page: 'puzzle', id: '' }],
  ['/puzzle/duel-0a1b', { page: 'puzzle', id: 'duel-0a1b' }],
  ['/d/ab12', { page: 'duplicate', id: 'ab12' }],
  ['/rules', { page: 'rules', game: '' }],
  ['/rules/duel', { page: 'rules', game: 'duel' }],
  ['/host', { page: 'host' }],
  ['/t', { page: 'missing' }],
  ['/t/a/b', { page: 'missing' }],
  ['/nowhere', { page: 'missing' }],
])('%s', (path, want) => expect(parse(path)).toEqual(want));
