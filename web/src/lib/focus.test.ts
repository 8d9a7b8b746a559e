import { afterEach, expect, test, vi } from 'vitest';
import { keepFocus } from './focus';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function page() {
  document.body.innerHTML = '<div id="content"><section id="zone"><div id="row"><button id="one">1</button><button id="two">2</button></div></section></div>';
  for (const el of document.querySelectorAll('*')) vi.spyOn(el, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  stop = keepFocus(document.getElementById('content')!);
  return (id: string) => document.getElementById(id)!;
}

const settle = () => new Promise((r) => setTimeout(r, 0));

test('when the focused button goes, the row around it has the focus', async () => {
  const at = page();
  at('one').focus();
  at('one').remove();
  await settle();
  expect(document.activeElement).toBe(at('row'));
});

test('when the row goes with it, the zone has the focus', async () => {
  const at = page();
  at('one').focus();
  at('row').remove();
  await settle();
  expect(document.activeElement).toBe(at('zone'));
});

test('a focus that moved on by itself is left alone', async () => {
  const at = page();
  at('one').focus();
  at('two').focus();
  at('one').remove();
  await settle();
  expect(document.activeElement).toBe(at('two'));
});
