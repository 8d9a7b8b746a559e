// The worker in which the engine analyses a game. It ends with the work, or when the page ends it.

import { compile, start, studyUrl } from '../local/module';
import type { Found, Told } from './analyst';

export interface Asked {
  record: string;
  budget: string;
  /** null for nobody. */
  viewer: number | null;
  from: unknown;
}

type Promised = (data: string, resolve: (answer: string) => void, reject: (why: string) => void) => void;

const tell = (t: Told) => postMessage(t);

onmessage = async (e: MessageEvent<Asked>) => {
  try {
    if (!studyUrl) throw new Error('the page was built without an engine');
    const module = await compile(studyUrl, (part) => tell({ kind: 'fetching', part }));
    const engine = await start<{ begin: Promised; step: Promised }>(module, {});
    const ask = (what: Promised, data: string) => new Promise<Found>((resolve, reject) => what(data, (text) => resolve(JSON.parse(text) as Found), (why) => reject(new Error(why))));
    tell({ kind: 'fetching', part: 1 });
    await ask(engine.begin, JSON.stringify(e.data));
    for (;;) {
      const found = await ask(engine.step, '');
      tell({ kind: 'found', found });
      if (found.complete) return;
    }
  } catch (fault) {
    tell({ kind: 'failed', why: fault instanceof Error ? fault.message : String(fault) });
  }
};
