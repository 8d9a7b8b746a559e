// The connection to a table reconnects by itself, resumes where it left off, and loses no command.
import { afterEach, expect, test, vi } from 'vitest';
import { current, FakeSocket, fakeSockets } from '../testing/socket';
import type { Link } from './backend';
import { TableSocket } from './socket';
import type { Envelope } from './types';

fakeSockets();
const opened: TableSocket[] = [];
afterEach(() => opened.splice(0).forEach((s) => s.close()));

function open(since = () => -1) {
  const heard: Envelope[] = [];
  const links: Link[] = [];
  const failed = vi.fn();
  const socket = new TableSocket('table/1', { message: (m) => heard.push(m), link: (l) => links.push(l), failed, since });
  opened.push(socket);
  return { socket, heard, links, failed };
}

/** Long enough for any try to be made again. */
const later = () => vi.advanceTimersByTimeAsync(12_000);

test('a first connection asks for everything, a later one for what it missed', async () => {
  let seq = -1;
  const { links } = open(() => seq);
  expect(current().url).toContain('/api/tables/table%2F1/socket');
  expect(current().since).toBeNull();
  expect(current().url).toContain('views=patch');
  current().accept();
  seq = 41;
  current().close(1001);
  await later();
  expect(FakeSocket.all).toHaveLength(2);
  expect(current().since).toBe('41');
  current().accept();
  expect(links).toEqual(['connecting', 'live', 'lost', 'lost', 'live']);
});

test('tries are made further and further apart, and an answer begins anew', async () => {
  const { failed } = open();
  for (let i = 0; i < 6; i++) {
    current().close(1006);
    await later();
  }
  expect(FakeSocket.all).toHaveLength(7);
  expect(failed).toHaveBeenCalledTimes(6);
  current().accept();
  current().close(1006);
  await vi.advanceTimersByTimeAsync(600);
  expect(FakeSocket.all).toHaveLength(8);
});

test('a command is sent again under its id until it is answered, and done once', async () => {
  const { socket } = open();
  const sent = socket.send('move', { move: 'b:walls' });
  expect(current().sent).toEqual([]);
  current().accept();
  const first = current().sent[0];
  expect(first).toMatchObject({ type: 'move', data: { move: 'b:walls' } });
  current().close(1006);
  await later();
  current().accept();
  expect(current().sent).toEqual([first]);
  current().say('ack', { id: first.id, seq: 7 });
  await sent;
  current().close(1006);
  await later();
  current().accept();
  expect(current().sent).toEqual([]);
});

test('a refusal reaches the one who asked, and nobody else', async () => {
  const { socket, heard } = open();
  current().accept();
  const [one, two] = [socket.send('undo'), socket.send('chat', { text: 'hi' })];
  const [a, b] = current().sent;
  current().say('refusal', { id: a.id, error: { code: 'forbidden', reason: 'rated', message: 'no' } });
  await expect(one).rejects.toMatchObject({ code: 'forbidden', refused: { reason: 'rated' } });
  current().say('ack', { id: b.id, seq: 3 });
  await two;
  expect(heard).toEqual([]);
});

test('a socket that was given up is not heard any more', async () => {
  const { socket, heard } = open();
  const old = current().accept();
  socket.resync();
  old.say('update', {}, 9);
  expect(heard).toEqual([]);
  await later();
  expect(FakeSocket.all).toHaveLength(2);
  current().accept().say('update', {}, 9);
  expect(heard).toHaveLength(1);
});

test('a server that closes because it may not be watched is asked why', async () => {
  const { failed } = open();
  current().accept();
  current().close(1008);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('after closing nothing is tried again', async () => {
  const { socket, links } = open();
  current().accept();
  socket.close();
  await later();
  expect(FakeSocket.all).toHaveLength(1);
  expect(links.at(-1)).toBe('closed');
});

test('a network that is back is used at once', async () => {
  open();
  for (let i = 0; i < 6; i++) {
    current().close(1006);
    if (i < 5) await later();
  }
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(7);
});
