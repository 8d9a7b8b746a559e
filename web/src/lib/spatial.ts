// Arrow keys move the focus to the nearest thing in that direction among those marked data-nav.

type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

function centre(el: Element) {
  const r = el.getBoundingClientRect();
  return { x: r.left + r.width / 2, y: r.top + r.height / 2, seen: r.width > 0 && r.height > 0 };
}

/**
 * Move the focus to the cards: to the picked one, or to the first. One's wonders lie before the cards on a desk, but a
 * card is picked before its wonder. False if there is nothing to go to.
 */
export function focusCards(root: ParentNode = document): boolean {
  const all = [...root.querySelectorAll<HTMLElement>('[data-zone] [data-nav]:not([disabled])')];
  const cards = all.filter((el) => !el.closest('[data-zone=wonders]'));
  const to = cards.find((el) => el.getAttribute('aria-pressed') === 'true') ?? cards[0] ?? all[0];
  to?.focus();
  return !!to;
}

/** Move the focus; false if there is nothing there. */
export function moveFocus(direction: Direction, root: ParentNode = document): boolean {
  const all = [...root.querySelectorAll<HTMLElement>('[data-nav]:not([disabled])')].filter((el) => centre(el).seen);
  if (all.length === 0) return false;
  const from = document.activeElement;
  if (!(from instanceof HTMLElement) || !from.hasAttribute('data-nav')) {
    all[0].focus();
    return true;
  }
  const c = centre(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const el of all) {
    if (el === from) continue;
    const d = centre(el);
    const dx = d.x - c.x;
    const dy = d.y - c.y;
    const along = direction === 'ArrowLeft' ? -dx : direction === 'ArrowRight' ? dx : direction === 'ArrowUp' ? -dy : dy;
    const across = direction === 'ArrowLeft' || direction === 'ArrowRight' ? Math.abs(dy) : Math.abs(dx);
    if (along <= 1) continue;
    const cost = along + 2.5 * across;
    if (cost < least) {
      least = cost;
      best = el;
    }
  }
  best?.focus();
  return best !== null;
}
