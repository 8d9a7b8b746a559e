// The proof of a deal, on one that the server made (game/record has the same rule in Go).
import { beforeEach, expect, test } from 'vitest';
import { checkDeal, commitment, isOurs, onlyShare, reveal, seedOf, share } from './deal';
import { sha256 } from './sha256';
import type { Table } from './types';

beforeEach(() => localStorage.clear());

const secret = '00'.repeat(31) + '07';
const commit = sha256(Uint8Array.from([...Array(31).fill(0), 7]));
const committedTo = (nonce: string) => (nonce === '-' ? '-' : sha256(new TextEncoder().encode(nonce)));
const open = (commitments?: string[]) => ({ id: 't1', deal: { commit, commitments } });

function finished(nonces: string[], commitments?: string[]): Table {
  return { id: 't1', deal: { commit, secret, nonces, commitments, seed: seedOf(secret, nonces, 't1') } } as unknown as Table;
}

test('the seed is the hash of all parts, each after its length', () => {
  const text = new TextEncoder().encode('\u0000\u0002ab\u0000\u0001-\u0000\u0002t1');
  expect(seedOf('', ['ab', '-'], 't1')).toBe(sha256(Uint8Array.from([0, 0, ...text])));
});

test('alone with bots a share is fair without a commitment', () => {
  const mine = share(open());
  expect(mine).toMatch(/^[0-9a-f]{64}$/);
  expect(checkDeal(finished(['-', mine]), 1)).toBe('fair');
  const later = share(open());
  expect(checkDeal(finished(['-', later]), 1), 'a second share').toBe('fair');
  expect(checkDeal(finished(['-', mine]), 1), 'the first, when the second was refused').toBe('fair');
});

test('a commitment that has not arrived yet is revealed with the start all the same', () => {
  const ours = commitment(open());
  expect(committedTo(onlyShare(open(), 1))).toBe(ours);
  expect(committedTo(onlyShare(open(['-', ours]), 1))).toBe(ours);
});

/** Two people who committed and revealed: we have seat 1. */
function revealed(theirs = 'ab') {
  const ours = commitment(open());
  const commitments = [committedTo(theirs), ours];
  expect(isOurs(open(commitments), 1)).toBe(true);
  expect(isOurs(open(commitments), 0)).toBe(false);
  const mine = reveal(open(commitments), 1)!;
  expect(committedTo(mine)).toBe(ours);
  return { mine, commitments };
}

test('a deal of shares that were committed to first is fair', () => {
  const { mine, commitments } = revealed();
  expect(checkDeal(finished(['ab', mine], commitments), 1)).toBe('fair');
});

test('a share that was not committed to, or not when we revealed ours, is told', () => {
  const { mine, commitments } = revealed();
  expect(checkDeal(finished(['ab', mine]), 1), 'no commitments at all').toBe('broken');
  expect(checkDeal(finished(['cd', mine], [committedTo('cd'), commitments[1]]), 1), 'another commitment than the one we saw').toBe('broken');
  expect(checkDeal(finished(['cd', mine], commitments), 1), 'another nonce than the one committed to').toBe('broken');
  expect(checkDeal(finished(['-', mine], commitments), 1), 'not revealed').toBe('unrevealed');
  localStorage.clear();
  const late = revealed('-');
  expect(checkDeal(finished(['ab', late.mine], [committedTo('ab'), late.commitments[1]]), 1), 'committed to after we revealed').toBe('uncommitted');
  expect(checkDeal(finished(['ab', late.mine], late.commitments), 1), 'a plain nonce').toBe('uncommitted');
});

test('what is revealed once is known: a second list of commitments counts for nothing', () => {
  const { mine, commitments } = revealed();
  const again = [committedTo('cd'), commitments[1]];
  expect(reveal(open(again), 1)).toBe(mine);
  expect(checkDeal(finished(['cd', mine], again), 1)).toBe('broken');
});

test('a deal without our share, or one that follows from nothing, is told', () => {
  const mine = share(open());
  expect(checkDeal(finished(['-', 'ab']), 1), 'another share in our place').toBe('broken');
  expect(checkDeal(finished(['ab', '-']), 1), 'none in our place').toBe('left_out');
  const fair = finished(['-', mine]);
  expect(checkDeal({ ...fair, deal: { ...fair.deal, seed: '00'.repeat(32) } }, 1), 'another seed').toBe('broken');
  expect(checkDeal({ ...fair, deal: { ...fair.deal, secret: '11'.repeat(32) } }, 1), 'another secret').toBe('broken');
});

test('a server that changed its mind after our share is told', () => {
  const mine = share({ id: 't1', deal: { commit: 'ff'.repeat(32) } });
  expect(checkDeal(finished(['-', mine]), 1)).toBe('broken');
});

test('spectators check what was announced; a game that is not over tells nothing', () => {
  expect(checkDeal(finished(['-', 'ab']), -1)).toBe('open');
  expect(checkDeal(finished(['-', 'ab'], ['-', committedTo('cd')]), -1)).toBe('broken');
  expect(checkDeal({ id: 't1', deal: { commit: 'ab' } } as unknown as Table, 0)).toBeNull();
});
