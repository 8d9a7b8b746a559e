// A table as this browser sees it: who sits there, the game as our eye sees it, what happened. Updates are
// shown one after the other; the board's stage may take its time over each.

import { tick } from 'svelte';
import { api, ApiError } from './api';
import { freshFrom } from './log';
import { stage, touch, type Motion } from './motion';
import { TableSocket, type Link } from './socket';
import type { CommandData, Envelope, Frame, GameEvent, LogEntry, Snapshot, Table, Update } from './types';

/** What an event makes move; set by the table page when the board is there. */
export type Choreographer = (e: GameEvent, before: Frame, after: Frame) => Motion[];

export class LiveTable {
  table: Table | null = $state.raw(null);
  seat = $state(-1);
  frame: Frame | null = $state.raw(null);
  log: LogEntry[] = $state.raw([]);
  online: number[] = $state.raw([]);
  spectators = $state(0);
  link: Link = $state('connecting');
  /** Why there is nothing to see: not found, forbidden. */
  error: ApiError | null = $state.raw(null);
  /** Commands on their way. */
  sending = $state(0);
  /** What the last shown update did, for the live region. */
  news: LogEntry | null = $state.raw(null);

  choreograph: Choreographer | null = null;

  private seq = -1;
  /** Server time minus ours, to read deadlines by. */
  private skew = 0;
  private waiting: Update[] = [];
  private showing = false;
  private socket: TableSocket;

  constructor(readonly id: string) {
    this.socket = new TableSocket(id, {
      message: (m) => this.take(m),
      link: (state) => (this.link = state),
      failed: () => this.why(),
      since: () => this.seq,
    });
  }

  /** A server's time by this browser's clock. */
  local(serverTime: number): number {
    return serverTime - this.skew;
  }

  get names(): string[] {
    return this.table?.places.map((p) => p.name || '') ?? [];
  }

  private async why() {
    if (this.frame || this.table) return;
    try {
      this.snapshot(await api.table(this.id));
    } catch (e) {
      if (e instanceof ApiError && e.status !== 0 && e.status < 500) {
        this.error = e;
        this.close();
      }
    }
  }

  private take(m: Envelope) {
    switch (m.type) {
      case 'snapshot':
        this.snapshot(m.data as Snapshot);
        break;
      case 'presence': {
        const who = m.data as { online: number[]; spectators: number };
        this.online = who.online ?? [];
        this.spectators = who.spectators;
        break;
      }
      case 'update':
        if (m.seq <= this.seq) return;
        if (this.seq >= 0 && m.seq > this.seq + 1) return this.socket.resync();
        this.seq = m.seq;
        this.waiting.push(m.data as Update);
        void this.show();
    }
  }

  private snapshot(s: Snapshot) {
    this.seq = s.seq;
    this.waiting = [];
    this.table = s.table;
    this.seat = s.seat;
    this.online = s.online ?? [];
    this.spectators = s.spectators;
    this.log = s.log ?? [];
    if (s.game) this.clockFrom(s.game);
    this.frame = s.game ?? null;
    this.error = null;
  }

  private clockFrom(f: Frame) {
    if (f.now) this.skew = f.now - Date.now();
  }

  private async show() {
    if (this.showing) return;
    this.showing = true;
    try {
      for (let u = this.waiting.shift(); u; u = this.waiting.shift()) await this.showOne(u);
    } finally {
      this.showing = false;
    }
  }

  private async showOne(u: Update) {
    if (u.game) this.clockFrom(u.game);
    const draw = async () => {
      if (u.table) this.table = u.table;
      this.seat = u.seat;
      if (u.game) this.frame = u.game;
      this.log = [...this.log, u.log];
      this.news = u.log;
      await tick();
    };
    const events = u.log.events ?? [];
    // Behind by several moves, or nothing to move: draw at once.
    const before = this.frame;
    if (!u.game || !before || !this.choreograph || events.length === 0 || this.waiting.length > 4) {
      await draw();
    } else {
      const groups = events.map((e) => this.choreograph!(e, before, u.game!)).filter((g) => g.length > 0);
      await stage(groups, draw);
      if (u.log.seat !== this.seat) touch(groups);
    }
    // What was taken back is marked in the log by the server: fetch it as it stands now.
    if (u.log.what === 'undone') this.log = (await api.table(this.id)).log ?? this.log;
  }

  /** Mark on the board what came since this seat's last decision. */
  remind() {
    const frame = this.frame;
    if (!frame || !this.choreograph) return;
    const events = this.log.slice(freshFrom(this.log, this.seat)).flatMap((e) => (e.undone ? [] : (e.events ?? [])));
    touch(events.map((e) => this.choreograph!(e, frame, frame)));
  }

  /** Ask something of the table. The promise rejects with an ApiError when it is refused. */
  async send(type: string, data: CommandData = {}): Promise<void> {
    this.sending++;
    try {
      await this.socket.send(type, data);
    } finally {
      this.sending--;
    }
  }

  /** Come again, as who one is now. */
  reenter() {
    this.socket.resync();
  }

  close() {
    this.socket.close();
  }
}
