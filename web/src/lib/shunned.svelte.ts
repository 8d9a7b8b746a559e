// Whom the person mutes and blocks.

import { api } from './api';
import { session } from './session.svelte';
import type { Shunned } from './types';

class ShunnedPeople {
  list: Shunned[] = $state([]);

  /** Ask the server; nobody shuns anyone who has never been here. */
  async load() {
    const asked = session.who ? api.shunned() : Promise.resolve({ people: [] });
    this.list = (await asked).people;
  }

  /** How a person is shunned; undefined if not at all. */
  of(person: string): Shunned | undefined {
    return this.list.find((x) => x.person === person);
  }

  async add(person: string, blocked: boolean) {
    await session.ensure();
    await api.shun(person, blocked);
    await this.load();
  }

  async end(person: string) {
    await api.unshun(person);
    await this.load();
  }
}

export const shunned = new ShunnedPeople();
