// The title of the browser's tab: each page says its own, and a mark before it says that it is your move.

import { p } from './i18n.svelte';

/** How many games wait for the person, as far as they want the title to tell. */
export const waiting = $state({ n: 0 });

const icon = () => document.querySelector<HTMLLinkElement>('link[rel=icon]');

/** Give the tab a title while the caller is mounted; turn says that a move is asked for. */
export function titled(title: () => string, turn: () => boolean = () => false) {
  $effect(() => {
    const mine = turn();
    document.title = `${mine ? `● ${p('turn.yours')} – ` : waiting.n ? `(${waiting.n}) ` : ''}${title()} – Mirabilia`;
    icon()?.setAttribute('href', mine || waiting.n ? '/icon-turn.svg' : '/icon.svg');
  });
  $effect(() => () => {
    document.title = 'Mirabilia';
    icon()?.setAttribute('href', '/icon.svg');
  });
}
