// A picture of an analysis to share: the curve, skill and luck, and the decision that cost most.

import { t } from '../lib/i18n.svelte';
import { curve, judge, points, signed, tally, turningPoints, type Mga } from './mga';

interface Told {
  analysis: Mga;
  names: string[];
  viewer: number;
  /** The game and how it ended, and the decisions as the log tells them. */
  about: string;
  said: string[];
}

const width = 1200;
const height = 630;
const edge = 48;

/** The page's own colours, so that the picture looks like it. */
function colours() {
  const of = (el: Element, name: string) => getComputedStyle(el).getPropertyValue(name).trim();
  const seat = (i: number) => {
    const el = document.createElement('i');
    el.className = `who-${i % 7}`;
    document.body.append(el);
    const colour = of(el, '--who');
    el.remove();
    return colour;
  };
  const root = document.documentElement;
  return { paper: of(root, '--panel'), ink: of(root, '--ink'), soft: of(root, '--ink-2'), ok: of(root, '--ok'), bad: of(root, '--bad'), hair: of(root, '--edge'), seat };
}

/** Break a text into at most two lines of a width. */
function wrapped(c: CanvasRenderingContext2D, text: string, most: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (c.measureText(longer).width <= most) lines[lines.length - 1] = longer;
    else if (lines.length < 2) lines.push(word);
    else {
      lines[1] += '…';
      break;
    }
  }
  return lines;
}

export async function picture({ analysis: a, names, viewer, about, said }: Told): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const c = canvas.getContext('2d')!;
  const style = colours();
  const text = 'px "Source Sans 3 Variable", sans-serif';
  const title = 'px "Cinzel Variable", serif';
  const write = (what: string, x: number, y: number, font: string, colour = style.ink, align: CanvasTextAlign = 'left') => {
    c.font = font;
    c.fillStyle = colour;
    c.textAlign = align;
    c.fillText(what, x, y);
  };
  c.fillStyle = style.paper;
  c.fillRect(0, 0, width, height);
  write('Mirabilia', edge, 70, `700 34${title}`);
  write(t('analysis.title'), width - edge, 70, `600 26${title}`, style.soft, 'right');
  write(about, edge, 112, `400 24${text}`, style.soft);

  // The curve: two seats share one area, more are lines.
  const box = { x: edge, y: 140, w: 700, h: 300 };
  const line = curve(a);
  const end = Math.max(1, line.at(-1)?.t ?? 1);
  const at = (i: number, p: number): [number, number] => [box.x + (line[i].t / end) * box.w, box.y + (1 - p) * box.h];
  const trace = (seat: number) => line.forEach((x, i) => (i ? c.lineTo(...at(i, x.p[seat])) : c.moveTo(...at(i, x.p[seat]))));
  if (names.length === 2) {
    c.globalAlpha = 0.34;
    c.fillStyle = style.seat(1);
    c.fillRect(box.x, box.y, box.w, box.h);
    c.globalAlpha = 1;
    c.beginPath();
    trace(0);
    c.lineTo(box.x + box.w, box.y + box.h);
    c.lineTo(box.x, box.y + box.h);
    c.fillStyle = style.paper;
    c.fill();
    c.globalAlpha = 0.46;
    c.fillStyle = style.seat(0);
    c.fill();
    c.globalAlpha = 1;
  }
  c.strokeStyle = style.hair;
  c.strokeRect(box.x, box.y, box.w, box.h);
  for (const seat of names.length === 2 ? [0] : names.keys()) {
    c.beginPath();
    trace(seat);
    c.strokeStyle = names.length === 2 ? style.ink : style.seat(seat);
    c.lineWidth = seat === viewer ? 5 : 3;
    c.stroke();
  }
  let x = box.x;
  for (const [i, name] of names.entries()) {
    const { accuracy } = tally(a, i);
    const label = `${name} ${accuracy ?? '–'}`;
    c.font = `650 22${text}`;
    if (x + c.measureText(label).width + 30 > box.x + box.w) break;
    c.fillStyle = style.seat(i);
    c.beginPath();
    c.arc(x + 8, box.y + box.h + 28, 8, 0, 7);
    c.fill();
    write(label, x + 24, box.y + box.h + 36, `650 22${text}`);
    x += c.measureText(label).width + 52;
  }

  // Skill and luck of the viewer, or of the first seat.
  const seat = Math.max(0, viewer);
  const sum = a.seatsums?.[seat];
  if (sum && a.start) {
    const steps: [string, number, number, string][] = [];
    let now = 0;
    for (const [label, by, colour] of [
      [t('analysis.start'), a.start[seat], style.seat(seat)],
      [names[seat], sum.own, sum.own < 0 ? style.bad : style.ok],
      [names.length === 2 ? names[1 - seat] : t('analysis.others'), sum.others, sum.others < 0 ? style.bad : style.ok],
      [t('analysis.luck'), sum.luck, style.soft],
    ] as const) {
      steps.push([label, now, now + by, colour]);
      now += by;
    }
    const all = steps.flatMap((s) => [s[1], s[2]]);
    const [low, high] = [Math.min(0, ...all), Math.max(0.01, ...all)];
    const y = (v: number) => 180 + ((high - v) / (high - low)) * 240;
    steps.forEach(([label, from, to, colour], i) => {
      const left = 800 + i * 90;
      c.fillStyle = colour;
      c.fillRect(left, Math.min(y(from), y(to)), 66, Math.max(4, Math.abs(y(from) - y(to))));
      write(i ? signed(to - from) : String(points(to)), left + 33, Math.min(y(from), y(to)) - 8, `750 22${text}`, style.ink, 'center');
      write(label.length > 9 ? `${label.slice(0, 8)}…` : label, left + 33, 470, `400 18${text}`, style.soft, 'center');
    });
  }

  const worst = turningPoints(a, viewer).find((d) => viewer < 0 || d.seat === viewer) ?? turningPoints(a, viewer)[0];
  if (worst) {
    write(`${t(`analysis.${judge(worst.loss, a.seats)}`)}  ${signed(-worst.loss)}`, edge, 532, `700 26${title}`, style.bad);
    c.font = `400 26${text}`;
    wrapped(c, `${t('analysis.decision', { n: worst.t + 1, seat: names[worst.seat] })}. ${said[worst.t]}`, width - 2 * edge).forEach((l, i) => write(l, edge, 568 + 32 * i, `400 26${text}`));
  }
  return new Promise((resolve, reject) => canvas.toBlob((b) => (b ? resolve(b) : reject(new Error('no picture'))), 'image/png'));
}
