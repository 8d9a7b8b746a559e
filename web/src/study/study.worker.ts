// The worker in which the engine analyses a game, or shows boards that were not reached. It ends when the page ends it.

import { compile, start, studyUrl } from '../local/module';
import type { Found, Told } from './analyst';

/** A game to be analysed. */
export interface Asked {
  record: string;
  budget: string;
  /** null for nobody. */
  viewer: number | null;
  from: unknown;
}

/** Moves that were not played after the beginning of a game; a missing eye sees everything. */
export interface AskedLine {
  id: number;
  record: object;
  moves: string[];
  eye?: number;
}

type Promised = (data: string, resolve: (answer: string) => void, reject: (why: string) => void) => void;

const tell = (t: Told) => postMessage(t);

const words = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault));
const ask = <T>(what: Promised, data: string) => new Promise<T>((resolve, reject) => what(data, (text) => resolve(JSON.parse(text) as T), (why) => reject(new Error(why))));

let engine: Promise<{ begin: Promised; step: Promised; line: Promised }> | undefined;

async function load() {
  if (!studyUrl) throw new Error('the page was built without an engine');
  return start<{ begin: Promised; step: Promised; line: Promised }>(await compile(studyUrl, (part) => tell({ kind: 'fetching', part })), {});
}

async function line(asked: AskedLine) {
  try {
    const { line } = await (engine ??= load());
    tell({ kind: 'line', id: asked.id, frames: await ask(line, JSON.stringify(asked)) });
  } catch (fault) {
    tell({ kind: 'line', id: asked.id, why: words(fault) });
  }
}

async function work(asked: Asked) {
  try {
    const { begin, step } = await (engine ??= load());
    tell({ kind: 'fetching', part: 1 });
    await ask(begin, JSON.stringify(asked));
    for (;;) {
      const found = await ask<Found>(step, '');
      tell({ kind: 'found', found });
      if (found.complete) return;
    }
  } catch (fault) {
    tell({ kind: 'failed', why: words(fault) });
  }
}

onmessage = (e: MessageEvent<Asked | AskedLine>) => void ('moves' in e.data ? line(e.data) : work(e.data));
