import { expect, test } from 'vitest';
import { inline, parse, plain } from './markdown';

test('blocks', () => {
  const blocks = parse('# Title\n\nOne\ntwo **three**.\n\n## Second {#here}\n\n- a\n- b\n  and c\n\n| x | y |\n|---|---|\n| 1 | :shield: 2 |\n');
  expect(blocks.map((b) => b.kind)).toEqual(['h', 'p', 'h', 'ul', 'table']);
  expect(blocks[2]).toMatchObject({ id: 'here', text: 'Second' });
  expect(plain(blocks[1])).toBe('One two three.');
  expect(plain(blocks[3])).toBe('a b and c');
});

test('no markup passes through', () => {
  expect(inline('<b>x</b>')).toEqual([{ text: '<b>x</b>' }]);
});

test('signs and links', () => {
  expect(inline('a :shield: [b](#c)')).toEqual([{ text: 'a ' }, { text: '', icon: 'shield' }, { text: ' ' }, { text: 'b', href: '#c' }]);
});
