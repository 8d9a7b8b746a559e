// Addresses of the page, over the browser's history.

export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'here'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'analysis'; id: string }
  | { page: 'puzzle'; id: string }
  | { page: 'rules'; game: string }
  | { page: 'score'; what: string }
  | { page: 'account' }
  | { page: 'notifications' }
  | { page: 'signin' }
  | { page: 'profile'; name: string }
  | { page: 'ranks'; game: string }
  | { page: 'host' }
  | { page: 'tournaments' }
  | { page: 'tournament'; id: string }
  | { page: 'duplicate'; id: string }
  | { page: 'missing' };

/** A part of an address; one that is no text stays as it is, and leads nowhere. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function parse(path: string): Route {
  const [first, second, ...more] = path.split('/').filter(Boolean).map(decoded);
  if (!first) return { page: 'home' };
  if (more.length === 0) {
    if (first === 't' && second) return { page: 'table', id: second };
    if (first === 'here' && second) return { page: 'here', id: second };
    if (first === 'r' && second) return { page: 'replay', id: second };
    if (first === 'analysis' && second) return { page: 'analysis', id: second };
    if (first === 'puzzle') return { page: 'puzzle', id: second ?? '' };
    if (first === 'rules') return { page: 'rules', game: second ?? '' };
    if ((first === 'a' || first === 's') && second) return { page: 'tournament', id: second };
    if (first === 'd' && second) return { page: 'duplicate', id: second };
    if ((first === 'account' || first === 'notifications' || first === 'signin' || first === 'host' || first === 'tournaments') && !second) return { page: first };
    if (first === 'p' && second) return { page: 'profile', name: second };
    if (first === 'ranks') return { page: 'ranks', game: second ?? '' };
    if (first === 'score') return { page: 'score', what: second ?? '' };
  }
  return { page: 'missing' };
}

class Router {
  route: Route = $state(parse(location.pathname));

  constructor() {
    addEventListener('popstate', () => (this.route = parse(location.pathname)));
  }

  go(path: string, replace = false) {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.route = parse(location.pathname);
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** Follow links inside the page without reloading it: an attachment for the root element. */
export function links(root: HTMLElement) {
  const click = (e: MouseEvent) => {
    const a = (e.target as Element).closest?.('a');
    if (!a || a.target || a.hasAttribute('download') || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    if (a.origin !== location.origin || a.pathname.startsWith('/api/')) return;
    e.preventDefault();
    router.go(a.pathname + a.search + a.hash);
  };
  root.addEventListener('click', click);
  return () => root.removeEventListener('click', click);
}
