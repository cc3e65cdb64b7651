import { report } from '#web/office/lib/report.ts';

/** The page that works offline, and its service worker, whose scope is this page only (decision 0019). */
const PAGE = '/oficina/prospectos/rapido';
const WORKER = '/oficina/sw-oficina.js';

/** Caches the page's files with the service worker. Without one, the page works online only. */
export async function keepPageOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { scope: PAGE });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    if (!worker) return;
    await settled(worker);
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${location.origin}/oficina-assets/`));
    // A worker's postMessage takes no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ files: [...new Set(files)] });
  } catch (error) {
    report(error, { during: 'offline page' });
  }
}

const settled = (worker: ServiceWorker) =>
  new Promise<void>((done) => {
    if (worker.state === 'activated') return done();
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') done();
    });
  });
