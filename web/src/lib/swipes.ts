// Swipes of a finger over an element. Where a swipe up or down means nothing, it scrolls.

const least = 44;

interface Swipes {
  left: () => void;
  right: () => void;
  up?: () => void;
  down?: () => void;
}

export function swipes(el: HTMLElement, on: Swipes) {
  let from: { x: number; y: number } | null = null;
  const begin = (e: TouchEvent) => (from = e.touches.length === 1 ? { x: e.touches[0].clientX, y: e.touches[0].clientY } : null);
  const end = (e: TouchEvent) => {
    if (!from) return;
    const [dx, dy] = [e.changedTouches[0].clientX - from.x, e.changedTouches[0].clientY - from.y];
    from = null;
    if (Math.abs(dx) >= least && Math.abs(dx) > 2 * Math.abs(dy)) (dx < 0 ? on.left : on.right)();
    if (Math.abs(dy) >= least && Math.abs(dy) > 2 * Math.abs(dx)) (dy < 0 ? on.up : on.down)?.();
  };
  el.addEventListener('touchstart', begin, { passive: true });
  el.addEventListener('touchend', end, { passive: true });
  return {
    update: (next: Swipes) => (on = next),
    destroy() {
      el.removeEventListener('touchstart', begin);
      el.removeEventListener('touchend', end);
    },
  };
}
