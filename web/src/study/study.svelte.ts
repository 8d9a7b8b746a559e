// The work on one game: what the server keeps of it, what this device has found, and the engine that goes on from there.

import { api, ApiError } from '../lib/api';
import { analyst, isHere, type Analyst, type Found } from './analyst';
import { kept, keep } from './keep';
import { studyUrl } from '../local/module';
import type { AnalysedBy, StoredAnalysis } from '../lib/types';
import { deepCost, depth, type Mga } from './mga';

export type State = 'loading' | 'computing' | 'paused' | 'done' | 'failed' | 'cannot';

/** A measurement of the speed takes so many milliseconds at least. */
const measured = 3000;
const paceShelf = 'mirabilia-study-pace';

function pace(): number | null {
  try {
    return Number(localStorage.getItem(paceShelf)) || null;
  } catch {
    return null;
  }
}

function keepPace(n: number) {
  try {
    localStorage.setItem(paceShelf, String(n));
  } catch {
    // Then it is measured again.
  }
}

export class Study {
  state: State = $state('loading');
  analysis: Mga | null = $state.raw(null);
  /** Which pass of the work this is, and how far it is. */
  progress = $state.raw({ pass: 0, done: 0, all: 0 });
  /** How much of the engine has been fetched, from 0 to 1. */
  fetched = $state(1);
  /** Minutes that the work will still take; null while that is not known. */
  left: number | null = $state(null);
  /** Whose device computed it; empty if it was this one. */
  by: string | null = $state(null);

  /** Whose devices have sent one, too. */
  others: AnalysedBy[] = $state.raw([]);

  /** Another engine than today's found it. */
  older = $state(false);

  private here = false;
  private analyst: Analyst | null = null;
  private keptAt = 0;
  private started = 0;
  private pieces = 0;
  /** Where the measurement of this device's speed began. */
  private from: { time: number; depth: number } | null = null;
  /** How much this device spends in a millisecond; null if it never worked for long enough. */
  private pace: number | null = $state(pace());

  constructor(
    private id: string,
    /** The seat of whoever looks; -1 for others. Only those who sat at the table may send what they found. */
    private seat: number,
  ) {}

  /** Show what there is, and begin the work if it is not done. */
  async load(budget: string) {
    this.here = await isHere(this.id);
    const [stored, own] = await Promise.all([
      // A game of this device is nowhere else.
      this.here
        ? null
        : api.analysis(this.id).catch((e) => {
            if (e instanceof ApiError) return null;
            throw e;
          }),
      kept(this.id),
    ]);
    if (stored && (!own || depth(stored.analysis as Mga) >= depth(own.analysis))) return this.show(stored);
    if (stored?.name) this.others = [{ ...stored, name: stored.name }, ...(stored.others ?? [])];
    this.analysis = own?.analysis ?? null;
    if (own?.complete) {
      this.older = !!own.engine && own.engine !== studyUrl;
      this.state = 'done';
    } else this.begin(budget);
  }

  private show(stored: StoredAnalysis) {
    this.stop();
    this.analysis = stored.analysis as Mga;
    this.by = stored.name ?? '';
    this.others = stored.others ?? [];
    this.older = !!stored.older;
    this.state = 'done';
  }

  /** Show what another device found. */
  async showBy(person: string) {
    this.show(await api.analysis(this.id, person));
  }

  /** Work by a budget, from what was found; a smaller or other analysis is begun anew by the engine itself. */
  begin(budget: string, anew = false) {
    const made = analyst();
    if (!made) {
      this.state = 'cannot';
      return;
    }
    this.stop();
    this.by = null;
    this.older = false;
    this.state = 'computing';
    this.left = null;
    this.pieces = 0;
    this.from = null;
    this.analyst = made;
    made.run({ table: this.id, budget, viewer: this.seat, from: anew ? null : this.analysis }, (told) => {
      if (this.analyst !== made) return;
      if (told.kind === 'fetching') this.fetched = told.part;
      else if (told.kind === 'found') void this.take(told.found);
      else {
        this.state = 'failed';
        this.stop();
      }
    });
  }

  /** Minutes that the deepest look would take on this device; null if that is not known. */
  get deeper(): number | null {
    return this.analysis && this.pace ? Math.max(1, Math.ceil(deepCost(this.analysis) / this.pace / 60_000)) : null;
  }

  private measure(spent: number) {
    this.from ??= { time: performance.now(), depth: spent };
    const ms = performance.now() - this.from.time;
    if (ms > measured && spent > this.from.depth) keepPace((this.pace = (spent - this.from.depth) / ms));
  }

  private async take(f: Found) {
    this.fetched = 1;
    this.analysis = f.analysis;
    this.measure(depth(f.analysis));
    if (f.pass !== this.progress.pass || this.pieces === 0) {
      this.started = performance.now();
      this.pieces = 0;
    }
    this.pieces++;
    this.progress = { pass: f.pass, done: f.done, all: f.all };
    if (this.pieces >= 20) this.left = (((performance.now() - this.started) / this.pieces) * (f.all - f.done)) / 60_000;
    if (f.complete) {
      this.state = 'done';
      this.stop();
    }
    // Not after every piece: a game has hundreds.
    if (f.complete || performance.now() - this.keptAt > 2000) await this.keep(f.complete);
    if (f.complete && this.seat >= 0 && !this.here) await api.putAnalysis(this.id, f.analysis).catch(() => undefined); // it is a gift, not a duty
  }

  private async keep(complete: boolean) {
    this.keptAt = performance.now();
    await keep(this.id, { analysis: this.analysis!, complete, engine: studyUrl });
  }

  pause() {
    if (this.state !== 'computing') return;
    this.stop();
    this.state = 'paused';
    if (this.analysis) void this.keep(false);
  }

  stop() {
    this.analyst?.stop();
    this.analyst = null;
  }
}
