// Keeps the page, so that it opens without a network. Files under /assets/ are named after their content and never change.
// After a while the page asks for the rest: every file that precache.json lists, the engine included, so that all games can
// be played offline. Its rare files are kept from the day they are first used. Nothing of /api is kept.
// It also shows what the server sends while no page is in front, and opens the page that it is about.

const shelf = 'mirabilia-1';
const manifest = '/precache.json';

self.addEventListener('install', (e) => {
  e.waitUntil(caches.open(shelf).then((c) => c.addAll(['/', '/theme.js', '/icon.svg', '/icon-turn.svg'])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (e) => {
  e.waitUntil(self.clients.claim());
});

// loaded: a page that was there before the worker names the files it has. all: everything is to be kept; engines are those that
// games of this device still need.
self.addEventListener('message', (e) => {
  const { loaded, all, engines = [] } = e.data;
  if (loaded) {
    const files = loaded.filter((name) => new URL(name).origin === location.origin && new URL(name).pathname.startsWith('/assets/'));
    e.waitUntil(caches.open(shelf).then((c) => Promise.all(files.map(async (f) => (await c.match(f)) ?? c.add(f)))));
  }
  if (all) e.waitUntil(keepAll(engines).then(() => e.source?.postMessage({ kept: true }), () => {}));
});

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (e.request.mode === 'navigate') {
    // The newest page if there is a network, the kept one if not.
    e.respondWith(
      fetch('/').then((fresh) => {
        const copy = fresh.clone();
        if (fresh.ok) e.waitUntil(caches.open(shelf).then((c) => c.put('/', copy)));
        return fresh;
      }).catch(() => caches.match('/')),
    );
    return;
  }
  if (!url.pathname.startsWith('/assets/') && !['/theme.js', '/icon.svg', '/icon-turn.svg'].includes(url.pathname)) return;
  const hashed = url.pathname.startsWith('/assets/');
  e.respondWith(
    hashed
      ? caches.match(e.request).then((kept) => kept ?? fetch(e.request).then((fresh) => {
          const copy = fresh.clone();
          if (fresh.ok) e.waitUntil(caches.open(shelf).then((c) => c.put(e.request, copy)));
          return fresh;
        }))
      : fetch(e.request).catch(() => caches.match(e.request)),
  );
});

/** Keep all files of this build, one after the other, and then let go of those that neither it nor the build before has. */
async function keepAll(engines) {
  const c = await caches.open(shelf);
  const fresh = await fetch(manifest, { cache: 'no-cache' });
  if (!fresh.ok) return;
  const list = await fresh.clone().json();
  for (const file of list.files) if (!(await c.match(file))) await c.add(file);
  const before = await (await c.match(manifest))?.json();
  // A page of the build before may still be open, and load its parts.
  const last = before?.version === list.version ? before.before ?? [] : before?.files ?? [];
  await c.put(manifest, new Response(JSON.stringify({ ...list, before: last })));
  const wanted = new Set([...list.files, ...list.rare, ...last, ...engines]);
  for (const r of await c.keys()) {
    const { pathname } = new URL(r.url);
    if (pathname.startsWith('/assets/') && !wanted.has(pathname)) await c.delete(r);
  }
}

self.addEventListener('push', (e) => {
  let message = null;
  try {
    message = e.data?.json();
  } catch {
    // Not of this server.
  }
  if (message) e.waitUntil(show(message));
});

/** Show a message in the place of the one with the same tag, or take that one away. */
async function show({ tag, title, body, url, count, open, later, lang, close, silent }) {
  if (count >= 0) await (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
  if (close) {
    for (const n of await self.registration.getNotifications({ tag })) n.close();
    return;
  }
  const actions = [open && { action: 'open', title: open }, later && { action: 'later', title: later }].filter(Boolean);
  await self.registration.showNotification(title, { tag, body, lang, actions, icon: '/icon-192.png', badge: '/icon-192.png', data: { url }, silent: !!silent, renotify: !silent });
}

self.addEventListener('notificationclick', (e) => {
  e.notification.close();
  e.waitUntil(e.action === 'later' ? fetch('/api/push/later', { method: 'POST', credentials: 'same-origin' }) : go(e.notification.data?.url ?? '/'));
});

/** Open an address of ours: in a page that is open, or in a new one. */
async function go(address) {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((p) => new URL(p.url).pathname === url.pathname) ?? pages.find((p) => p.visibilityState === 'visible') ?? pages[0];
  if (!there) return self.clients.openWindow(url.pathname);
  await there.focus().catch(() => {});
  if (new URL(there.url).pathname !== url.pathname) there.postMessage({ go: url.pathname });
}

// The browser has another address for its messages now.
self.addEventListener('pushsubscriptionchange', (e) => {
  e.waitUntil(
    (async () => {
      const fresh = e.newSubscription ?? (await self.registration.pushManager.subscribe(e.oldSubscription.options));
      const { endpoint, keys } = fresh.toJSON();
      await fetch('/api/push', { method: 'PUT', credentials: 'same-origin', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }) });
    })(),
  );
});
