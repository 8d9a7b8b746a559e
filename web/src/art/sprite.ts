// The sprite of all signs lies in the page itself: a sign that refers to a file asks for that file each time it is drawn anew, and a board draws hundreds.

import url from './icons.svg?url';

/** How long the page waits before it asks again, in ms. */
const pause = 3000;

/** Fetch the sprite and put it into the page. Signs that were drawn before then show. */
export async function placeSprite(): Promise<void> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new TypeError(`${url}: ${answer.status}`);
    const drawn = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
    drawn.style.display = 'none';
    document.body.append(drawn);
  } catch (e) {
    if (!(e instanceof TypeError)) throw e;
    // The network is gone for a moment.
    setTimeout(placeSprite, pause);
  }
}
