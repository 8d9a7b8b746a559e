// Looking for opponents. While we look, the server is asked every other second what became of it.

import { api, ApiError, refusalText } from './api';
import { p } from './i18n.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';
import { play } from './sound';
import { notes } from './toast.svelte';
import type { Call, Seek, SeekRequest, Seeking } from './types';

const every = 2000;
/** The calls whose table was opened here, so that a page that is loaded again does not go there again. */
const place = 'mirabilia-call';
/** Says that this tab looks for opponents, so that a page that is loaded again asks. */
const mark = 'mirabilia-seek';

class Seeker {
  told: Seeking | null = $state(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get seeks(): Seek[] {
    return this.told?.seeks ?? [];
  }

  /** The seek that is waited for at the screen. */
  get live(): Seek | undefined {
    return this.seeks.find((s) => !s.days);
  }

  /** The call that wants an answer. */
  get call(): Call | undefined {
    const call = this.told?.call;
    return call && !call.table && call.left > 0 && !call.people.find((x) => x.you)?.yes ? call : undefined;
  }

  /** Something is under way that the page shows. */
  get active(): boolean {
    return !!this.live || !!this.call;
  }

  /** How many others look for the same. */
  waiting(game: string, days: boolean, rated: boolean): number {
    const own = this.seeks.some((s) => s.game === game && s.days === days && s.rated === rated);
    return (this.told?.pools.find((x) => x.game === game && x.days === days && x.rated === rated)?.waiting ?? 0) - Number(own);
  }

  /** Go on looking after the page was loaded again. */
  resume() {
    if (sessionStorage.getItem(mark)) void this.look();
  }

  /** Ask once; go on asking while there is something to wait for. */
  async look() {
    clearTimeout(this.#timer);
    try {
      await this.#take(await api.seeks());
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
    }
    this.#again();
  }

  async begin(wish: SeekRequest) {
    await this.#ask(async () => {
      await session.ensure();
      return api.seek(wish);
    });
  }

  async end(id: string) {
    if (this.told) this.told.seeks = this.told.seeks.filter((s) => s.id !== id);
    await this.#ask(async () => (await api.endSeek(id), api.seeks()));
  }

  async answer(call: Call, accept: boolean) {
    if (!accept && this.told) this.told.call = undefined;
    await this.#ask(() => api.answerCall(call.id, accept));
  }

  async #ask(what: () => Promise<Seeking>) {
    clearTimeout(this.#timer);
    try {
      await this.#take(await what());
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      notes.show(refusalText(e.refused), 'bad');
    }
    this.#again();
  }

  #again() {
    clearTimeout(this.#timer);
    const waits = this.seeks.length > 0 || !!this.told?.call;
    if (waits) {
      sessionStorage.setItem(mark, '1');
      this.#timer = setTimeout(() => this.look(), every);
    } else sessionStorage.removeItem(mark);
  }

  async #take(now: Seeking) {
    const before = this.told;
    this.told = now;
    const { call } = now;
    if (call?.table) return this.#open(call);
    if (before?.call && !call && before.call.left < 2 * every && !now.seeks.length && !before.call.people.find((x) => x.you)?.yes) notes.show(p('home.seek_ended'));
    if (!this.call) return;
    if (before?.call?.id !== this.call.id) play('turn');
    // Whoever waits at the home page has nothing to leave: they sit down at once.
    if (router.route.page === 'home' && !document.hidden) await this.answer(this.call, true);
  }

  /** Go to the table that was opened, once. */
  #open(call: Call) {
    if (sessionStorage.getItem(place) === call.id) return;
    sessionStorage.setItem(place, call.id);
    play('turn');
    if (!call.days) router.go(`/t/${call.table}`);
  }
}

export const seeker = new Seeker();
