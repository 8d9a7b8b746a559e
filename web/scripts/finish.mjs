// What is done once, when the page is built: the engines and the puzzles are compressed, and the server sends them as they are (the plain files are
// left out of the program); and all files are listed for the worker that keeps them for offline use. The engine that studies games is kept only
// after it was used: most visitors never need it.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../dist/assets/', import.meta.url));
// Vite takes the files of web/engine that are there, and says nothing of those that are not.
const engine = new URL('../engine/', import.meta.url);
const made = existsSync(engine) ? readdirSync(engine).filter((f) => f.endsWith('.wasm') || f.startsWith('puzzles-')) : [];
const wanted = new Set(['engine.wasm', 'study.wasm', 'puzzles-duel.json', ...made]);
for (const name of wanted) {
  const [, stem, kind] = name.match(/^(.*)\.(\w+)$/);
  if (!readdirSync(folder).some((f) => f.startsWith(`${stem}-`) && f.endsWith(`.${kind}`))) {
    console.error(`the page was built without ${name}: "make build" makes web/engine with Go first`);
    process.exit(1);
  }
}

for (const name of readdirSync(folder).filter((f) => f.endsWith('.wasm') || /^puzzles-.*\.json$/.test(f))) {
  const data = readFileSync(folder + name);
  // Code and tables change often: short blocks are smaller.
  const gz = gzipSync(data, { level: 9, memLevel: 7 });
  // Quality 11 takes ten times as long for a tenth less.
  const br = brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: data.length } });
  writeFileSync(`${folder}${name}.gz`, gz);
  writeFileSync(`${folder}${name}.br`, br);
  rmSync(folder + name);
  console.log(`${name}: ${data.length} bytes, gzip ${gz.length}, brotli ${br.length}`);
}

const files = readdirSync(folder)
  .filter((f) => !f.endsWith('.br'))
  .map((f) => `/assets/${f.replace(/\.gz$/, '')}`)
  .sort();
const rare = files.filter((f) => f.startsWith('/assets/study-') && f.endsWith('.wasm'));
const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
writeFileSync(new URL('../dist/precache.json', import.meta.url), JSON.stringify({ version, files: files.filter((f) => !rare.includes(f)), rare }));
