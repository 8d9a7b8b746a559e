// The rules beside a board: which game's, and where they are opened.

class Beside {
  shown: { game: string; anchor: string } | null = $state.raw(null);

  open(game: string, anchor = '') {
    this.shown = { game, anchor };
  }

  close() {
    this.shown = null;
  }
}

export const rulesBeside = new Beside();
