// A WebSocket for tests: what was opened is listed, and the test plays the server's part.

import { afterEach, beforeEach, vi } from 'vitest';

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  sent: { id: string; type: string; data: Record<string, unknown> }[] = [];
  onopen: () => void = () => undefined;
  onmessage: (e: { data: string }) => void = () => undefined;
  onclose: (e: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000) {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code });
  }

  /** The server takes the connection. */
  accept() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
    return this;
  }

  /** The server says something. */
  say(type: string, data: unknown, seq = 0) {
    this.onmessage({ data: JSON.stringify({ seq, type, data }) });
  }

  get since(): string | null {
    return new URL(this.url).searchParams.get('since');
  }
}

/** The socket opened last. */
export const current = () => FakeSocket.all.at(-1)!;

/** Sockets and time are the test's own. */
export function fakeSockets() {
  beforeEach(() => {
    FakeSocket.all = [];
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
