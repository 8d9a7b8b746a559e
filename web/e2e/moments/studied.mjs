// A finished game with an analysis, as the device of one of its people would have sent it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const binary = process.env.MIRABILIA_BIN ?? fileURLToPath(new URL('../../../bin/mirabilia', import.meta.url));

/** Analyse a finished table with a small budget and send what was found for a seat. */
export async function studied(server, table, seat, budget = '2x8') {
  const record = await (await fetch(`${server.url}/api/tables/${table.id}/record`)).text();
  const folder = mkdtempSync(join(tmpdir(), 'mirabilia-study-'));
  try {
    writeFileSync(join(folder, 'game.mgr'), record);
    const analysis = execFileSync(binary, ['analyse', join(folder, 'game.mgr'), '--budget', budget, '--json'], { maxBuffer: 1 << 24 });
    const answer = await fetch(`${server.url}/api/tables/${table.id}/analysis`, {
      method: 'PUT',
      headers: { Cookie: table.people[seat].cookie, 'Content-Type': 'application/json' },
      body: analysis,
    });
    if (!answer.ok) throw new Error(await answer.text());
    return JSON.parse(analysis);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
