// The focus never falls to the body: when the thing that has it goes away or can no longer be pressed, the nearest part of the page
// around it that is still there takes it over, and the keyboard goes on from there.

/** Watch a root element; an attachment for the app. */
export function keepFocus(root: HTMLElement) {
  let chain: Element[] = [];

  const remember = (e: FocusEvent) => {
    chain = [];
    for (let el = e.target as Element | null; el && el !== document.body; el = el.parentElement) chain.push(el);
  };

  const mend = () => {
    const [last] = chain;
    if (!last || (document.activeElement && document.activeElement !== document.body)) return;
    if (last.isConnected && !(last as HTMLButtonElement).disabled) return;
    const heir = chain.slice(1).find((el) => el.isConnected && el.getClientRects().length > 0) as HTMLElement | undefined;
    if (!heir) return;
    // The part itself, not a button in it: a key that is held down must press nothing new.
    if (!heir.hasAttribute('tabindex')) heir.setAttribute('tabindex', '-1');
    heir.focus({ preventScroll: true });
  };

  document.addEventListener('focusin', remember);
  const watch = new MutationObserver(mend);
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    watch.disconnect();
  };
}
