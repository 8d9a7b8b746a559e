// Friends, and tables to which others ask us. While the page is in front the server is asked for them now and then, which also says that we are here.

import { api, ApiError, refusalText } from './api';
import { doorOptions, type Door } from './doors';
import { router } from './router.svelte';
import { commandId, session } from './session.svelte';
import { play } from './sound';
import { notes } from './toast.svelte';
import type { Ask, FriendList } from './types';

const every = 20_000;

class Friends {
  told: FriendList | null = $state.raw(null);

  /** The tables to which others ask us. */
  get asks(): Ask[] {
    return this.told?.asks ?? [];
  }

  /** Ask the server now and then while the page is open. Guests have no friends. */
  watch() {
    const look = () => !document.hidden && session.who?.kept && void this.look();
    const timer = setInterval(look, every);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }

  async look() {
    await this.#take(api.friends, false);
  }

  befriend(name: string) {
    return this.#take(() => api.befriend(name));
  }

  unfriend(name: string) {
    return this.#take(() => api.unfriend(name));
  }

  /** Sit down where we are asked to, or not. */
  async answer(ask: Ask, yes: boolean) {
    if (this.told) this.told = { ...this.told, asks: this.told.asks.filter((a) => a.id !== ask.id) };
    try {
      await api.answerAsk(ask.id, yes);
      if (!yes) return;
      await api.command(ask.table, { id: commandId(), type: 'join', data: {} });
      router.go(`/t/${ask.table}`);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      notes.show(refusalText(e.refused), 'bad');
    }
  }

  /** Open a table at a game, ask somebody to it, and go there: what it is played with can still be changed. */
  async invite(name: string, d: Door) {
    const info = session.info(d.game);
    if (!info) return;
    try {
      const seats = Math.max(info.min_seats, 2);
      const { table } = await api.createTable({ game: d.game, seats, options: doorOptions(d), clock: { kind: 'none' }, public: false, rated: false, hide_unseen: false, seat: 0, bots: [] });
      await api.ask(name, table.id);
      router.go(`/t/${table.id}`);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      notes.show(refusalText(e.refused), 'bad');
    }
  }

  async #take(what: () => Promise<FriendList>, say = true) {
    try {
      const before = this.asks.map((a) => a.id);
      this.told = await what();
      if (this.asks.some((a) => !before.includes(a.id))) play('turn');
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      if (say) notes.show(refusalText(e.refused), 'bad');
    }
  }
}

export const friends = new Friends();
