// The worker in which the bots think. It gets the compiled engine from the worker that plays the tables.

import { start } from './module';

interface Bots {
  think(data: string, resolve: (move: string) => void, reject: (why: string) => void): void;
  release(player: number): void;
  /** Engines of earlier versions cannot. */
  rehearse?(settings: string): void;
}

type Asked = { module: WebAssembly.Module } | { n: number; think: string } | { release: number } | { rehearse: string };

let bots: Promise<Bots>;

onmessage = async (e: MessageEvent<Asked>) => {
  const m = e.data;
  if ('module' in m) {
    bots = start<Bots>(m.module, { role: 'bots' });
    return;
  }
  const b = await bots;
  if ('release' in m) b.release(m.release);
  else if ('rehearse' in m) b.rehearse?.(m.rehearse);
  else
    b.think(
      m.think,
      (move) => postMessage({ n: m.n, move }),
      (why) => postMessage({ n: m.n, why }),
    );
};
