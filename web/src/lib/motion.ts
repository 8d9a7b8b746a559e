// Animations on a board, driven by events. A board marks places and things with data-at; before a new
// view is drawn the places are measured, after it the things fly from where they were to where they are.
// Any key or press ends what moves; with motion switched off only the highlight of what was touched stays.

import { later } from './later';
import { pace } from './settings.svelte';

export type Motion =
  /** A copy of what was at from flies to the place to; the thing there is hidden until the copy lands. */
  | { do: 'fly'; from: string; to: string; ms?: number; turn?: boolean; grey?: boolean }
  /** Coins from one place to another, at most six shown. */
  | { do: 'coins'; from: string; to: string; n: number }
  /** A thing that stays on the board glides from its old place to its new one. */
  | { do: 'glide'; at: string; ms?: number }
  /** A card turns face up. */
  | { do: 'flip'; at: string; delay?: number }
  /** A seal comes down. */
  | { do: 'stamp'; at: string }
  /** A piece of a building rises into its place. */
  | { do: 'rise'; at: string }
  /** A die is thrown: it jumps and turns, blurred, and lands. */
  | { do: 'tumble'; at: string }
  | { do: 'pulse'; at: string }
  | { do: 'shake'; at: string };

const out = 'cubic-bezier(.2,.7,.2,1)';
const settle = 'cubic-bezier(.3,1.35,.5,1)';

export function anchor(at: string, root: ParentNode = document): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`);
}

interface Measured {
  rect: DOMRect;
  copy: HTMLElement;
}

/** Everything that must be measured before the view changes. */
function places(groups: Motion[][]): Set<string> {
  const set = new Set<string>();
  for (const m of groups.flat()) {
    if ('from' in m) set.add(m.from).add(m.to);
    else set.add(m.at);
  }
  return set;
}

const running = new Set<Animation>();

/** End everything that moves. */
function hurry() {
  for (const a of running) a.finish();
}

async function play(el: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
  const a = el.animate(frames, { fill: 'backwards', ...options });
  running.add(a);
  try {
    await a.finished;
  } catch {
    // Cancelled because the element is gone.
  } finally {
    running.delete(a);
  }
}

function layer(): HTMLElement {
  let el = document.getElementById('flying');
  if (!el) {
    el = document.createElement('div');
    el.id = 'flying';
    el.setAttribute('aria-hidden', 'true');
    document.body.append(el);
  }
  return el;
}

function ghost(m: Measured): HTMLElement {
  const el = m.copy.cloneNode(true) as HTMLElement;
  el.removeAttribute('data-at');
  el.classList.remove('sel', 'opens');
  Object.assign(el.style, { position: 'absolute', margin: '0', transform: 'none', left: `${m.rect.left}px`, top: `${m.rect.top}px`, width: `${m.rect.width}px`, height: `${m.rect.height}px`, zIndex: '' });
  for (const inner of el.querySelectorAll('.badge, .his')) inner.remove();
  layer().append(el);
  return el;
}

async function fly(m: Extract<Motion, { do: 'fly' }>, before: Map<string, Measured>, speed: number) {
  const from = before.get(m.from);
  const target = anchor(m.to);
  const to = target?.getBoundingClientRect() ?? before.get(m.to)?.rect;
  if (!from || !to || from.rect.width === 0) return;
  const el = ghost(from);
  const born = target && !before.has(m.to) ? target : null;
  if (born) born.style.visibility = 'hidden';
  const dx = to.left + to.width / 2 - (from.rect.left + from.rect.width / 2);
  const dy = to.top + to.height / 2 - (from.rect.top + from.rect.height / 2);
  const scale = Math.min(1, Math.max(0.2, Math.min(to.width / from.rect.width, to.height / from.rect.height)));
  await play(
    el,
    [
      { transform: 'none', opacity: 1, filter: 'none' },
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})${m.turn ? ' rotateY(180deg)' : ''}`, opacity: m.turn ? 0.6 : 1, filter: m.grey ? 'grayscale(1)' : 'none' },
    ],
    { duration: (m.ms ?? 260) * speed, easing: out },
  );
  el.remove();
  if (born) {
    born.style.visibility = '';
    await play(born, [{ transform: 'scale(1.04)' }, { transform: 'none' }], { duration: 120 * speed, easing: settle });
  }
}

async function coins(m: Extract<Motion, { do: 'coins' }>, before: Map<string, Measured>, speed: number) {
  const from = before.get(m.from)?.rect;
  const to = anchor(m.to)?.getBoundingClientRect() ?? before.get(m.to)?.rect;
  if (!from || !to || m.n <= 0) return;
  await Promise.all(
    Array.from({ length: Math.min(6, m.n) }, async (_, i) => {
      const el = document.createElement('span');
      el.className = 'coin flyer';
      el.style.left = `${from.left + from.width / 2}px`;
      el.style.top = `${from.top + from.height / 2}px`;
      layer().append(el);
      const dx = to.left + to.width / 2 - (from.left + from.width / 2);
      const dy = to.top + to.height / 2 - (from.top + from.height / 2);
      await play(el, [{ transform: 'translate(-50%, -50%)' }, { transform: `translate(calc(-50% + ${dx}px), calc(-50% + ${dy}px))` }], { duration: 220 * speed, delay: 60 * i * speed, easing: out });
      el.remove();
    }),
  );
}

async function run(m: Motion, before: Map<string, Measured>, speed: number): Promise<void> {
  switch (m.do) {
    case 'fly':
      return fly(m, before, speed);
    case 'coins':
      return coins(m, before, speed);
  }
  const el = anchor(m.at);
  if (!el) return;
  switch (m.do) {
    case 'glide': {
      const was = before.get(m.at)?.rect;
      if (!was) return;
      const is = el.getBoundingClientRect();
      const [dx, dy] = [was.left - is.left, was.top - is.top];
      if (dx || dy) await play(el, [{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], { duration: (m.ms ?? 220) * speed, easing: 'ease-in-out' });
      return;
    }
    case 'flip':
      return play(el, [{ transform: 'rotateY(90deg)', filter: 'brightness(.7)' }, { transform: 'none', filter: 'none' }], { duration: 300 * speed, delay: (m.delay ?? 0) * speed, easing: out });
    case 'stamp':
      return play(el, [{ transform: 'scale(1.6)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 180 * speed, easing: settle });
    case 'rise':
      return play(el, [{ translate: '0 12px', opacity: 0 }, { translate: '0 0', opacity: 1 }], { duration: 300 * speed, easing: settle });
    case 'tumble': {
      // Each die takes its own way.
      const [x, y, r] = [4, 5, 14].map((far) => (Math.random() < 0.5 ? -1 : 1) * far * (0.6 + Math.random()));
      const frames = [
        { transform: 'none', filter: 'none' },
        { transform: `translate(${x}px, ${-2 * Math.abs(y)}px) rotate(${r}deg)`, filter: 'blur(1.5px)' },
        { transform: `translate(${-x}px, ${Math.abs(y)}px) rotate(${-2 * r}deg)`, filter: 'blur(2px)' },
        { transform: `translate(${x / 2}px, ${-Math.abs(y)}px) rotate(${r / 2}deg)`, filter: 'blur(1px)' },
        { transform: 'none', filter: 'none' },
      ];
      return play(el, frames, { duration: 400 * speed, easing: 'ease-in-out' });
    }
    case 'pulse':
      return play(el, [{ boxShadow: '0 0 0 0 var(--gold-fill)' }, { boxShadow: '0 0 0 6px var(--gold-fill)' }, { boxShadow: '0 0 0 0 var(--gold-fill)' }], { duration: 420 * speed });
    case 'shake':
      return play(el, [{ transform: 'none' }, { transform: 'translateX(-3px)' }, { transform: 'translateX(3px)' }, { transform: 'translateX(-2px)' }, { transform: 'none' }], { duration: 300 * speed });
  }
}

let staged: Promise<unknown> = Promise.resolve();

/** Resolves when nothing moves any more that was staged so far. */
export const whenStill = () => staged;

/**
 * Change the board and show what moved: groups one after the other, the members of a group at the same time. draw
 * must have drawn the new view when it resolves.
 */
export function stage(groups: Motion[][], draw: () => Promise<void>): Promise<void> {
  const run = perform(groups, draw);
  staged = run.catch(() => {});
  return run;
}

async function perform(groups: Motion[][], draw: () => Promise<void>): Promise<void> {
  const speed = pace();
  if (speed === 0 || document.hidden || groups.length === 0) return draw();
  const before = new Map<string, Measured>();
  for (const at of places(groups)) {
    const el = anchor(at);
    if (el) before.set(at, { rect: el.getBoundingClientRect(), copy: el.cloneNode(true) as HTMLElement });
  }
  let hurried = false;
  const stop = () => {
    hurried = true;
    hurry();
  };
  addEventListener('keydown', stop, true);
  addEventListener('pointerdown', stop, true);
  try {
    await draw();
    for (const group of groups) {
      if (hurried) break;
      await Promise.all(group.map((m) => run(m, before, speed)));
    }
  } finally {
    removeEventListener('keydown', stop, true);
    removeEventListener('pointerdown', stop, true);
    document.getElementById('flying')?.replaceChildren();
  }
}

/** Leave a gold line for three seconds on what someone else's move touched. */
export function touch(groups: Motion[][]) {
  // Dice are thrown by nobody.
  const places = new Set(groups.flat().flatMap((m) => (m.do === 'tumble' ? [] : ['to' in m ? m.to : m.at])));
  if (places.size === 0) return;
  // The board has just been changed: its sizes cost nothing when the browser has laid it out.
  later(() => {
    // A place that is only a point, such as the bank, has nothing to mark.
    const list = [...places].map((at) => anchor(at)).filter((el) => el && el.offsetWidth >= 8);
    for (const el of list) el!.classList.add('touched');
    // A board that is gone meanwhile is not kept in memory for it.
    const marked = list.map((el) => new WeakRef(el!));
    setTimeout(() => marked.forEach((x) => x.deref()?.classList.remove('touched')), 3000);
  });
}
