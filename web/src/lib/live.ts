// The socket of this page: the server says by it that something which the page shows has changed, and the page asks for it. It is open while somebody watches, and comes
// back by itself. It is only a help: a page that watches also asks now and then, because news may be lost on the way.

import type { Envelope, LiveTournament } from './types';

interface Watcher {
  id: string;
  news: () => void;
}

class Live {
  #ws: WebSocket | null = null;
  #watcher: Watcher | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether news come by themselves. */
  get open(): boolean {
    return this.#ws?.readyState === WebSocket.OPEN;
  }

  /** Hear of changes to a tournament; returns what ends it. */
  watch(id: string, news: () => void): () => void {
    const watcher = { id, news };
    this.#watcher = watcher;
    if (this.open) this.#say();
    else this.#connect();
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
    return () => {
      if (this.#watcher !== watcher) return; // another page watches already
      this.#watcher = null;
      removeEventListener('online', this.#now);
      document.removeEventListener('visibilitychange', this.#now);
      clearTimeout(this.#timer);
      this.#ws?.close();
      this.#ws = null;
    };
  }

  #now = () => {
    if (this.#watcher && !document.hidden && (!this.#ws || this.#ws.readyState > WebSocket.OPEN)) this.#connect();
  };

  #say() {
    this.#ws?.send(JSON.stringify({ tournament: this.#watcher?.id ?? '' }));
  }

  #connect() {
    clearTimeout(this.#timer);
    if (this.#ws && this.#ws.readyState <= WebSocket.OPEN) return;
    const ws = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`);
    this.#ws = ws;
    ws.onopen = () => {
      this.#tries = 0;
      this.#say();
    };
    ws.onmessage = (e) => {
      const m = JSON.parse(e.data) as Envelope;
      if (this.#ws === ws && m.type === 'tournament' && (m.data as LiveTournament).id === this.#watcher?.id) this.#watcher.news();
    };
    ws.onclose = () => {
      if (this.#ws !== ws) return;
      this.#ws = null;
      if (!this.#watcher) return;
      const wait = Math.min(30_000, 500 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
      this.#timer = setTimeout(() => this.#connect(), wait);
    };
  }
}

export const live = new Live();
