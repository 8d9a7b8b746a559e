// A finished game of this device leaves it: as a file, or to the server for a link.

import { api } from '../lib/api';
import { session } from '../lib/session.svelte';
import type { Table } from '../lib/types';
import { device } from './client';

const record = (id: string) => device.ask<string>('GET', `/tables/${encodeURIComponent(id)}/record`);

/** Save the record as a file. */
export async function saveRecord(id: string) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(new Blob([await record(id)], { type: 'text/plain' }));
  a.download = `${id}.mgr`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** Send a game to the server. Other people who played on this device are not named there. */
export async function sentRecord(table: Table, seat: number) {
  const text = await record(table.id);
  const others = table.places.filter((x) => x.kind !== 'bot' && x.seat !== seat);
  const named = others.reduce((sum, x) => renamed(sum, x.seat, '?'), text);
  return api.sendGame(seat >= 0 ? renamed(named, seat, session.who?.name ?? '?') : named, seat >= 0 ? seat : null);
}

/** The record with another name at a seat; each name has a line of its own. */
function renamed(text: string, seat: number, name: string): string {
  const tag = `[Player${String.fromCharCode(65 + seat)} `;
  return text
    .split('\n')
    .map((line) => (line.startsWith(tag) ? `${tag}${JSON.stringify(name)}]` : line))
    .join('\n');
}
