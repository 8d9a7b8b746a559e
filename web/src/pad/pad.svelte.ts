// The game that is on the pad, and those that were.

import { allGames, dropGame, keepGame, type PadGame, type Player } from './keep';
import { kinds, outcome, type KindId } from './score';

/** How many presses can be undone. */
const memory = 100;

class Pad {
  games: PadGame[] = $state.raw([]);
  current: PadGame | null = $state.raw(null);
  /** The result is shown. */
  showing = $state(false);
  /** What the last press came to. */
  state: 'saved' | 'saving' | 'unsaved' = $state('saved');
  private past: PadGame[] = [];
  undoable = $state(false);

  readonly outcome = $derived(this.current ? outcome(this.current) : null);
  readonly kind = $derived(this.current ? kinds[this.current.kind] : null);
  readonly unfinished = $derived(this.games.find((g) => !g.done) ?? null);

  async load() {
    this.games = await allGames().catch(() => this.games);
  }

  /** Names of earlier evenings with their colours, the most frequent first. */
  get known(): Player[] {
    const seen = new Map<string, { player: Player; n: number }>();
    for (const g of this.games) {
      for (const player of g.players) {
        const s = seen.get(player.name);
        if (s) s.n++;
        else seen.set(player.name, { player, n: 1 });
      }
    }
    return [...seen.values()].sort((a, b) => b.n - a.n).map((s) => s.player);
  }

  begin(kind: KindId, players: Player[]) {
    const now = Date.now();
    this.past = [];
    this.undoable = this.showing = false;
    this.put({ id: `${now.toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`, kind, players, entries: players.map(() => ({})), started: now, done: 0, ...(kinds[kind].game === 'duel' ? { way: 'points' } : {}) });
  }

  open(g: PadGame) {
    this.past = [];
    this.undoable = false;
    this.current = g;
    this.showing = g.done > 0;
  }

  /** Put the pad away; the game stays among the evenings. */
  leave() {
    this.current = null;
    this.showing = false;
  }

  private put(g: PadGame) {
    this.current = g;
    this.games = [g, ...this.games.filter((x) => x.id !== g.id)].sort((a, b) => b.started - a.started);
    this.state = 'saving';
    keepGame(g).then(
      () => this.current === g && (this.state = 'saved'),
      () => (this.state = 'unsaved'),
    );
  }

  /** Change the game on the pad; every change can be undone and is kept at once. */
  change(by: Partial<PadGame>) {
    const was = this.current;
    if (!was) return;
    this.past = [...this.past.slice(1 - memory), was];
    this.undoable = true;
    this.put({ ...was, ...by, ...(was.done ? { corrected: Date.now() } : {}) });
  }

  enter(player: number, field: string, value: number) {
    if (!this.current) return;
    this.change({ entries: this.current.entries.map((e, i) => (i === player ? { ...e, [field]: value } : field === 'cat' && value ? { ...e, cat: 0 } : e)) });
  }

  undo() {
    const was = this.past.pop();
    this.undoable = this.past.length > 0;
    if (was) this.put(was);
  }

  finish() {
    if (!this.current) return;
    if (!this.current.done) this.put({ ...this.current, done: Date.now() });
    this.showing = true;
  }

  async remove(id: string) {
    this.games = this.games.filter((g) => g.id !== id);
    await dropGame(id).catch(() => {});
  }
}

export const pad = new Pad();
