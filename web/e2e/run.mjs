// Runs the browser tests file by file, or those named on the command line, each once. Tests are bounded by what they do,
// not by the clock: a slow machine takes longer and reaches the same result.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const named = process.argv.slice(2);
const files = readdirSync(here).filter((f) => f.endsWith('.test.mjs') && (!named.length || named.includes(f)));
const failed = files.filter((f) => spawnSync(process.execPath, ['--test', '--test-concurrency=1', here + f], { stdio: 'inherit' }).status !== 0);
if (failed.length) console.log(`failed: ${failed.join(', ')}; seeds, tables and pictures are in ${here}failures`);
process.exit(failed.length ? 1 : 0);
