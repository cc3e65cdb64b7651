import { report } from '#web/office/lib/report.ts';

/** The service worker of the pages that work offline: each registers it with itself as the scope (decision 0019). */
const WORKER = '/oficina/sw-oficina.js';

/** Caches a page's files with a service worker of its own. Without one, the page works online only. */
export async function keepPageOffline(page: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { scope: page });
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
