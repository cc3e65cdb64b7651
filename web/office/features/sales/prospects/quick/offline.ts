import { report } from '#web/office/lib/report.ts';

/** The page that opens without a line, and the worker that keeps it: its scope is this page alone (decision 0019). */
const PAGE = '/oficina/prospectos/rapido';
const WORKER = '/oficina/sw-oficina.js';

/** Keeps the page's own files in this browser. Where it cannot, the page works with a line as any other. */
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
    // A worker has no origin to name.
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
