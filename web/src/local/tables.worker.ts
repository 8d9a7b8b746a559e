// The worker that plays the tables of this device. Of all tabs one leads: it holds a lock, runs the engine and answers the
// others, so two tabs never play one table at once. When the leading tab is closed, or sleeps and does not answer, another takes over.

import type { Person } from '../lib/backend';
import * as journal from './journal';
import type { Catalogue } from '../lib/types';
import type { Ask, Drawn, Told } from './messages';
import { compile, engineUrl, start } from './module';

interface Engine {
  ask(r: { method: string; path: string; body: string; person: Person }, answer: (status: number, body: string) => void): void;
  follow(table: string, person: Person, since: number, message: (text: string) => void, ended: () => void): () => void;
  command(table: string, person: Person, command: string, answer: (message: string) => void): void;
}

const me = crypto.randomUUID?.() ?? String(Math.random());
const lock = 'mirabilia-tables';

/** Between tabs: what is asked of the leader, that it heard it, what it tells, and that there is a new one. */
type Between = { to: 'leader'; from: string; ask: Ask } | { to: string; heard: number } | { to: string; told: Told } | { leads: string };

const channel = new BroadcastChannel(lock);

/** Set while this worker leads. */
let engine: Promise<Engine> | null = null;
/** The engine has started. */
let ready = false;
/** What our page asked and is not finished, by number; asked again when another leads. */
const open = new Map<number, Ask>();
/** Asked of another tab and not heard yet. */
const unheard = new Map<number, ReturnType<typeof setTimeout>>();
/** How long a leader may take to hear. One that sleeps in a background tab never does. */
const patience = 4000;

const tell = (m: Told) => postMessage(m);

/** What the person who owns the device is called; the page says it with everything it asks. */
const owner = { name: '' };

/** What waits until our page has drawn what it was told. */
const undrawn: (() => void)[] = [];
/** How long it waits at most: a page that goes to the background draws no more. */
const drawPatience = 5000;

/** Resolves when our page has drawn what it was told. Drawing and thinking at once is too much for a slow device. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    undrawn.push(resolve);
    tell({ kind: 'draw' });
    setTimeout(resolve, drawPatience);
  });
}

/** Start an engine. Its bots get their worker when the page has drawn its first board. */
async function boot(url: string | undefined): Promise<Engine> {
  if (!url) throw new Error('the page was built without an engine');
  const module = await compile(url, (part) => tell({ kind: 'progress', part }));
  const waiting = new Map<number, { resolve: (move: string) => void; reject: (e: Error) => void }>();
  let thoughts = 0;
  const bots = drawn().then(() => {
    const worker = new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module', name: 'bots' });
    worker.onmessage = (e: MessageEvent<{ n: number; move?: string; why?: string }>) => {
      const w = waiting.get(e.data.n);
      waiting.delete(e.data.n);
      if (e.data.move !== undefined) w?.resolve(e.data.move);
      else w?.reject(new Error(e.data.why));
    };
    worker.postMessage({ module });
    // While the player looks at the board, the bots rehearse a game like the latest one, which is nearly always the one that was opened.
    void journal.listed().then(([latest]) => latest && worker.postMessage({ rehearse: JSON.stringify(latest) }), () => {});
    return worker;
  });
  return start<Engine>(module, {
    role: 'tables',
    get me() {
      return owner.name;
    },
    append: (b: journal.Batch) => journal.append(b, url),
    load: journal.load,
    entries: journal.entries,
    drop: journal.drop,
    think: (data: string) =>
      new Promise<string>((resolve, reject) => {
        const n = ++thoughts;
        waiting.set(n, { resolve, reject });
        void Promise.all([bots, drawn()]).then(([worker]) => worker.postMessage({ n, think: data }));
      }),
    release: (player: number) => void bots.then((worker) => worker.postMessage({ release: player })),
  });
}

/** Engines of earlier versions of the page, for games that were begun with other rules. */
const earlier = new Map<string, Promise<Engine>>();
let rules: Promise<Map<string, string>> | null = null;

/** The engine that plays a table: the one it began with, if the rules have changed since. */
async function engineFor(table: string): Promise<Engine> {
  const now = await engine!;
  const from = await journal.origin(table).catch(() => null);
  if (!from || from.engine === engineUrl) return now;
  rules ??= new Promise((resolve) =>
    now.ask({ method: 'GET', path: '/games', body: '', person: { id: '', name: '' } }, (_, body) =>
      resolve(new Map((JSON.parse(body) as Catalogue).games.map((g) => [g.id, g.rules]))),
    ),
  );
  if ((await rules).get(from.game) === from.rules) return now;
  let old = earlier.get(from.engine);
  if (!old) {
    old = boot(from.engine);
    earlier.set(from.engine, old);
    // Without its engine the table says itself that its rules are gone.
    old.catch(() => earlier.set(from.engine, engine!));
  }
  return old.catch(() => now);
}

/** The table that something is asked of. */
const tableOf = (ask: Ask) => (ask.kind === 'ask' ? (/^\/tables\/([^/?]+)/.exec(ask.path)?.[1] ?? '') : ask.kind === 'unfollow' ? '' : ask.table);

/** Who follows what, to be ended: by tab and number. */
const following = new Map<string, () => void>();

/** Do what a page asked, here. */
async function serve(from: string, ask: Ask, told: (m: Told) => void) {
  if ('person' in ask && ask.person.name) owner.name = ask.person.name;
  const table = tableOf(ask);
  const e = table ? await engineFor(decodeURIComponent(table)) : await engine!;
  const key = `${from} ${ask.n}`;
  switch (ask.kind) {
    case 'ask':
      return e.ask(ask, (status, body) => told({ n: ask.n, kind: 'answer', status, body }));
    case 'command':
      return e.command(ask.table, ask.person, ask.command, (text) => told({ n: ask.n, kind: 'message', text }));
    case 'follow':
      following.get(key)?.();
      following.set(
        key,
        e.follow(
          ask.table,
          ask.person,
          ask.since,
          (text) => told({ n: ask.n, kind: 'message', text }),
          () => {
            following.delete(key);
            told({ n: ask.n, kind: 'ended' });
          },
        ),
      );
      return;
    case 'unfollow':
      following.get(key)?.();
      following.delete(key);
  }
}

/** Give our page what was told, and note what is finished by it. */
function arrived(m: Told) {
  if ('n' in m) {
    const asked = open.get(m.n);
    if (!asked) return;
    if (m.kind !== 'message' || asked.kind === 'command') open.delete(m.n);
  }
  tell(m);
}

function send(ask: Ask) {
  // While the engine starts, what is asked waits among the open ones.
  if (engine) return void (ready && serve(me, ask, arrived));
  channel.postMessage({ to: 'leader', from: me, ask } satisfies Between);
  clearTimeout(unheard.get(ask.n));
  unheard.set(ask.n, setTimeout(() => lead(true), patience));
}

channel.onmessage = ({ data: m }: MessageEvent<Between>) => {
  if ('leads' in m) {
    // What was asked of the leader before is asked again. Only commands and followers may be: they are known by their numbers.
    if (m.leads !== me && !engine) for (const ask of open.values()) if (ask.kind !== 'ask') send(ask);
  } else if ('ask' in m) {
    if (!engine) return;
    channel.postMessage({ to: m.from, heard: m.ask.n } satisfies Between);
    void serve(m.from, m.ask, (told) => channel.postMessage({ to: m.from, told } satisfies Between));
  } else if (m.to !== me) return;
  else if ('heard' in m) {
    clearTimeout(unheard.get(m.heard));
    unheard.delete(m.heard);
  } else arrived(m.told);
};

/** Lead as soon as nobody else does; with steal at once, because the leader does not answer. */
function lead(steal = false) {
  for (const t of unheard.values()) clearTimeout(t);
  unheard.clear();
  if (engine) return;
  const held = () => {
    // A worker that took the lock by force still waits for it in the queue.
    if (engine) return;
    engine = boot(engineUrl);
    engine.then(
      () => {
        ready = true;
        channel.postMessage({ leads: me } satisfies Between);
        for (const ask of open.values()) send(ask);
      },
      (e) => tell({ kind: 'failed', why: String(e) }),
    );
    return new Promise<never>(() => {});
  };
  // A page that is not served securely has no locks; then each tab plays for itself, and the journal refuses the slower one.
  if (!navigator.locks) return void held();
  navigator.locks.request(lock, steal ? { steal } : {}, held).catch(() => {
    // Another tab has taken the lock: what this engine has in memory is out of date.
    tell({ kind: 'replaced' });
    close();
  });
}

onmessage = (e: MessageEvent<Ask | Drawn>) => {
  const ask = e.data;
  if (ask.kind === 'drawn') {
    for (const go of undrawn.splice(0)) go();
    return;
  }
  if (ask.kind === 'unfollow') open.delete(ask.n);
  else open.set(ask.n, ask);
  send(ask);
};

lead();
