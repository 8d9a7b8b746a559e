// The person using this browser. Guests need only a name; the server keeps the session in a cookie.

import { api, ApiError } from './api';
import { p } from './i18n.svelte';
import { randomHex } from './random';
import { heardVersion } from './version';
import type { Catalogue, Info, Session as Who } from './types';

/** Set by the server beside the session's cookie, which no script can see; it says that there is a session. */
const knownCookie = 'mirabilia_known=';

/** Pages of before kept the mark here. */
const oldMark = 'mirabilia-known';

/** The name of a guest who has not chosen one, in all languages ("home.guest"). */
const guests = ['Guest', 'Vendég'];

function known(): boolean {
  if (document.cookie.split('; ').some((c) => c.startsWith(knownCookie))) return true;
  try {
    return localStorage.getItem(oldMark) !== null;
  } catch {
    return true;
  }
}

/** What can be played, as the server last said it: without a network, games on this device still start. */
const catalogueShelf = 'mirabilia-catalogue';

function remember(c: Catalogue): Catalogue {
  try {
    localStorage.setItem(catalogueShelf, JSON.stringify(c));
  } catch {
    // Without storage there is nothing to play offline.
  }
  return c;
}

function remembered(): Catalogue | null {
  try {
    return JSON.parse(localStorage.getItem(catalogueShelf) ?? 'null');
  } catch {
    return null;
  }
}

/** Why a session ended is kept until somebody has read it: the server says it once. */
const endedShelf = 'mirabilia-ended';

function recalled(): string {
  try {
    return localStorage.getItem(endedShelf) ?? '';
  } catch {
    return '';
  }
}

class Session {
  who: Who | null = $state(null);
  /** Why the session of this browser has ended, as the reason of a refusal; empty if it has not, or somebody has read it. */
  ended = $state(recalled());
  catalogue: Catalogue | null = $state(null);
  /** The server does not answer. */
  offline = $state(false);

  /** Ask the server who we are and what can be played. */
  async load() {
    try {
      // Newcomers are not asked who they are.
      const [who, catalogue] = await Promise.all([
        known()
          ? api.session().catch((e) => {
              if (!(e instanceof ApiError) || e.status === 0) throw e;
              if (e.refused.reason.startsWith('ended_')) this.end(e.refused.reason);
              return null;
            })
          : null,
        api.catalogue().then(remember),
      ]);
      this.who = who;
      if (who?.kept) this.end('');
      heardVersion(who?.api);
      this.catalogue = catalogue;
      this.offline = false;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.offline = e.status === 0;
      this.catalogue ??= remembered();
    }
  }

  /** Keep why the session has ended; empty: it was read. */
  end(why: string) {
    this.ended = why;
    try {
      if (why) localStorage.setItem(endedShelf, why);
      else localStorage.removeItem(endedShelf);
    } catch {
      // Without storage it is told until the page is loaded again.
    }
  }

  /** Be someone: with the name given, or as a guest. */
  async ensure(name?: string): Promise<Who> {
    this.who ??= await api.signIn(name?.trim() || p('home.guest'));
    return this.who;
  }

  /** Players need a name before they play with others; a guest who only played bots has none yet. */
  get nameless(): boolean {
    return !this.who || guests.includes(this.who.name);
  }

  async rename(name: string) {
    this.who = this.who ? await api.rename(name) : await api.signIn(name);
  }

  info(game: string): Info | undefined {
    return [...(this.catalogue?.games ?? []), ...(this.catalogue?.matches ?? [])].find((g) => g.id === game);
  }
}

export const session = new Session();

/** A share of chance for the deal: 32 random bytes as hex. */
export function nonce(): string {
  return randomHex(32);
}

/** An id for a command, unique among ours. */
export function commandId(): string {
  return randomHex(12);
}
