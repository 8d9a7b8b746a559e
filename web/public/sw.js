// Keeps the shell of the page, so that it opens without a network and says what is wrong. Games always come from
// the server: nothing of /api is kept. Files under /assets/ are named after their content and never change.

const shelf = 'mirabilia-1';

self.addEventListener('install', (e) => {
  e.waitUntil(caches.open(shelf).then((c) => c.addAll(['/', '/theme.js', '/icon.svg'])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (e) => {
  e.waitUntil(self.clients.claim());
});

// A page that was there before the worker names the files it has loaded.
self.addEventListener('message', (e) => {
  const files = e.data.filter((name) => new URL(name).origin === location.origin && new URL(name).pathname.startsWith('/assets/'));
  e.waitUntil(caches.open(shelf).then((c) => Promise.all(files.map(async (f) => (await c.match(f)) ?? c.add(f)))));
});

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (e.request.mode === 'navigate') {
    // The newest page if there is a network, the kept one if not. Kept files of older builds are let go.
    e.respondWith(
      fetch('/').then((fresh) => {
        const copy = fresh.clone();
        if (fresh.ok) e.waitUntil(keep(copy));
        return fresh;
      }).catch(() => caches.match('/')),
    );
    return;
  }
  if (!url.pathname.startsWith('/assets/')) return;
  e.respondWith(
    caches.match(e.request).then((kept) => kept ?? fetch(e.request).then((fresh) => {
      const copy = fresh.clone();
      if (fresh.ok) e.waitUntil(caches.open(shelf).then((c) => c.put(e.request, copy)));
      return fresh;
    })),
  );
});

/** Keep the page, and drop files of an older build once it has changed. */
async function keep(page) {
  const c = await caches.open(shelf);
  const before = await (await c.match('/'))?.text();
  const text = await page.clone().text();
  if (before !== undefined && before !== text) {
    for (const r of await c.keys()) if (new URL(r.url).pathname.startsWith('/assets/')) await c.delete(r);
  }
  await c.put('/', new Response(text, { headers: page.headers }));
}
