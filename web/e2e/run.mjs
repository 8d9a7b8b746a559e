// Runs the browser tests, or those named on the command line, each file once, as many at a time as there are cores, two at
// most. Tests are bounded by what they do, not by the clock: a slow machine takes longer and reaches the same result.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const named = process.argv.slice(2);
// The longest comes first, and beside it the one that mostly waits; the others fill the time that is left.
const first = ['rated.test.mjs', 'sizes.test.mjs'];
const waiting = readdirSync(here)
  .filter((f) => f.endsWith('.test.mjs') && (!named.length || named.includes(f)))
  .sort((a, b) => first.indexOf(b) - first.indexOf(a));
if (!waiting.length) throw new Error(`no browser test is called ${named.join(' or ')}`);
const failed = [];

/** Run a file; what it printed is shown when it is done, so that two do not talk at once. */
function run(file) {
  return new Promise((resolve) => {
    const said = [];
    const child = spawn(process.execPath, ['--test', '--test-concurrency=1', here + file]);
    child.stdout.on('data', (d) => said.push(d));
    child.stderr.on('data', (d) => said.push(d));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      if (code !== 0) failed.push(file);
      resolve();
    });
  });
}

async function lane() {
  for (let file = waiting.shift(); file; file = waiting.shift()) await run(file);
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
if (failed.length) console.log(`failed: ${failed.join(', ')}; seeds, tables and pictures are in ${here}failures`);
process.exitCode = failed.length ? 1 : 0;
