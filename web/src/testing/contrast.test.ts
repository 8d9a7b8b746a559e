// Every pair of text and ground that the look uses has a contrast of 4.5 or better, in both themes (WCAG 2.2 AA).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');

function tokens(selector: string): Record<string, string> {
  const start = css.indexOf(selector + '{');
  const body = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})/g)].map((m) => [m[1], m[2]]));
}

const day = tokens(':root');
const night = { ...day, ...tokens(':root[data-theme=night]') };

function light(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

const grounds = ['bg', 'panel', 'panel-2', 'well'];
const pairs: [string, string][] = [
  ...['ink', 'ink-2'].flatMap((t) => grounds.map((g) => [t, g] as [string, string])),
  ['ink-3', 'panel'],
  ['ink-3', 'panel-2'],
  ['ink-3', 'well'],
  ['on-accent', 'accent'],
  ['on-gold', 'gold-fill'],
  ['ink', 'gold-soft'],
  ['ink-2', 'gold-soft'],
  ['gold', 'panel'],
  ['on-ok', 'ok'],
  ['bad', 'panel'],
  ['on-bad', 'bad'],
  ['red-text', 'bad-soft'],
  ['green-text', 'ok-soft'],
  ['on-mute', 'mute'],
  ['on-pay', 'pay'],
  ['on-paper', 'paper'],
  ['link', 'panel'],
  ['on-coin', 'coin-2'],
  ...['brown', 'grey', 'blue', 'yellow', 'red', 'green', 'purple', 'white', 'black'].map((c) => [`on-${c}`, c] as [string, string]),
  ...['brown', 'grey', 'blue', 'yellow', 'red', 'green', 'purple'].map((c) => [`${c}-text`, 'panel'] as [string, string]),
];

for (const [name, theme] of Object.entries({ day, night })) {
  test.each(pairs)(`${name}: %s on %s`, (text, ground) => {
    expect(theme[text], text).toBeDefined();
    expect(theme[ground], ground).toBeDefined();
    expect(contrast(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5);
  });
}
