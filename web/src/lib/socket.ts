// One socket for one table. It reconnects by itself, resumes where it left off, and misses nothing; commands that
// were not answered are sent again under the same id, which the server does only once.

import { ApiError } from './api';
import type { Follow, Following } from './backend';
import { commandId } from './session.svelte';
import type { Command, CommandData, Envelope } from './types';

/** The close code for a table that is private, or a session that has ended. */
const notAllowed = 1008;

interface Pending {
  command: Command;
  resolve: (seq: number) => void;
  reject: (e: ApiError) => void;
}

export class TableSocket implements Following {
  private ws: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shut = false;

  constructor(
    private readonly table: string,
    private readonly on: Follow,
  ) {
    addEventListener('online', this.now);
    document.addEventListener('visibilitychange', this.now);
    this.connect();
  }

  private now = () => {
    if (!this.shut && !document.hidden && (!this.ws || this.ws.readyState > WebSocket.OPEN)) this.connect();
  };

  private connect() {
    clearTimeout(this.timer);
    if (this.shut) return;
    this.on.link(this.tries === 0 ? 'connecting' : 'lost');
    const since = this.on.since();
    const at = this.on.at?.() ?? 0;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    // Views change little from one decision to the next: we ask for the differences.
    const query = `?views=patch${since >= 0 ? `&since=${since}${at ? `&at=${at}` : ''}` : ''}`;
    const ws = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket${query}`);
    this.ws = ws;
    let stood = false;
    ws.onopen = () => {
      stood = true;
      this.tries = 0;
      this.on.link('live');
      for (const p of this.pending.values()) ws.send(JSON.stringify(p.command));
    };
    // What a socket says that was given up already comes again on the next one.
    ws.onmessage = (e) => this.ws === ws && this.receive(JSON.parse(e.data));
    ws.onclose = (e) => {
      if (this.ws !== ws || this.shut) return;
      this.ws = null;
      if (!stood || e.code === notAllowed) this.on.failed();
      this.retry();
    };
  }

  private retry() {
    if (this.shut) return;
    this.on.link('lost');
    const wait = Math.min(8000, 400 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private receive(m: Envelope) {
    if (m.type === 'ack' || m.type === 'refusal') {
      const data = m.data as { id: string; seq?: number; error?: ApiError['refused'] };
      const p = this.pending.get(data.id);
      if (!p) return;
      this.pending.delete(data.id);
      if (m.type === 'ack') p.resolve(data.seq ?? -1);
      else p.reject(new ApiError(data.error!, 409));
      return;
    }
    this.on.message(m);
  }

  send(type: string, data: CommandData = {}): Promise<number> {
    const command: Command = { id: commandId(), type, data };
    return new Promise((resolve, reject) => {
      this.pending.set(command.id, { command, resolve, reject });
      if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify(command));
    });
  }

  /** Drop the connection and take the next one from where we are. */
  resync() {
    const ws = this.ws;
    if (!ws) return;
    this.ws = null;
    ws.close();
    this.retry();
  }

  close() {
    this.shut = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.now);
    document.removeEventListener('visibilitychange', this.now);
    this.ws?.close();
    this.on.link('closed');
  }
}
