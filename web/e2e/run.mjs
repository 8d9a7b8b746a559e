// Runs the browser tests file by file, or those named on the command line. Deals are random and machines may be busy: a file that fails
// is run up to twice more, and that it had to be is said at the end.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const named = process.argv.slice(2);
const files = readdirSync(here).filter((f) => f.endsWith('.test.mjs') && (!named.length || named.includes(f)));
const passes = (file) => spawnSync(process.execPath, ['--test', '--test-concurrency=1', '--test-timeout=600000', here + file], { stdio: 'inherit' }).status === 0;

const again = files.filter((f) => !passes(f));
const failed = again.filter((f) => !passes(f) && !passes(f));
for (const f of again) console.log(`${f} failed ${failed.includes(f) ? 'three times' : 'and passed when run again'}`);
process.exit(failed.length ? 1 : 0);
