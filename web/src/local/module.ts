// Fetches, compiles and starts an engine: the one that plays, or the one that studies finished games. The build puts their files
// beside the page's; where it was built without Go there are none, and games against bots are played on the server.

const playing = import.meta.glob<string>('../../engine/engine.wasm', { query: '?url', import: 'default', eager: true });
const studying = import.meta.glob<string>('../../engine/study.wasm', { query: '?url', import: 'default', eager: true });

/** The address of the engine; undefined if the page was built without one. */
export const engineUrl: string | undefined = Object.values(playing)[0];
export const studyUrl: string | undefined = Object.values(studying)[0];

/** Compile the engine while it is fetched, and say how far it is. */
export async function compile(url: string, progress: (part: number) => void): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`the engine could not be fetched: ${answer.status}`);
  const all = Number(answer.headers.get('X-Raw-Length')) || 0;
  let have = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        have += chunk.length;
        if (all) progress(Math.min(1, have / all));
        out.enqueue(chunk);
      },
    }),
  );
  return WebAssembly.compileStreaming(new Response(counted, { headers: { 'Content-Type': 'application/wasm' } }));
}

interface Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** Start the engine in this worker; host is what it finds here. It resolves when the engine is ready, with what it offers. */
export async function start<E>(module: WebAssembly.Module, host: object): Promise<E> {
  // Go's own glue between a module and the browser, from the Go that built the engine; it sets the global Go.
  import.meta.glob('../../engine/wasm_exec.js', { eager: true });
  const scope = globalThis as unknown as { Go: new () => Go; mirabiliaHost: object; mirabiliaEngine: E };
  const go = new scope.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  return new Promise((resolve, reject) => {
    scope.mirabiliaHost = Object.assign(Object.create(host), { ready: () => resolve(scope.mirabiliaEngine) });
    go.run(instance).then(() => reject(new Error('the engine has ended')), reject);
  });
}
