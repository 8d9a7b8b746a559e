// The keyboard of the page: mounted components bind keys, the newest first; the list under ? shows them all.

import type { PageKey } from './i18n.svelte';

export interface Binding {
  /** As KeyboardEvent.key has it; several for one meaning. */
  keys: string[];
  /** What it does, as a text of the page; without one it is not listed. */
  says?: PageKey;
  /** How the keys are written in the list, if not as they are. */
  shown?: string;
  /** Works while a dialog is open, too. */
  over?: boolean;
  /** Components above others on the screen get a key before them, regardless of who bound it last: 0 is the board. */
  layer?: number;
  /** True if it was used up; false lets the next binding, and then the browser, have it. */
  run: (e: KeyboardEvent) => boolean | void;
}

const bound: Binding[] = [];

/** Bind keys until the returned function is called: `$effect(() => bind([...]))`. */
export function bind(list: Binding[]): () => void {
  bound.unshift(...list);
  return () => {
    for (const b of list) {
      const i = bound.indexOf(b);
      if (i >= 0) bound.splice(i, 1);
    }
  };
}

/** The keys that people look for come first; the others follow. */
const order: PageKey[] = ['keys.cards', 'keys.move', 'keys.action', 'keys.commit', 'keys.cancel', 'keys.withdraw', 'keys.undo', 'keys.info', 'keys.opponent', 'keys.board', 'keys.both', 'keys.discard', 'keys.unseen', 'keys.log', 'keys.rules', 'keys.menu', 'keys.step', 'keys.prev', 'keys.next', 'keys.first', 'keys.last', 'keys.play'];

/** All that is bound now, each meaning once. */
export function bindings(): Binding[] {
  const seen = new Set<string>();
  const place = (b: Binding) => (order.includes(b.says!) ? order.indexOf(b.says!) : order.length);
  return [...bound]
    .reverse()
    .filter((b) => b.says && !seen.has(b.says) && seen.add(b.says))
    .sort((a, b) => place(a) - place(b));
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function use(e: KeyboardEvent, dialog = false): boolean {
  return [...bound].sort((a, b) => (b.layer ?? 0) - (a.layer ?? 0)).some((b) => (!dialog || b.over) && b.keys.includes(e.key) && b.run(e) !== false);
}

/** Do what a key does, for buttons with the same action. */
export function press(key: string) {
  use(new KeyboardEvent('keydown', { key }));
}

/** Listen to the keyboard; called once by the app. */
export function listen(): () => void {
  const down = (e: KeyboardEvent) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target)) return;
    // A dialog that is open has the keyboard to itself: the browser moves the focus in it and closes it on Escape.
    if (use(e, !!document.querySelector('dialog[open]'))) e.preventDefault();
  };
  addEventListener('keydown', down);
  return () => removeEventListener('keydown', down);
}
