/**
 * Push notices in this browser, for the office and the customer's pages. The service worker is registered only after a
 * person's gesture gave the permission (spec §2.6).
 */

/** install: an iPhone shows notices only of a page on its home screen. */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const supported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The registration of our worker. The office has another worker for its own pages. */
const found = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return registration?.scope === `${location.origin}/` ? registration : undefined;
};

/** This browser's subscription, if it has one. Looks for a newer worker too. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!supported()) return null;
  const registration = await found();
  void registration?.update().catch(() => undefined);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function pushState(): Promise<PushState> {
  if (!supported())
    return isApple() && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await currentSubscription()) ? 'on' : 'off';
}

/** Resolves when a worker can receive notices. */
function activated(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker || worker.state === 'activated') return Promise.resolve();
  return new Promise((done) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') done();
    });
  });
}

/**
 * Asks for the permission, registers the worker and subscribes. Call it from a person's gesture. Null: the person or the
 * browser did not allow it. `key`: the server's public key; a subscription with another one is replaced.
 */
export async function switchOn(key: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  await activated(registration);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return (await registration.pushManager.subscribe(options)).toJSON();
  } catch (error) {
    const before = await registration.pushManager.getSubscription();
    if (!before) throw error;
    await before.unsubscribe();
    return (await registration.pushManager.subscribe(options)).toJSON();
  }
}

/** Ends this browser's subscription. Returns its endpoint, for the server to forget; null without one. */
export async function switchOff(): Promise<string | null> {
  const subscription = await currentSubscription();
  if (!subscription) return null;
  await subscription.unsubscribe();
  return subscription.endpoint;
}

/** How an iPhone gets the page onto its home screen. */
export const INSTALL_STEPS = [
  'Abre esta página en Safari.',
  'Toca el botón Compartir, el cuadro con la flecha hacia arriba.',
  'Elige «Agregar a inicio» y toca «Agregar».',
  'Abre la página desde el ícono nuevo y vuelve a activar los avisos.',
] as const;

export const PUSH_TEXTS: Record<Exclude<PushState, 'on' | 'off'>, string> = {
  unsupported: 'Este navegador no muestra avisos. Ábrelo en Chrome, Edge, Firefox o Safari.',
  install: 'En un iPhone o iPad, primero agrega esta página a tu pantalla de inicio:',
  denied:
    'Este navegador tiene bloqueados los avisos de esta página. Toca el candado junto a la dirección, permite las notificaciones y vuelve a cargar la página.',
};
