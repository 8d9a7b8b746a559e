// A table as this browser sees it: the seats, the game as this viewer sees it, and the log. Updates are
// shown one after the other; the board's stage may take its time over each.

import { tick } from 'svelte';
import { api, ApiError } from './api';
import type { Following, Link, Person } from './backend';
import { follow } from './follow';
import { freshFrom } from './log';
import { stage, touch, type Motion } from './motion';
import { patched, type Patch } from './patch';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import { heardVersion } from './version';
import type { Chat, ChatLine, CommandData, Envelope, Frame, GameEvent, Gone, Hello, LogEntry, Presence, Saving, Snapshot, Table, Update, Watcher } from './types';

/** What an event makes move; set by the table page when the board is there. */
export type Choreographer = (e: GameEvent, before: Frame, after: Frame) => Motion[];

export class LiveTable {
  table: Table | null = $state.raw(null);
  /** The seat of this player; -1 for a spectator, whose boards need a number. */
  seat = $state(-1);
  frame: Frame | null = $state.raw(null);
  log: LogEntry[] = $state.raw([]);
  /** There is more of the log before its first line. */
  more = $state(false);
  /** What was said at the table, which is no part of what happened. */
  private chat: ChatLine[] = $state.raw([]);
  online: number[] = $state.raw([]);
  spectators = $state(0);
  /** Who was invited to a private table and has no seat; only its host is told. */
  watching: Watcher[] = $state([]);
  /** Seats whose bot cannot think at the moment. */
  failing: number[] = $state.raw([]);
  /** The opponent who has gone, and from when on the win can be claimed. */
  gone: Gone | undefined = $state.raw();
  link: Link = $state('connecting');
  /** Why there is nothing to see: not found, forbidden. */
  error: ApiError | null = $state.raw(null);
  /** Nobody answers. */
  silent = $state(false);
  /** Whether the server can save: fine, full or away. */
  saving = $state('fine');
  /** Commands on their way. */
  sending = $state(0);
  /** What the last shown update did, for the live region. */
  news: LogEntry | null = $state.raw(null);

  choreograph: Choreographer | null = null;

  /** Bots play step by step, and one of them has just moved: the next move is shown when it is asked for. */
  held = $state(false);

  private seq = -1;
  /** The time of the line with this number; 0 if it is not known. */
  private at = 0;
  /** The view of the last update that came, which may not be shown yet; differences are against it. */
  private view: unknown = null;
  /** Server time minus ours, to read deadlines by. */
  private skew = 0;
  private waiting: { seq: number; update: Update }[] = [];
  /** The last update that was drawn, and who waits for a later one. */
  private drawn = -1;
  private watchers: { seq: number; resolve: () => void }[] = [];
  private showing = false;
  private goOn: (() => void) | null = null;
  private socket: Following;

  /** person is one of those who share this device, at a table that they share. */
  constructor(
    readonly id: string,
    person?: Person,
  ) {
    const on = { message: (m: Envelope) => this.take(m), link: (state: Link) => (this.link = state), failed: () => void this.why(), since: () => this.seq, at: () => this.at };
    this.socket = follow(id, on, person);
  }

  /** A server's time by this browser's clock. */
  local(serverTime: number): number {
    return serverTime - this.skew;
  }

  get names(): string[] {
    return this.table?.places.map((p) => p.name || '') ?? [];
  }

  /** What happened and what was said, in the order of time. */
  get lines(): LogEntry[] {
    if (!this.chat.length) return this.log;
    const said = this.chat.map((c): LogEntry => ({ seq: -c.n, at: c.at, what: 'chat', seat: c.seat, to: null, name: c.name, text: c.text }));
    return [...this.log, ...said].sort((a, b) => a.at - b.at);
  }

  /** A line of the chat by its number. */
  said = (n: number) => this.chat.find((c) => c.n === n);

  /** Fetch what happened before the first line of the log. */
  async earlier() {
    const first = this.log[0];
    if (!first) return;
    const page = await api.log(this.id, first.seq);
    // Meanwhile a snapshot may have replaced the log.
    if (this.log[0]?.seq !== first.seq) return;
    this.log = [...(page.log ?? []), ...this.log];
    this.more = !!page.more;
  }

  private heard(lines: ChatLine[]) {
    const fresh = lines.filter((l) => !this.chat.some((x) => x.n === l.n));
    if (!fresh.length) return;
    this.chat = [...this.chat, ...fresh];
    this.news = this.lines.find((e) => e.seq === -fresh.at(-1)!.n) ?? null;
  }

  /** Ask over HTTP why there is no socket. Without an answer the socket goes on trying. */
  private async why() {
    const before = this.table;
    try {
      const s = await api.table(this.id);
      // The socket may be gone because we were signed out meanwhile.
      if (before) void session.load();
      if (!this.table) this.snapshot(s);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.silent = e.status === 0;
      if (e.status !== 0 && e.status < 500 && e.code !== 'too_many') {
        // Whoever may not look any more, and was here, may have been signed out: the page says so above.
        if (before) await session.load();
        this.error = e;
        this.close();
      }
    }
  }

  private take(m: Envelope) {
    switch (m.type) {
      case 'hello':
        heardVersion((m.data as Hello).api);
        this.saving = 'fine'; // a server that cannot save says so next
        break;
      case 'table':
        this.table = m.data as Table;
        break;
      case 'chat':
        this.heard((m.data as Chat).lines ?? []);
        break;
      case 'snapshot':
        this.snapshot(m.data as Snapshot);
        break;
      case 'saving':
        this.saving = (m.data as Saving).state;
        break;
      case 'presence': {
        this.present(m.data as Presence);
        break;
      }
      case 'update':
        if (m.seq <= this.seq) return;
        if (m.seq > this.seq + 1 || this.seq < 0) return this.socket.resync();
        this.update(m.seq, m.data as Update);
    }
  }

  private update(seq: number, u: Update) {
    if (u.game) {
      const frame = u.game;
      try {
        if (frame.view === undefined) frame.view = patched(this.view, (frame.patch ?? {}) as Patch);
      } catch {
        // The difference is against something else than we have: a resumed connection begins with a whole view.
        return this.socket.resync();
      }
      this.view = frame.view;
    }
    this.seq = seq;
    this.at = u.log.at;
    this.waiting.push({ seq, update: u });
    void this.show();
  }

  private snapshot(s: Snapshot) {
    // The table may have gone back to an earlier number: then nothing is drawn that we wait for, and what we sent may be lost.
    if (s.seq < this.seq) this.reached(this.seq);
    this.drawn = -1;
    this.seq = s.seq;
    this.at = s.log?.findLast((e) => e.seq === s.seq)?.at ?? 0;
    this.waiting = [];
    this.next();
    this.table = s.table;
    this.seat = s.seat ?? -1;
    this.present(s);
    this.log = s.log ?? [];
    this.more = !!s.log_more;
    this.chat = s.chat ?? [];
    if (s.game) this.clockFrom(s.game);
    this.frame = s.game ?? null;
    this.view = s.game?.view ?? null;
    this.error = null;
    this.silent = false;
    this.reached(s.seq);
  }

  /** The board shows everything up to an update. */
  private reached(seq: number) {
    this.drawn = Math.max(this.drawn, seq);
    for (const w of this.watchers.filter((x) => x.seq <= seq)) w.resolve();
    this.watchers = this.watchers.filter((x) => x.seq > seq);
  }

  private present(who: Presence) {
    this.online = who.online ?? [];
    this.spectators = who.spectators;
    this.failing = who.failing_bots ?? [];
    this.gone = who.gone;
    this.watching = who.watchers ?? [];
  }

  private clockFrom(f: Frame) {
    if (f.now) this.skew = f.now - Date.now();
  }

  private async show() {
    if (this.showing) return;
    this.showing = true;
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
        await this.showOne(next.seq, next.update);
        await this.pause(next.update);
      }
    } finally {
      this.showing = false;
    }
  }

  private async showOne(seq: number, u: Update) {
    const before = this.frame;
    if (u.game) this.clockFrom(u.game);
    const draw = async () => {
      if (u.table) this.table = u.table;
      this.seat = u.seat ?? -1;
      if (u.game) this.frame = u.game;
      const taken = new Set(u.log.undoes);
      this.log = [...this.log.map((e) => (taken.has(e.seq) ? { ...e, undone: true } : e)), u.log];
      this.news = u.log;
      await tick();
      // Of what happened in one moment only the last has a frame; until it comes, the board shows what was before all of it.
      if (u.game || !this.frame) this.reached(seq);
    };
    const events = u.log.events ?? [];
    // Far behind, or nothing to move: draw at once.
    if (!u.game || !before || !this.choreograph || events.length === 0 || this.waiting.length > patience()) return draw();
    const groups = events.map((e) => ({ e, motions: this.choreograph!(e, before, u.game!) })).filter((g) => g.motions.length > 0);
    await stage(
      groups.map((g) => g.motions),
      draw,
    );
    // Where all choose at once, our own choice may be the one that reveals the others'.
    touch(groups.filter((g) => u.log.seat !== this.seat || othersDeed(g.e, this.seat)).map((g) => g.motions));
  }

  /** Bots play at the pace the player chose; at a table with a running clock nobody is kept waiting. */
  private async pause(u: Update) {
    if (!u.log.bot || !u.log.events?.length || !u.game || u.game.result || document.hidden || this.table?.clock.kind === 'live') return;
    const ms = { fast: 0, usual: settings.speed === 'off' || !this.waiting.length ? 0 : 350, slow: 1600, step: Infinity }[settings.bots];
    if (!ms || this.waiting.length > patience()) return;
    this.held = ms === Infinity;
    await new Promise<void>((resolve) => {
      this.goOn = resolve;
      if (ms < Infinity) setTimeout(resolve, ms);
    });
    this.goOn = null;
    this.held = false;
  }

  /** Show the next of the bots' moves now. */
  next() {
    this.goOn?.();
  }

  /** Mark on the board what came since this seat's last decision. */
  remind() {
    const frame = this.frame;
    if (!frame || !this.choreograph) return;
    const from = freshFrom(this.log, this.seat);
    const events = this.log.slice(Math.max(0, from - 1)).flatMap((e, i) => (e.undone ? [] : (e.events ?? []).filter((x) => i > 0 || othersDeed(x, this.seat))));
    touch(events.map((e) => this.choreograph!(e, frame, frame)));
  }

  /**
   * Ask something of the table. The promise rejects with an ApiError when it is refused. A move is on its way until the board
   * shows it: before that, what is on the screen is no longer to be decided. So are settings, which are changed from what the page knows of them.
   */
  async send(type: string, data: CommandData = {}): Promise<void> {
    this.sending++;
    try {
      const seq = await this.socket.send(type, data);
      if ((type === 'move' || type === 'configure') && seq > this.drawn) await new Promise<void>((resolve) => this.watchers.push({ seq, resolve }));
    } finally {
      this.sending--;
    }
  }

  /** Reconnect as the current person. */
  reenter() {
    this.socket.resync();
  }

  /** Whom the person mutes has changed: what was said is asked for anew. */
  rehear() {
    this.chat = [];
    this.reenter();
  }

  close() {
    this.next();
    this.reached(Infinity);
    this.socket.close();
  }
}

/** How many updates may wait to be shown one after the other; beyond that they are drawn at once. */
function patience(): number {
  return settings.bots === 'slow' || settings.bots === 'step' ? 60 : 12;
}

function othersDeed(e: GameEvent, seat: number): boolean {
  return e.seat !== seat;
}
