import { expect, type BrowserContext, type Page } from '@playwright/test';
import { buyHouse, openLine, staffLine } from './support/buyer.ts';
import { opened, PHONE } from './support/buyerPages.ts';
import { checkAxe, checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

/** The keys of a browser whose push service never comes into play here. */
const SUBSCRIPTION = {
  endpoint: 'https://push.example/e2e',
  keys: { p256dh: `B${'k'.repeat(86)}`, auth: 'a'.repeat(22) },
};

/**
 * A browser without a screen has no push service and no notification centre: it says no to both. Here a person says yes, and
 * subscribing gives an endpoint of ours. The page, the registration, the worker and the delivery are the browser's.
 */
async function withPushService(context: BrowserContext, name: string): Promise<void> {
  await context.addInitScript(
    (given) => {
      let current: object | null = null;
      let permission = 'default';
      Object.defineProperty(Notification, 'permission', { get: () => permission });
      Notification.requestPermission = () =>
        Promise.resolve((permission = 'granted') as NotificationPermission);
      const made = {
        ...given,
        options: {},
        toJSON: () => given,
        unsubscribe: () => {
          current = null;
          return Promise.resolve(true);
        },
      };
      Object.assign(PushManager.prototype, {
        subscribe: () => Promise.resolve((current = made)),
        getSubscription: () => Promise.resolve(current),
      });
    },
    { ...SUBSCRIPTION, endpoint: `${SUBSCRIPTION.endpoint}/${name}` },
  );
}

const workerOf = async (context: BrowserContext, origin: string) => {
  const ours = () => context.serviceWorkers().find((worker) => worker.url() === `${origin}/sw.js`);
  await expect.poll(() => ours() !== undefined).toBe(true);
  return ours()!;
};

/** Gives a message to the worker through the DevTools protocol, as the browser's push service would. */
async function deliver(blank: Page, origin: string, message: object): Promise<void> {
  const devtools = await blank.context().newCDPSession(blank);
  const registered = new Promise<string>((done) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (ours) done(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await devtools.detach();
}

test('a buyer allows notices by a button, gets one with every page closed, and a touch opens its page', async ({
  browser,
  playwright,
  baseURL,
}) => {
  const line = await openLine(playwright, baseURL!);
  const coordinator = await staffLine(playwright, baseURL!, 'coordinador');
  await buyHouse(line, coordinator);
  const context = await browser.newContext({ ...PHONE, baseURL: baseURL! });
  await context.addCookies(await line.cookies());
  await withPushService(context, 'comprador');
  const page = await context.newPage();
  await page.goto('/clientes/siguiente/');
  await opened(page);
  // Nothing is registered before the person asks for it.
  expect(context.serviceWorkers()).toEqual([]);
  await page.goto('/clientes/notificaciones');
  await opened(page);
  await checkAxe(page, 'avisos del comprador');
  await picture(page, 'avisos-comprador', { fullPage: true });
  await page.getByLabel('Este es mi equipo principal').check();
  await page.getByRole('button', { name: 'Activar avisos' }).click();
  await expect(page.getByText('Gracias por confirmar...')).toBeVisible();
  await picture(page, 'avisos-comprador-activos', { fullPage: true });

  const worker = await workerOf(context, baseURL!);
  // What the system's notification centre would show, and what it would open: this browser has neither.
  await worker.evaluate(() => {
    const scope = self as unknown as {
      registration: object;
      clients: object;
      told: unknown[];
      went: string[];
    };
    scope.told = [];
    scope.went = [];
    Object.assign(scope.registration, {
      showNotification: (title: string, options: object) =>
        Promise.resolve(void scope.told.push({ title, ...options })),
    });
    Object.assign(scope.clients, { openWindow: (url: string) => Promise.resolve(void scope.went.push(url)) });
  });
  const blank = await context.newPage();
  await page.close();
  await deliver(blank, baseURL!, {
    title: 'Tienes un mensaje',
    body: 'Toca para leerlo.',
    url: '/clientes/chat',
    tag: 'a',
  });
  const told = () =>
    worker.evaluate(() => (self as unknown as { told: { title: string; data: { url: string } }[] }).told);
  await expect.poll(told).toMatchObject([{ title: 'Tienes un mensaje', data: { url: '/clientes/chat' } }]);
  const touch = (url: string) =>
    worker.evaluate((target) => {
      const { ExtendableEvent } = self as unknown as { ExtendableEvent: new (name: string) => Event };
      const event = Object.assign(new ExtendableEvent('notificationclick'), {
        notification: { close: () => undefined, data: { url: target } },
      });
      self.dispatchEvent(event);
    }, url);
  const went = () => worker.evaluate(() => (self as unknown as { went: string[] }).went);
  await touch('/clientes/chat');
  await expect.poll(went).toEqual([`${baseURL}/clientes/chat`]);
  // A foreign address, by whatever spelling, leads to the own start page.
  for (const foreign of [
    'https://malo.example/x',
    '//malo.example/x',
    'javascript:alert(1)',
    '/\\malo.example',
  ])
    await touch(foreign);
  await expect
    .poll(went)
    .toEqual([`${baseURL}/clientes/chat`, ...Array.from({ length: 4 }, () => `${baseURL}/`)]);
  await context.close();
});

test(
  'a colleague switches notices on, chooses by which way, and leaves a task that somebody else finishes',
  { tag: '@deep' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: baseURL! });
    await withPushService(context, 'oficina');
    const page = await context.newPage();
    await signIn(page, 'coordinador', '/oficina/avisos/preferencias');
    await page.getByRole('button', { name: 'Activar avisos en este equipo' }).click();
    await expect(page.getByText('Este equipo recibe tus avisos.')).toBeVisible();
    await page.getByLabel('Te mencionan en un comentario: Por correo').check();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Tus avisos quedan así.')).toBeVisible();
    await checkEverywhere(page, 'mis-avisos');
    await visit(page, '/oficina/notificaciones');
    await expect(page.getByText('Aún no se le envió nada.').first()).toBeVisible();
    await checkEverywhere(page, 'notificaciones');

    await visit(page, '/oficina/ventas');
    await page.getByRole('table').getByRole('link').first().click();
    const tasks = page.getByRole('group', { name: 'Tareas' });
    await tasks.getByRole('button', { name: 'Nueva tarea' }).click();
    await page.getByLabel('Qué hay que hacer').fill('Llamar al banco por la carta');
    await page.getByRole('button', { name: 'Crear tarea' }).click();
    await expect(tasks.getByText('Llamar al banco por la carta')).toBeVisible();
    await page.getByLabel('Comentario').pressSequentially('Mira esto @Rob');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Comentar' }).click();
    await expect(page.getByLabel('Actividad', { exact: true }).getByText(/Mira esto @/)).toBeVisible();
    await checkEverywhere(page, 'venta-con-tareas');
    await visit(page, '/oficina');
    await page.getByRole('button', { name: 'Hecha: Llamar al banco por la carta' }).click();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('button', { name: 'Hecha: Llamar al banco por la carta' })).toBeVisible();
    await context.close();
  },
);
