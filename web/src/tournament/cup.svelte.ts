// A tournament as the server last told it. While its page is in front it is asked for again whenever the server says that it has changed.

import { api, ApiError, refusalText } from '../lib/api';
import { live } from '../lib/live';
import { notes } from '../lib/toast.svelte';
import type { Tournament, TournamentDeed } from '../lib/types';

/** How often it is asked for unbidden: rarely while the server tells of changes, more often where it cannot. */
const calm = 30_000;
const unheard = 5000;
/** Free players of an arena are paired so often. */
const pairing = 10_000;

export class Cup {
  told: Tournament | null = $state.raw(null);
  refused: ApiError | null = $state.raw(null);
  /** The server's clock. */
  now = $state(Date.now());
  #ahead = 0;

  constructor(readonly id: string) {}

  /** Ask when there is news, and now and then; let the clock run. Returns what ends it. */
  watch() {
    void this.look();
    let asked = Date.now();
    const ask = () => {
      asked = Date.now();
      if (!document.hidden) void this.look();
    };
    const unwatch = live.watch(this.id, ask);
    const tick = setInterval(() => {
      this.now = Date.now() + this.#ahead;
      if (!document.hidden && Date.now() - asked >= (live.open || this.#over ? calm : unheard)) ask();
    }, 250);
    document.addEventListener('visibilitychange', ask);
    return () => {
      unwatch();
      clearInterval(tick);
      document.removeEventListener('visibilitychange', ask);
    };
  }

  get #over(): boolean {
    return this.told?.state === 'finished' || this.told?.state === 'cancelled';
  }

  /** When free players are paired next, by the server's clock. */
  get next(): number {
    const next = this.told?.next ?? 0;
    return next + Math.max(0, Math.ceil((this.now - next) / pairing)) * pairing;
  }

  async look() {
    try {
      this.#take(await api.tournament(this.id));
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      if (!this.told || e.status === 404) this.refused = e;
    }
  }

  want(what: string) {
    return this.#ask(() => api.inTournament(this.id, what));
  }

  leave() {
    return this.#ask(() => api.leaveTournament(this.id));
  }

  do(deed: TournamentDeed) {
    return this.#ask(() => api.doTournament(this.id, deed));
  }

  async #ask(what: () => Promise<Tournament>): Promise<boolean> {
    try {
      this.#take(await what());
      return true;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      notes.show(refusalText(e.refused), 'bad');
      void this.look();
      return false;
    }
  }

  #take(t: Tournament) {
    if (this.told && t.now < this.told.now) return; // overtaken on the way
    this.#ahead = t.now - Date.now();
    this.now = t.now;
    this.told = t;
    this.refused = null;
  }
}
