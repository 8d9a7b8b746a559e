// A finished game with an analysis, as the device of one of its people would have sent it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const binary = process.env.MIRABILIA_BIN ?? fileURLToPath(new URL('../../../bin/mirabilia', import.meta.url));

/** The server keeps analyses of the budgets that it offers, which take longer than a test can wait. */
const offered = { sketch: 400, redeals: 8, simulations: 150, fine: 'none', fine_redeals: 0, fine_simulations: 0 };

/** Analyse a finished table with a small budget and send what was found for a seat, as if it was one that is offered. */
export async function studied(server, table, seat, budget = '2x8') {
  const record = await (await fetch(`${server.url}/api/tables/${table.id}/record`)).text();
  const folder = mkdtempSync(join(tmpdir(), 'mirabilia-study-'));
  try {
    writeFileSync(join(folder, 'game.mgr'), record);
    const analysis = JSON.parse(execFileSync(binary, ['analyse', join(folder, 'game.mgr'), '--budget', budget, '--json'], { maxBuffer: 1 << 24 }));
    analysis.budget = offered;
    const answer = await fetch(`${server.url}/api/tables/${table.id}/analysis`, {
      method: 'PUT',
      headers: { Cookie: table.people[seat].cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify(analysis),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return analysis;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
