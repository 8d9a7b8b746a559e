// What a person asks the server without the page's help.

/** Ask the server as the person of a page. */
export const ask = (page, method, path, body) =>
  page.evaluate(
    async ([m, p, b]) => {
      const answer = await fetch('/api' + p, { method: m, headers: { 'Content-Type': 'application/json' }, body: b && JSON.stringify(b) });
      return answer.status === 204 ? null : answer.json();
    },
    [method, path, body],
  );

let commands = 0;

/** Ask something of a table. */
export const command = (page, id, type, data = {}) => ask(page, 'POST', `/tables/${id}/commands`, { id: `c${++commands}`, type, data });

/** Play so many moves, or the game to its end: everyone takes the first move that they may. */
export async function playMoves(id, pages, most = 400) {
  for (let n = 0; n < most; ) {
    for (const page of pages) {
      const { game, table } = await ask(page, 'GET', `/tables/${id}`);
      if (table.status === 'finished') return;
      if (game?.moves.length && ++n) await command(page, id, 'move', { move: game.moves[0] });
    }
  }
}
