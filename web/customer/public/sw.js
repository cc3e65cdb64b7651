/**
 * The service worker of push notices, for the whole site. It stores nothing and answers no request of a page, so an old
 * one can do no harm; the browser compares it on each load, and a new one takes over at once.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** A path of this site; anything else becomes the start page, whoever sent it. */
function ownUrl(path) {
  const url = URL.canParse(path, self.location.origin) ? new URL(path, self.location.origin) : null;
  return url?.origin === self.location.origin ? url.href : `${self.location.origin}/`;
}

const shown = (data) => ({
  title: typeof data?.title === 'string' && data.title ? data.title : 'Tienes un aviso',
  body: typeof data?.body === 'string' ? data.body : 'Toca para verlo.',
  url: typeof data?.url === 'string' ? data.url : '/',
  tag: typeof data?.tag === 'string' ? data.tag : '',
});

function read(message) {
  try {
    return message?.json();
  } catch {
    return null;
  }
}

// A push that shows nothing would make the browser show a text of its own, and later take the permission away.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = shown(read(event.data));
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      icon: '/iconos/icono-192.png',
      badge: '/iconos/icono-192.png',
      lang: 'es-PA',
      data: { url },
      ...(tag && { tag, renotify: true }),
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(ownUrl(event.notification.data?.url)));
});

/** Brings the page to the front if it is open somewhere; else opens it. */
async function openPage(url) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const same = open.find((client) => client.url.split('#')[0] === url.split('#')[0]);
  if (same) return same.focus();
  return self.clients.openWindow(url);
}

// The browser gave the subscription another address: tells the server, as who is signed in here.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function renew(before, after) {
  const subscription = after ?? (await self.registration.pushManager.subscribe(await options(before)));
  const token = await json(await fetch('/api/csrf'));
  const headers = { 'content-type': 'application/json', 'x-csrf-token': token.token };
  const query = before ? `?antes=${encodeURIComponent(before.endpoint)}` : '';
  const body = JSON.stringify(subscription);
  await fetch(`/api/push_messages/push${query}`, { method: 'POST', headers, body });
}

async function options(before) {
  if (before?.options.applicationServerKey) return before.options;
  const { key } = await json(await fetch('/api/push_messages/key'));
  return { userVisibleOnly: true, applicationServerKey: key };
}

const json = async (answer) => (await answer.json()).data;
