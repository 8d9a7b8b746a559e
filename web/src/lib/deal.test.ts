// The proof of a deal, on one that the server made (game/record has the same rule in Go).
import { beforeEach, expect, test } from 'vitest';
import { checkDeal, seedOf, share } from './deal';
import type { Table } from './types';

beforeEach(() => localStorage.clear());

const secret = '00'.repeat(31) + '07';
const hex = async (text: Uint8Array<ArrayBuffer>) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', text))].map((b) => b.toString(16).padStart(2, '0')).join('');
const commitment = () => hex(Uint8Array.from([...Array(31).fill(0), 7]));

async function finished(nonces: string[]): Promise<Table> {
  return { id: 't1', deal: { commit: await commitment(), secret, nonces, seed: await seedOf(secret, nonces, 't1') } } as unknown as Table;
}

test('the seed is the hash of all parts, each after its length', async () => {
  const text = new TextEncoder().encode('\u0000\u0002ab\u0000\u0001-\u0000\u0002t1');
  expect(await seedOf('', ['ab', '-'], 't1')).toBe(await hex(Uint8Array.from([0, 0, ...text])));
});

test('a deal made of our share is fair', async () => {
  const mine = share({ id: 't1', deal: { commit: await commitment() } });
  expect(mine).toMatch(/^[0-9a-f]{64}$/);
  expect(await checkDeal(await finished(['-', mine]), 1)).toBe('fair');
  const later = share({ id: 't1', deal: { commit: await commitment() } });
  expect(await checkDeal(await finished(['-', later]), 1), 'a second share').toBe('fair');
  expect(await checkDeal(await finished(['-', mine]), 1), 'the first, when the second was refused').toBe('fair');
});

test('a deal without our share, or one that follows from nothing, is told', async () => {
  const mine = share({ id: 't1', deal: { commit: await commitment() } });
  expect(await checkDeal(await finished(['-', 'ab']), 1), 'another share in our place').toBe('broken');
  const fair = await finished(['-', mine]);
  expect(await checkDeal({ ...fair, deal: { ...fair.deal, seed: '00'.repeat(32) } }, 1), 'another seed').toBe('broken');
  expect(await checkDeal({ ...fair, deal: { ...fair.deal, secret: '11'.repeat(32) } }, 1), 'another secret').toBe('broken');
});

test('a server that changed its mind after our share is told', async () => {
  const mine = share({ id: 't1', deal: { commit: 'ff'.repeat(32) } });
  expect(await checkDeal(await finished(['-', mine]), 1)).toBe('broken');
});

test('spectators check what was announced; a game that is not over tells nothing', async () => {
  expect(await checkDeal(await finished(['-', 'ab']), -1)).toBe('open');
  expect(await checkDeal({ id: 't1', deal: { commit: 'ab' } } as unknown as Table, 0)).toBeNull();
});
