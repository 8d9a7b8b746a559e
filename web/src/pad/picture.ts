// The result as a picture to share, 1080 by 1350: who won, the ranking and its bars. It names players as they were entered
// and nothing else.

import { doorName } from '../lib/doors';
import { day } from '../lib/i18n.svelte';
import type { PadGame } from './keep';
import { kinds, outcome } from './score';
import { categoryName, tieLine, winnersLine } from './words';

const wide = 1080;
const high = 1350;
const edge = 84;

/** A text that is cut with an ellipsis where it is wider than it may be. */
function fit(c: CanvasRenderingContext2D, text: string, width: number): string {
  let cut = text;
  while (cut.length > 1 && c.measureText(cut).width > width) cut = cut.slice(0, -2).trimEnd() + '…';
  return cut;
}

/** Write a text in lines of a width; returns where the next line goes. */
function write(c: CanvasRenderingContext2D, text: string, y: number, step: number): number {
  let line = '';
  for (const word of text.split(' ')) {
    if (line && c.measureText(`${line} ${word}`).width > wide - 2 * edge) {
      c.fillText(line, edge, y);
      [line, y] = ['', y + step];
    }
    line = line ? `${line} ${word}` : word;
  }
  c.fillText(line, edge, y);
  return y + step;
}

export async function picture(game: PadGame): Promise<Blob> {
  await document.fonts.ready;
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(`--${name}`).trim();
  const [title, text] = [colour('font-title'), colour('font-text')];
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [wide, high];
  const c = canvas.getContext('2d')!;
  const kind = kinds[game.kind];
  const result = outcome(game);
  const order = game.players.map((_, i) => i).sort((a, b) => result.places[a] - result.places[b] || a - b);

  c.fillStyle = colour('bg');
  c.fillRect(0, 0, wide, high);
  c.fillStyle = colour('panel');
  c.beginPath();
  c.roundRect(40, 40, wide - 80, high - 80, 36);
  c.fill();
  c.fillStyle = colour('ink-2');
  c.font = `600 34px ${text}`;
  c.fillText(`${doorName(game.kind)} · ${day(new Date(game.started))}`, edge, 130);
  c.fillStyle = colour('ink');
  c.font = `700 62px ${title}`;
  c.fillText(fit(c, winnersLine(game, result), wide - 2 * edge), edge, 215);

  const early = result.wonBy === 'military' || result.wonBy === 'science';
  const most = Math.max(1, ...result.parts.map((p) => p.reduce((n, x) => n + Math.abs(x), 0)));
  const step = Math.min(140, (high - 460) / order.length);
  let y = 300;
  for (const i of order) {
    c.fillStyle = colour('ink');
    c.font = `700 42px ${text}`;
    c.fillText(`${result.places[i]}.  ${fit(c, game.players[i].name, 620)}`, edge, y);
    if (!early) {
      c.textAlign = 'right';
      c.font = `800 48px ${text}`;
      c.fillText(String(result.scores[i]), wide - edge, y);
      c.textAlign = 'left';
      let x = edge;
      const bar = (n: number, fill: string, hollow: boolean) => {
        const w = (n / most) * (wide - 2 * edge);
        c.beginPath();
        c.roundRect(x, y + 20, Math.max(2, w - 4), 26, 6);
        c.fillStyle = c.strokeStyle = fill;
        c.lineWidth = 3;
        if (hollow) c.stroke();
        else c.fill();
        x += w;
      };
      kind.categories.forEach((k, n) => result.parts[i][n] > 0 && bar(result.parts[i][n], colour(k.colour), false));
      kind.categories.forEach((_, n) => result.parts[i][n] < 0 && bar(-result.parts[i][n], colour('bad'), true));
    }
    y += step;
  }
  c.fillStyle = colour('ink-2');
  c.font = `400 28px ${text}`;
  const tie = tieLine(game, result, kind);
  if (tie) y = write(c, tie, y, 38) + 12;
  else if (!early) y = write(c, kind.categories.map((k, n) => `${categoryName(kind, k.id)} ${result.parts[order[0]][n]}`).join(' · '), y, 38);
  c.font = `700 34px ${title}`;
  c.fillStyle = colour('gold');
  c.fillText('MIRABILIA', edge, high - 84);
  return new Promise((resolve, reject) => canvas.toBlob((b) => (b ? resolve(b) : reject(new Error('no picture'))), 'image/png'));
}
