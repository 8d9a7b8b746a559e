import { describe, expect, test } from 'vitest';
import rules from '../../../../games/architects/testdata/architects.json';
import sprite from '../../art/icons.svg?raw';
import { cards } from './faces';
import { abilitySign, setCards, tokenSign } from './signs';
import { drawings, paint } from './wonders';

test('everything of the rules has a face, a sign or a drawing', () => {
  expect(Object.keys(cards)).toEqual(rules.cardKinds.map((k) => k.id));
  expect(Object.keys(tokenSign)).toEqual(rules.progressTokens.map((t) => t.id));
  expect(Object.keys(drawings)).toEqual(rules.wonders.map((w) => w.id));
  expect(Object.keys(abilitySign)).toEqual(rules.wonders.filter((w) => w.ability.id !== 'none').map((w) => w.id));
  for (const set of Object.values(setCards)) for (const c of set) expect(cards[c].colour).toBe('green');
});

test('every sign is in the sprite', () => {
  const signs = [...Object.values(tokenSign), ...Object.values(abilitySign), ...Object.values(cards).map((c) => c.art)];
  for (const id of signs) expect(sprite, id).toContain(`<symbol id="${id}"`);
});

describe.each(rules.wonders)('$id', ({ id, stages }) => {
  const { pieces } = drawings[id];

  test('has a piece for each stage, drawn in colours that exist', () => {
    expect(pieces).toHaveLength(stages.length);
    for (const p of pieces) {
      expect(p.d).toMatch(/^M/);
      for (const m of p.marks) {
        expect(m.fill ?? m.line).toBeDefined();
        for (const c of [m.fill, m.line]) if (c) expect(paint(c)).toMatch(/^#/);
      }
    }
  });

  test('grows upwards row by row, and its columns stand from left to right', () => {
    for (const a of stages) {
      for (const b of stages) {
        const [p, q] = [pieces[a.id - 1].pin, pieces[b.id - 1].pin];
        if (a.row < b.row) expect(p.y).toBeGreaterThan(q.y);
        if (a.row === b.row && a.column < b.column) expect(p.x).toBeLessThan(q.x);
      }
    }
  });
});
