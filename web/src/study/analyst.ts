// The engine that works on a game, on this device: in a worker, so that the page stays responsive.

import { api } from '../lib/api';
import { onDevice } from '../lib/backend';
import { studyUrl } from '../local/module';
import type { ReplayFrame } from '../lib/types';
import type { Asked, AskedLine } from './study.worker';
import type { Mga } from './mga';

/** What is known after a piece of work. */
export interface Found {
  analysis: Mga;
  pass: number;
  done: number;
  all: number;
  complete: boolean;
}

export interface Work {
  table: string;
  budget: string;
  /** Whose decisions come first; -1 for nobody's. */
  viewer: number;
  /** What was found before. */
  from: Mga | null;
}

export type Told =
  | { kind: 'found'; found: Found }
  | { kind: 'fetching'; part: number }
  | { kind: 'failed'; why: string }
  | { kind: 'line'; id: number; frames?: ReplayFrame[]; why?: string };

export interface Analyst {
  run(work: Work, told: (t: Told) => void): void;
  stop(): void;
}

/** Whether a game is on this device; one that was sent from another is on the server. */
export const isHere = async (table: string) => onDevice(table) && (await (await import('../local/journal')).has(table));

/** The record of a table, on the server or on this device. */
export async function recordOf(table: string): Promise<string> {
  if (await isHere(table)) return (await import('../local/client')).device.ask<string>('GET', `/tables/${encodeURIComponent(table)}/record`);
  const answer = await fetch(api.recordPath(table));
  if (!answer.ok) throw new Error(`the record could not be fetched: ${answer.status}`);
  return answer.text();
}

const begun = () => new Worker(new URL('./study.worker.ts', import.meta.url), { type: 'module', name: 'study' });

class InWorker implements Analyst {
  private worker: Worker | null = null;
  private ended = false;

  run(work: Work, told: (t: Told) => void) {
    const failed = (why: string) => !this.ended && told({ kind: 'failed', why });
    recordOf(work.table).then(
      (record) => {
        if (this.ended) return;
        const w = begun();
        this.worker = w;
        w.onmessage = (e: MessageEvent<Told>) => !this.ended && told(e.data);
        w.onerror = (e) => {
          e.preventDefault();
          failed(e.message || 'the worker could not be started');
        };
        w.postMessage({ record, budget: work.budget, viewer: work.viewer < 0 ? null : work.viewer, from: work.from } satisfies Asked);
      },
      (e: Error) => failed(e.message),
    );
  }

  stop() {
    this.ended = true;
    this.worker?.terminate();
  }
}

/** Whether this browser can think. */
export const thinks = () => !!studyUrl && typeof WebAssembly === 'object' && typeof WebAssembly.compileStreaming === 'function' && typeof Worker === 'function';

/** An engine for one piece of work; null if this browser cannot think. */
export const analyst = (): Analyst | null => (thinks() ? new InWorker() : null);

/** Shows boards that were not reached, with an engine of its own, which is there from the first question on. */
export class Lines {
  private worker: Worker | null = null;
  private last = 0;

  /** The frames after each of the moves, as far as they are legal. */
  ask(record: object, moves: string[], eye: number | undefined): Promise<ReplayFrame[]> {
    const w = (this.worker ??= begun());
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      const hear = (e: MessageEvent<Told>) => {
        if (e.data.kind !== 'line' || e.data.id !== id) return;
        w.removeEventListener('message', hear);
        if (e.data.frames) resolve(e.data.frames);
        else reject(new Error(e.data.why));
      };
      w.addEventListener('message', hear);
      w.addEventListener('error', () => reject(new Error('the worker could not be started')), { once: true });
      w.postMessage({ id, record, moves, eye } satisfies AskedLine);
    });
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
  }
}
