// The windows that people have, and what must hold in each of them.

import assert from 'node:assert/strict';
import { desk, plainStyle } from './harness.mjs';

/** touch: fingers press here. 720x450 is 1440x900 at 200 % zoom. Those that look alike follow each other: so there is less for the browser to change. */
export const sizes = [
  desk,
  { width: 1920, height: 1080 },
  { width: 1536, height: 730 },
  { width: 1366, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 700 },
  { width: 1366, height: 657 },
  { width: 1024, height: 768, touch: true },
  { width: 820, height: 1180, touch: true },
  { width: 390, height: 844, touch: true },
  { width: 390, height: 664, touch: true },
  { width: 375, height: 667, touch: true },
  { width: 360, height: 640, touch: true },
  { width: 720, height: 450 },
  { width: 740, height: 360, touch: true },
  { width: 844, height: 390, touch: true },
];

/** How large a window is drawn when nobody looks at it. */
export const small = 0.1;

/** What moves is looked at where it comes to rest. */
const resting = '*, ::before, ::after { animation: none !important; transition: none !important; }';

/** The browser's own line to each page: Playwright cannot draw a window smaller than it is. */
const lines = new WeakMap();

/**
 * Bring the page to a size and wait until it has settled. The layout does not depend on scale, at which the window is drawn, nor on
 * plain, without what only a picture shows; a small and plain window takes half the time, and nobody looks at most of them.
 */
export async function resize(page, size, scale = 1, plain = scale !== 1) {
  await emulate(page, size, scale, plain);
  arrived(size, await within(page, (whole) => window.looking?.arrive(whole), !plain));
}

/**
 * What is wrong with the page as it is shown when nothing moves any more, as lines, and how many controls and texts were looked at. A container may say how it is meant:
 *   data-overlap: things in it lie upon each other by design (the structure of cards, fanned hands); each must show somewhere;
 *   data-scroll: it scrolls by design (log, drawers); what it holds must come into sight by scrolling.
 * Pages that are no board scroll as a whole.
 */
export async function faults(page, size) {
  return within(page, async (touch) => (await window.looking?.rest()) && window.looking.findFaults(touch), !!size.touch);
}

/** What is wrong with the page at a size: resize and faults in one question, because every question to the page takes time. */
export async function faultsAt(page, size, scale = 1) {
  await emulate(page, size, scale, scale !== 1);
  const found = await within(page, async ([whole, touch]) => window.looking && { shown: await window.looking.arrive(whole), ...window.looking.findFaults(touch) }, [scale === 1, !!size.touch]);
  arrived(size, found.shown);
  return found;
}

async function emulate(page, { width, height }, scale, plain) {
  // Playwright brings a page back to the size it knows before it takes a picture.
  if (!plain) await page.setViewportSize({ width, height });
  if (!lines.has(page)) lines.set(page, await page.context().newCDPSession(page));
  await lines.get(page).send('Emulation.setDeviceMetricsOverride', { width, height, screenWidth: width, screenHeight: height, deviceScaleFactor: 1, mobile: false, scale });
}

function arrived({ width, height }, shown) {
  assert.deepEqual(shown, { width, height }, 'the size of the window');
}

/** Ask the page something with the functions below at hand. It keeps them until it is left, so that the browser need not read them for every question. */
async function within(page, ask, what) {
  const answer = await page.evaluate(ask, what);
  if (answer) return answer;
  await page.evaluate(`window.looking = { arrive: ${arrive}, rest: ${rest}, findFaults: ${findFaults}, plain: new CSSStyleSheet() };
    window.looking.plain.replaceSync(${JSON.stringify(plainStyle + resting)});`);
  return page.evaluate(ask, what);
}

/** Within the page: in the first frame it learns its new size, in the second it has answered, unless it says that it is busy. */
async function arrive(whole) {
  const { plain } = window.looking;
  if (whole) document.adoptedStyleSheets = [];
  else if (!document.adoptedStyleSheets.includes(plain)) document.adoptedStyleSheets = [plain];
  await document.fonts.ready;
  for (let i = 0; i < 2 || (i < 60 && document.querySelector('[aria-busy=true]')); i++) await new Promise((r) => requestAnimationFrame(r));
  return { width: innerWidth, height: innerHeight };
}

/** Within the page: wait for two frames in which nothing has moved and nothing is busy; what was pressed may leave less room for the rest, which is measured a frame later. */
async function rest() {
  const places = () =>
    Array.from(document.querySelectorAll('button, a'), (e) => {
      const r = e.getBoundingClientRect();
      return `${r.x},${r.y},${r.width},${r.height}`;
    }).join(' ');
  let [last, still] = [places(), 0];
  for (let frame = 0; still < 2 && frame < 60; frame++) {
    await new Promise((r) => requestAnimationFrame(r));
    const now = places();
    [last, still] = [now, now === last && !document.querySelector('[aria-busy=true]') ? still + 1 : 0];
  }
  return true;
}

/** Within the page: what faults tells. */
function findFaults(touch) {
  const bad = [];
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
  const root = modal ?? document.body;
  const board = !modal && document.querySelector('.shell');
  const name = (el) => {
    const words = (el.getAttribute('aria-label') ?? el.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return `${el.tagName.toLowerCase()}${[...el.classList].filter((c) => !c.startsWith('svelte-')).map((c) => `.${c}`).join('')} "${words}"`;
  };
  // What is asked of many elements is asked once of each: the style does not change while we look.
  const once = (find) => {
    const found = new Map();
    return (el) => {
      if (!found.has(el)) found.set(el, find(el));
      return found.get(el);
    };
  };
  const styled = once(getComputedStyle);
  const read = Object.fromEntries(['overflowX', 'overflowY', 'position', 'display', 'pointerEvents', 'fontSize', 'textOverflow', 'webkitLineClamp'].map((k) => [k, once((el) => styled(el)[k])]));
  const size = once((el) => parseFloat(read.fontSize(el)));
  const seen = once((el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !el.closest('.vh, .skip, [inert]'));
  const cuts = once((el) => read.overflowX(el) !== 'visible' || read.overflowY(el) !== 'visible');
  const within = once((box) => {
    if (!box || box === document.documentElement) return board ? null : document.scrollingElement;
    if (/auto|scroll/.test(read.overflowX(box) + read.overflowY(box)) && (!board || box.hasAttribute('data-scroll') || !board.contains(box))) return box;
    return within(box.parentElement);
  });
  const scrolls = (el) => within(el.parentElement);
  const inside = (r) => r.left >= -1 && r.top >= -1 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1;
  const related = (a, b) => a.contains(b) || b.contains(a);

  // What scrolls stays where it brought one control into sight until it has to bring another, because scrolling takes time.
  const scrolled = new Map();
  const sight = (box) => (box === document.scrollingElement ? new DOMRect(0, 0, innerWidth, innerHeight) : box.getBoundingClientRect());
  const shows = (box, r) => {
    const s = sight(box);
    return inside(r) && r.top >= s.top && r.bottom <= s.bottom && r.left >= s.left && r.right <= s.right;
  };
  const bring = (el, box) => {
    for (let b = box; b; b = b === document.scrollingElement ? null : scrolls(b)) {
      if (!scrolled.has(b)) scrolled.set(b, [b.scrollLeft, b.scrollTop]);
      const [r, s] = [el.getBoundingClientRect(), sight(b)];
      b.scrollBy({ left: (r.left + r.right - s.left - s.right) / 2, top: (r.top + r.bottom - s.top - s.bottom) / 2, behavior: 'instant' });
    }
    return el.getBoundingClientRect();
  };

  // Controls: in the window, not covered, large enough.
  const controls = [...root.querySelectorAll('button, a[href], input, select, textarea, summary, [role=button], [role=tab]')].filter((el) => seen(el) && !el.disabled && read.pointerEvents(el) !== 'none');
  for (const el of controls) {
    const target = el.matches('input[type=checkbox], input[type=radio]') ? (el.closest('label') ?? el) : el;
    let r = target.getBoundingClientRect();
    if (r.width < 2 || r.height < 2) continue;
    const container = scrolls(target);
    if (container && !shows(container, r)) r = bring(target, container);
    const where = `${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.width)}x${Math.round(r.height)}`;
    if (!inside(r) && !(container && r.height > innerHeight)) bad.push(`outside the window: ${name(el)} at ${where}`);
    else {
      const hit = (fx, fy) => {
        const at = document.elementFromPoint(r.left + fx * r.width, r.top + fy * r.height);
        return at && (target.contains(at) || (el.tagName === 'A' && at.contains(el) && read.display(el) === 'inline')) ? null : (at ?? document.documentElement);
      };
      let over = hit(0.5, 0.5);
      // It may be near an edge of what scrolls, under something that stays in its place.
      if (over && container) {
        r = bring(target, container);
        over = hit(0.5, 0.5);
      }
      if (over && el.closest('[data-overlap]') && el.closest('[data-overlap]').contains(over)) {
        // Cards under cards show a part of themselves.
        const points = [0.15, 0.35, 0.5, 0.65, 0.85];
        over = points.some((x) => points.some((y) => !hit(x, y))) ? null : over;
      }
      if (over) bad.push(`covered: ${name(el)} at ${where} by ${name(over)}`);
    }
    const prose = el.tagName === 'A' && read.display(el) === 'inline';
    const after = getComputedStyle(el, '::after');
    const grow = after.content !== 'none' && after.position === 'absolute' ? Math.max(0, -parseFloat(after.top) || 0) : 0;
    const [w, h] = [r.width + 2 * grow, r.height + 2 * grow];
    if (!prose && (w < 23.5 || h < 23.5)) bad.push(`smaller than 24 px: ${name(el)} at ${where}`);
    if (touch && el.hasAttribute('data-commit') && (w < 43.5 || h < 43.5)) bad.push(`smaller than 44 px: ${name(el)} at ${where}`);
  }
  for (const [box, [left, top]] of scrolled) [box.scrollLeft, box.scrollTop] = [left, top];

  // What stays in its place while the page scrolls under it is no neighbour of a text.
  const stays = once((el) => !!el && el !== document.body && (/sticky|fixed/.test(read.position(el)) || stays(el.parentElement)));
  const boxed = controls.map((control) => ({ control, box: control.getBoundingClientRect(), holder: scrolls(control) })).filter(({ control, holder }) => holder && !stays(control));

  // Texts: whole, in the window, not under something else.
  let texts = 0;
  // One range for all of them: each one makes every later change of the page slower, until it is collected.
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node.parentElement;
    if (!node.textContent.trim() || !seen(el) || el.closest('option, script, style, noscript, svg, [aria-hidden=true] svg')) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width < 1 || text.height < 1) continue;
    texts++;
    const words = () => `"${node.textContent.trim().slice(0, 40)}" in ${name(el)}`;
    // On a board a word runs over into the next line only at a hyphen, its own or a soft one. (This browser knows no other hyphenation.)
    if (board && text.height > 1.5 * size(el))
      for (const { 0: word, index } of node.data.matchAll(/\p{L}{2,}/gu)) {
        const line = (at) => {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect();
        };
        const [first, last] = [line(index), line(index + word.length - 1)];
        if (last.top - first.top > first.height / 2) bad.push(`broken: "${word}" in ${name(el)}`);
      }
    range.selectNodeContents(node);
    const container = scrolls(el);
    // What scrolls has no place in the window of its own, but within it no text runs into a button.
    if (container && boxed.length && !el.closest('[data-overlap]') && !stays(el)) {
      for (const { control, box, holder } of boxed) {
        const meets = (r) => Math.min(r.right, box.right) - Math.max(r.left, box.left) > 2 && Math.min(r.bottom, box.bottom) - Math.max(r.top, box.top) > 2;
        if (!meets(text) || holder !== container || related(control, el) || control.closest('label, [data-overlap]')?.contains(el)) continue;
        if ([...range.getClientRects()].some(meets)) bad.push(`runs into a button: ${words()} and ${name(control)}`);
      }
    }
    if (container && container !== document.scrollingElement) continue;
    if (container && (text.left < -1 || text.right > innerWidth + 1)) bad.push(`leaves the window: ${words()}`);
    // Up to the first box that cuts: there the text must fit, or end in dots.
    let box = el;
    let dots = false;
    while (box && box !== document.body) {
      dots ||= read.textOverflow(box) === 'ellipsis' || read.webkitLineClamp(box) !== 'none';
      if (cuts(box)) break;
      box = box.parentElement;
    }
    if (board && (text.left < -1 || text.right > innerWidth + 1 || text.top < -1 || text.bottom > innerHeight + 1) && !dots) {
      bad.push(`leaves the window: ${words()}`);
      continue;
    }
    if (!dots && box && box !== document.body && box !== document.documentElement) {
      const r = box.getBoundingClientRect();
      const slack = Math.max(2, 0.2 * size(el));
      if (text.left < r.left - 1 || text.right > r.right + 1 || text.top < r.top - slack || text.bottom > r.bottom + slack) {
        bad.push(`cut: ${words()} by ${name(box)}`);
        continue;
      }
    }
    const button = el.closest('button, a, .pill, .turn');
    const b = button && read.display(button) !== 'inline' ? button.getBoundingClientRect() : null;
    if (b && b.width && !dots && (text.left < b.left - 1.5 || text.right > b.right + 1.5)) bad.push(`leaves its button: ${words()}`);
    if (el.closest('[data-overlap]') || text.bottom < 0 || text.top > innerHeight) continue;
    const line = range.getClientRects()[0];
    // What comes after the dots is not shown.
    if (dots && box && line.left + line.width / 2 > box.getBoundingClientRect().right - size(el)) continue;
    const at = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    if (at && !related(at, el) && !related(at, el.closest('button, a, label, li') ?? el)) bad.push(`under something: ${words()} under ${name(at)}`);
  }

  // Panels of a board do not lie upon each other.
  if (board) {
    const panels = [...board.querySelectorAll('section, .panel, .actbar, header, nav')].filter((el) => seen(el) && !el.closest('[data-overlap], [data-scroll], dialog, [popover]') && !['absolute', 'fixed'].includes(read.position(el)));
    const boxes = panels.map((el) => [el, el.getBoundingClientRect()]).filter(([, r]) => r.width > 2 && r.height > 2);
    for (const [i, [a, r]] of boxes.entries())
      for (const [c, q] of boxes.slice(i + 1)) {
        if (related(a, c)) continue;
        const [w, h] = [Math.min(r.right, q.right) - Math.max(r.left, q.left), Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top)];
        if (w > 2 && h > 2) bad.push(`overlap: ${name(a)} and ${name(c)} by ${Math.round(w)}x${Math.round(h)}`);
      }
    const d = document.scrollingElement;
    if (d.scrollHeight > d.clientHeight + 1 || d.scrollWidth > d.clientWidth + 1) bad.push(`the page scrolls by ${d.scrollWidth - d.clientWidth}x${d.scrollHeight - d.clientHeight}`);
  }
  for (const el of document.querySelectorAll('[aria-busy=true]')) bad.push(`busy: ${name(el)}`);
  return { bad, controls: controls.length, texts };
}
