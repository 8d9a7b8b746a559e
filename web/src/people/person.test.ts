// What one can do about somebody whose name one sees, and what is then asked of the server.

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../lib/session.svelte';
import { shunned } from '../lib/shunned.svelte';
import type { Session, Shunned, Table } from '../lib/types';
import TableMenu from '../parts/TableMenu.svelte';
import PersonSheet from './PersonSheet.svelte';

let list: Shunned[] = [];
const asked: string[] = [];

beforeEach(() => {
  // The DOM of the tests has no modal dialog.
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  HTMLDialogElement.prototype.close ??= vi.fn();
  session.who = { person: 'p1', name: 'Anna' } as Session;
  list = [];
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([init.method, path, init.body].filter(Boolean).join(' '));
    if (init.method === 'PUT') list = [{ person: 'p2', name: 'Béla', since: 1, ...JSON.parse(init.body as string) }];
    if (init.method === 'DELETE') list = [];
    return init.method === 'GET' ? new Response(JSON.stringify({ people: list })) : new Response(null, { status: 204 });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.who = null;
});

const press = async (name: RegExp) => fireEvent.click(await screen.findByText(name));

test('mute, then block, then neither', async () => {
  const changed = vi.fn();
  const open = () => render(PersonSheet, { open: true, person: 'p2', name: 'Béla', onchange: changed });
  open();
  await press(/^Mute$/);
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  expect(asked).toContain('PUT /api/shunned/p2 {"blocked":false}');
  expect(shunned.of('p2')?.blocked).toBe(false);
  cleanup();
  open();
  await screen.findByText(/^Unmute$/);
  await press(/^Block$/);
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
  expect(asked).toContain('PUT /api/shunned/p2 {"blocked":true}');
  cleanup();
  open();
  await screen.findByText(/^Unblock$/);
  expect(screen.queryByText(/^Block$/)).toBeNull();
  await press(/^Unblock$/);
  await waitFor(() => expect(shunned.of('p2')).toBeUndefined());
});

test('a report names the table, and says what goes with it', async () => {
  render(PersonSheet, { open: true, person: 'p2', name: 'Béla', table: 't1' });
  await press(/^Report to the host$/);
  await screen.findByText(/The last messages at this table go with your report/);
  await fireEvent.input(screen.getByLabelText('In your own words'), { target: { value: 'rude' } });
  await fireEvent.submit(screen.getByText('Send').closest('form')!);
  await waitFor(() => expect(asked).toContain('POST /api/reports {"person":"p2","reason":"words","text":"rude","table":"t1"}'));
});

test('the menu of a table leads to the people who sit there, but not to oneself, to bots, or to people of this device', async () => {
  const places = [
    { seat: 0, kind: 'person', person: 'p1', name: 'Anna' },
    { seat: 1, kind: 'person', person: 'p2', name: 'Béla' },
    { seat: 2, kind: 'bot', bot: 'level3' },
  ];
  const show = (id: string) => render(TableMenu, { open: true, table: { id, game: 'dice', places } as unknown as Table, seat: 0, over: false, moves: [], send: vi.fn() });
  show('abc');
  expect(screen.getAllByText(/mute, block, report$/)).toHaveLength(1);
  await press(/^Béla: mute, block, report$/);
  await screen.findByText(/^Mute$/);
  cleanup();
  show('here-abc');
  expect(screen.queryByText(/mute, block, report$/)).toBeNull();
});
