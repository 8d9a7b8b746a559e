// Signing in with a recovery code. Where many were tried from one address the server asks for some work before it hears the next.

import { api, ApiError } from '../lib/api';
import type { Session, Work } from '../lib/types';

/** How often work is done for one code: others at the same address may have raised what is asked for meanwhile, up to a bound. */
const most = 8;

/** Do work in a worker. */
function inWorker(work: Work, told: (share: number) => void, signal: AbortSignal): Promise<number[]> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module', name: 'work' });
    const end = (then: () => void) => {
      worker.terminate();
      then();
    };
    signal.addEventListener('abort', () => end(() => failed(signal.reason)));
    worker.onerror = () => end(() => failed(new Error('the worker did not start')));
    worker.onmessage = ({ data }: MessageEvent<{ done?: number; answers?: number[] }>) => {
      if (data.answers) end(() => done(data.answers!));
      else told(data.done! / work.parts);
    };
    worker.postMessage(work);
  });
}

/** Sign in with a code; told hears how much of the work is done, from 0 to 1, while there is some. */
export async function recover(name: string, code: string, told: (share: number) => void, signal: AbortSignal): Promise<Session> {
  for (let n = 0, done; ; n++) {
    try {
      return await api.recover(name, code, done);
    } catch (e) {
      const work = e instanceof ApiError ? e.refused.work : undefined;
      if (!work || n === most) throw e;
      told(0);
      done = { task: work.task, answers: await inWorker({ ...work }, told, signal) };
    }
  }
}
