// The tooltip's state: what is shown, where, and who explains keys. The board or page that is mounted gives the
// explanation; parts only carry data-tip.

import type { Tip } from '../games/contract';

class Tips {
  /** The key shown, and the element it belongs to. */
  shown: { key: string; el: HTMLElement; pinned: boolean } | null = $state.raw(null);
  private explain: ((key: string) => Tip | null)[] = [];

  /** Explain keys until the returned function is called; what is explained then is gone. */
  from(describe: (key: string) => Tip | null): () => void {
    this.explain.unshift(describe);
    return () => {
      this.explain = this.explain.filter((d) => d !== describe);
      this.close();
    };
  }

  tip(key: string): Tip | null {
    for (const d of this.explain) {
      const tip = d(key);
      if (tip) return tip;
    }
    return null;
  }

  open(el: HTMLElement, pinned: boolean) {
    const key = el.dataset.tip;
    if (key) this.shown = { key, el, pinned };
  }

  close() {
    this.shown = null;
  }
}

export const tips = new Tips();
