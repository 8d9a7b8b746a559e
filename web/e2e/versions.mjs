// Two versions of the page, one after the other: a proxy before a server that can rename every file of the build, as a new
// build does, and change the rules of a game in the engine.

import { createServer, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** The name of a built file in the second version, and in the first. */
const later = (text) => text.replace(/(assets\/|"\.\/|'\.\/|`\.\/)([\w.]+)-([\w-]{8})\.(js|css|wasm)\b/g, '$1$2-$3v2.$4');
const earlier = (path) => path.replace(/v2\.(js|css|wasm)$/, '.$1');
const renamed = /^\/assets\/.*-[\w-]{8}\.(js|css|wasm)$/;

/**
 * Serve a server's page under another address; the API goes through as it is. update() switches to the second version, in
 * which every script, style sheet and engine has another name and the first version's are gone; rules is what changes in the
 * engine: [text, another of the same length].
 */
export async function twoVersions(server, rules) {
  let second = false;
  const asked = [];
  const fetched = (path) =>
    new Promise((resolve, reject) => {
      request(server.url + path, { headers: { 'Accept-Encoding': 'gzip' } }, (r) => {
        const parts = [];
        r.on('data', (d) => parts.push(d));
        r.on('end', () => resolve({ status: r.statusCode, headers: r.headers, body: r.headers['content-encoding'] === 'gzip' ? gunzipSync(Buffer.concat(parts)) : Buffer.concat(parts) }));
        r.on('error', reject);
      })
        .on('error', reject)
        .end();
    });
  const proxy = createServer(async (q, a) => {
    if (q.url.startsWith('/api/')) {
      q.pipe(request(server.url + q.url, { method: q.method, headers: { ...q.headers, host: new URL(server.url).host, origin: server.url } }, (r) => {
        a.writeHead(r.statusCode, r.headers);
        r.pipe(a);
      }));
      return;
    }
    if (second) asked.push(q.url);
    if (second && renamed.test(q.url) && earlier(q.url) === q.url) return void a.writeHead(404).end();
    const { status, headers, body } = await fetched(second ? earlier(q.url) : q.url);
    let data = body;
    if (second && q.url.endsWith('.wasm')) {
      data = Buffer.from(body);
      const at = data.indexOf(rules[0]);
      if (at < 0) throw new Error(`the engine does not say ${rules[0]}`);
      data.write(rules[1], at, 'latin1');
    } else if (second && /javascript|html|css|json/.test(headers['content-type'])) data = Buffer.from(later(body.toString()).replace('{"version":"', '{"version":"v2'));
    const { 'content-encoding': _, 'content-length': __, etag: ___, ...kept } = headers;
    a.writeHead(status, kept).end(data);
  });
  await new Promise((r) => proxy.listen(0, '127.0.0.1', r));
  return { url: `http://127.0.0.1:${proxy.address().port}`, asked, update: () => (second = true), close: () => new Promise((r) => (proxy.closeAllConnections(), proxy.close(r))) };
}
