// Opens a page of the office without a line (decision 0019). Its scope is that one page, which registers it: everything else goes
// past it, and /sw.js stays free for notices. It keeps the page's document and files, never an answer of the API.
const PAGE = new URL(self.registration.scope).pathname;
const KIND = `llave-sin-linea:${PAGE}:`;
const CACHE = `${KIND}1`;
const WAIT_MS = 4000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => (name.startsWith(KIND) || name.startsWith('llave-rapido-')) && name !== CACHE)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

// The page says which files it was made of: those are kept, those of an earlier release go.
self.addEventListener('message', (event) => {
  const files = event.data && Array.isArray(event.data.files) ? event.data.files : null;
  if (files) event.waitUntil(keep(files));
});

async function keep(files) {
  const cache = await caches.open(CACHE);
  const wanted = new Set(files.filter((file) => new URL(file).origin === self.location.origin));
  const known = await cache.keys();
  const held = new Set(known.map(({ url }) => url));
  const page = await fetch(PAGE, { credentials: 'same-origin' });
  if (!page.ok) return;
  await Promise.all([...wanted].filter((file) => !held.has(file)).map((file) => cache.add(file)));
  await cache.put(PAGE, await withoutToken(page));
  // Only once the new ones are all there.
  await Promise.all(
    known
      .filter(({ url }) => !wanted.has(url) && new URL(url).pathname !== PAGE)
      .map((request) => cache.delete(request)),
  );
}

/** The token in the document belongs to a visit; without it the page asks for a fresh one. */
async function withoutToken(response) {
  const text = await response.text();
  return new Response(text.replace(/(<meta name="csrf-token" content=")[^"]*/, '$1'), {
    headers: Object.fromEntries(
      ['content-type', 'content-security-policy', 'referrer-policy']
        .map((name) => [name, response.headers.get(name)])
        .filter(([, value]) => value),
    ),
  });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && url.pathname === PAGE)
    event.respondWith(lineFirst(request, () => caches.match(PAGE)));
  else if (url.pathname.startsWith('/oficina-assets/'))
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
  else if (['style', 'image', 'font'].includes(request.destination))
    event.respondWith(lineFirst(request, () => caches.match(request)));
});

/** What the server says; what is kept, where it says nothing within seconds (a bar of signal that carries nothing). */
async function lineFirst(request, kept) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), WAIT_MS);
  try {
    return await fetch(request, { signal: stop.signal });
  } catch {
    return (await kept()) || Response.error();
  } finally {
    clearTimeout(timer);
  }
}
