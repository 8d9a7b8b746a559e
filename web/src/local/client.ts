// The page's side of the device's own tables: asks the worker what it would ask a server, and follows tables as a socket does.

import { ApiError, refusals } from '../lib/api';
import type { Backend, Follow, Following, Person } from '../lib/backend';
import { whenDrawn } from '../lib/drawn';
import { p } from '../lib/i18n.svelte';
import { commandId, session } from '../lib/session.svelte';
import type { Command, CommandData, Envelope } from '../lib/types';
import { fetching } from './fetching.svelte';
import type { Ask, Drawn, Told } from './messages';
import { engineUrl } from './module';

/** The player of this device at tables that nobody shares. */
const owner = 'me';

/** Whether this browser can play by itself. */
export const possible = () => !!engineUrl && typeof WebAssembly === 'object' && typeof WebAssembly.compileStreaming === 'function' && typeof Worker === 'function' && typeof indexedDB === 'object' && typeof BroadcastChannel === 'function';

/** The owner of the device, who plays alone with bots and sees of a shared table what a spectator sees. */
const myself = (): Person => ({ id: owner, name: session.who?.name ?? p('home.guest') });

const failed = (why: string) => new ApiError({ code: 'unavailable', reason: 'engine', message: why }, 0);

type Handler = (m: Exclude<Told, { kind: 'progress' } | { kind: 'draw' } | { kind: 'failed' } | { kind: 'replaced' }>) => void;
type Unnumbered = Ask extends infer A ? (A extends Ask ? Omit<A, 'n'> : never) : never;

class Client implements Backend {
  private worker: Worker | null = null;
  private n = 0;
  private handlers = new Map<number, { ask: Ask; handle: Handler; fail: (why: string) => void }>();

  private post(ask: Ask) {
    if (!this.worker) this.open();
    this.worker!.postMessage(ask);
  }

  private open() {
    const w = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module', name: 'tables' });
    this.worker = w;
    w.onmessage = (e: MessageEvent<Told>) => this.worker === w && this.take(e.data);
    w.onerror = (e) => {
      e.preventDefault();
      if (this.worker === w) this.take({ kind: 'failed', why: e.message || 'the worker could not be started' });
    };
  }

  private take(m: Told) {
    if (m.kind === 'progress') fetching.part = m.part;
    else if (m.kind === 'draw') void whenDrawn(() => this.worker?.postMessage({ kind: 'drawn' } satisfies Drawn));
    else if (m.kind === 'failed') {
      this.worker?.terminate();
      this.worker = null;
      for (const h of [...this.handlers.values()]) h.fail(m.why);
    } else if (m.kind === 'replaced') {
      // The next worker asks the tab that leads now; what was on its way is asked again.
      this.worker = null;
      for (const h of [...this.handlers.values()]) {
        if (h.ask.kind === 'ask') h.fail('another tab plays this game');
        else this.post(h.ask);
      }
    } else this.handlers.get(m.n)?.handle(m);
  }

  private say(ask: Unnumbered, handle: Handler, fail: (why: string) => void): number {
    const n = ++this.n;
    const whole = { ...ask, n } as Ask;
    this.handlers.set(n, { ask: whole, handle, fail });
    this.post(whole);
    return n;
  }

  ask<T>(method: string, path: string, body?: unknown, person = myself()): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const n = this.say(
        { kind: 'ask', method, path, body: body === undefined ? '' : JSON.stringify(body), person },
        (m) => {
          this.handlers.delete(n);
          if (m.kind !== 'answer') return;
          if (path.endsWith('/record') && m.status === 200) return resolve(m.body as T);
          const data = JSON.parse(m.body);
          if (m.status === 200) resolve(data as T);
          else void refusals().then(() => reject(new ApiError(data.error, m.status)));
        },
        (why) => {
          this.handlers.delete(n);
          reject(failed(why));
        },
      );
    });
  }

  follow(table: string, on: Follow, who?: Person): Following {
    const person = () => who ?? myself();
    let n = 0;
    let shut = false;
    const connect = () => {
      if (shut) return;
      on.link('connecting');
      n = this.say(
        { kind: 'follow', table, since: on.since(), person: person() },
        (m) => {
          if (m.kind === 'message') {
            on.link('live');
            on.message(JSON.parse(m.text) as Envelope);
          } else if (m.kind === 'ended') {
            // The table let us go: ask why, and come back.
            this.handlers.delete(n);
            on.failed();
            setTimeout(connect, 500);
          }
        },
        () => {
          this.handlers.delete(n);
          on.link('lost');
          setTimeout(connect, 3000);
        },
      );
    };
    const leave = () => {
      this.handlers.delete(n);
      this.worker?.postMessage({ n, kind: 'unfollow' } satisfies Ask);
    };
    connect();
    return {
      send: (type: string, data: CommandData = {}) =>
        new Promise<number>((resolve, reject) => {
          const command: Command = { id: commandId(), type, data };
          const c = this.say(
            { kind: 'command', table, command: JSON.stringify(command), person: person() },
            (m) => {
              this.handlers.delete(c);
              if (m.kind !== 'message') return;
              const answer = JSON.parse(m.text) as Envelope;
              if (answer.type === 'ack') resolve(answer.seq);
              else reject(new ApiError((answer.data as { error: ApiError['refused'] }).error, 409));
            },
            (why) => {
              this.handlers.delete(c);
              reject(failed(why));
            },
          );
        }),
      resync: () => {
        leave();
        connect();
      },
      close: () => {
        shut = true;
        leave();
        on.link('closed');
      },
    };
  }
}

export const device = new Client();
