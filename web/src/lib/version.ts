// A page may stay open for weeks, while the server learns to speak otherwise. The server says which version of its API it
// speaks; when that is no longer the one the page was loaded with, the page reloads itself as soon as nothing is lost by it.

let ours: number | undefined;
let waiting: ReturnType<typeof setInterval> | undefined;

/** Something is chosen or written that has not been sent. */
function unsent(): boolean {
  if (document.querySelector('[data-commit]:not(:disabled), dialog[open] form')) return true;
  return [...document.querySelectorAll<HTMLInputElement>('input[type=text], textarea')].some((x) => !x.readOnly && x.value !== x.defaultValue);
}

/** The server said which version it speaks; a server that says none is an older one. */
export function heardVersion(version: number | undefined, reload = () => location.reload()) {
  if (version === undefined || version === ours) return;
  if (ours === undefined) {
    ours = version;
    return;
  }
  const tryIt = () => {
    if (unsent()) return;
    clearInterval(waiting);
    reload();
  };
  clearInterval(waiting);
  waiting = setInterval(tryIt, 2000);
  tryIt();
}

/** As if the page had just been loaded, for tests. */
export function forgetVersion() {
  clearInterval(waiting);
  ours = undefined;
}
