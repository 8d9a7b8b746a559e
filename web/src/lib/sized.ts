/**
 * Follows the inner size of an element. Unlike bind:clientWidth it does not ask when the element is new, which would make the browser
 * lay out the page in the middle of a change and once more after it; the observer tells the size before the frame is painted.
 */
export function sized(set: (width: number, height: number) => void) {
  return (el: Element) => {
    const observer = new ResizeObserver(() => set(el.clientWidth, el.clientHeight));
    observer.observe(el);
    return () => observer.disconnect();
  };
}
