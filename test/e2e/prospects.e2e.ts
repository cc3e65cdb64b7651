import { expect, type Page } from '@playwright/test';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { PHONE } from './support/buyerPages.ts';
import { checkAxe, checkEverywhere, keptOffline, picture, signIn, visit } from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

test('a prospect is recorded, called, and becomes a pre-contract', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'asesor', '/oficina/prospectos');
  await page.getByRole('button', { name: 'Nuevo prospecto' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Nuevo prospecto' });
  await drawer.getByLabel('Nombre completo').fill('Prueba Del Camino');
  await drawer.getByLabel('Celular').fill('6999-1001');
  await drawer.getByLabel('Proyecto').selectOption({ index: 1 });
  await drawer.getByRole('button', { name: 'Anotar prospecto' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prueba Del Camino' })).toBeVisible();

  await page.getByRole('button', { name: 'Anotar contacto' }).click();
  await page.getByText('Llamada contestada').click();
  await page.getByLabel('Nota').fill('Quiere ver la casa modelo');
  await page.getByRole('dialog').getByRole('button', { name: 'Anotar contacto' }).click();
  await expect(page.getByText('Contactado', { exact: true }).first()).toBeVisible();
  await checkEverywhere(page, 'prospecto');

  await page.getByRole('button', { name: 'Otras acciones' }).click();
  await page.getByRole('menuitem', { name: 'Crear pre-contrato' }).click();
  const convert = page.getByRole('dialog', { name: 'Crear pre-contrato' });
  await convert.getByLabel('Modelo').selectOption({ index: 1 });
  await convert.getByRole('button', { name: 'Crear pre-contrato' }).click();
  await page.waitForURL(/\/oficina\/ventas\/\d+/);

  await visit(page, '/oficina/prospectos');
  await expect(page.getByText('Prueba Del Camino').first()).toBeVisible();
  await checkEverywhere(page, 'prospectos');
  await picture(page, 'prospectos');
  await visit(page, '/oficina/prospectos?ver=tablero');
  await expect(page.getByRole('heading', { name: 'Cotizado' })).toBeVisible();
  await checkEverywhere(page, 'prospectos-tablero');
});

test(
  'several prospects are called on another day and discarded at once',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'coordinador', '/oficina/prospectos?etapa_id=[1]');
    const boxes = page.getByRole('checkbox', { name: /^Elegir / });
    const bar = page.getByRole('region', { name: 'Filas elegidas' });
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await bar.getByRole('button', { name: 'Cambiar el seguimiento' }).click();
    const drawer = page.getByRole('dialog', { name: 'Cambiar el seguimiento · 2 prospectos' });
    await drawer.getByRole('button', { name: 'Cambiar el día' }).click();
    await expect(page.getByText('Hecho en 2 filas.')).toBeVisible();
    await boxes.nth(1).check();
    await bar.getByRole('button', { name: 'Descartar' }).click();
    await page.getByLabel('Motivo').fill('Ya compró en otro lado');
    await page.getByRole('button', { name: 'Descartar' }).last().click();
    await expect(page.getByText('Hecho en 1 fila.')).toBeVisible();
  },
);

/** Changes the stage twice through the API, so that an open page holds an old version. */
async function moveBeside(page: Page, id: number): Promise<void> {
  const csrf = await page.request.get('/api/csrf');
  const { data } = (await csrf.json()) as { data: { token: string } };
  for (const estado_id of [PROSPECT.quoted, PROSPECT.contacted]) {
    const read = await page.request.get(`/api/sale/prospects/${id}`);
    const { version } = ((await read.json()) as { data: { version: number } }).data;
    const moved = await page.request.patch(`/api/sale/prospects/${id}/status`, {
      headers: { 'x-csrf-token': data.token },
      data: { params: { estado_id, version } },
    });
    expect(moved.ok(), await moved.text()).toBe(true);
  }
}

test(
  'a dropped card moves at once and returns with the reason when it is refused',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    // Without live updates, so that the page does not know what happened beside it.
    await page.routeWebSocket(/socket\.io/, () => undefined);
    await signIn(page, 'coordinador', '/oficina/prospectos?ver=tablero');
    const contacted = page.getByRole('region', { name: /^Contactado: / });
    const quoted = page.getByRole('region', { name: /^Cotizado: / });
    const card = contacted.getByRole('listitem').first();
    const link = card.getByRole('link');
    const name = await link.innerText();
    const id = Number((await link.getAttribute('href'))?.split('/').at(-1));
    await moveBeside(page, id);

    // The request is held back until the test has seen the page without its answer.
    const { promise: looked, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/sale/prospects/*/status', async (route) => {
      await looked;
      await route.continue();
    });
    await card.hover({ position: { x: 20, y: 20 } });
    await page.mouse.down();
    await card.hover({ position: { x: 40, y: 30 } });
    await quoted.hover({ position: { x: 60, y: 100 } });
    await expect(page.getByText('Sobre Cotizado.')).toBeAttached();
    await page.mouse.up();
    await expect(quoted.getByRole('link', { name })).toBeVisible();
    await expect(contacted.getByRole('link', { name })).toHaveCount(0);
    goOn();
    await expect(page.getByRole('alert').getByText(/cambió/)).toBeVisible();
    await expect(contacted.getByRole('link', { name })).toBeVisible();
    await expect(quoted.getByRole('link', { name })).toHaveCount(0);
  },
);

test(
  'a long press drags a card to another column on a phone',
  { tag: '@deep' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...PHONE, baseURL: baseURL! });
    const page = await context.newPage();
    await signIn(page, 'coordinador', '/oficina/prospectos?ver=tablero');
    const contacted = page.getByRole('region', { name: /^Contactado: / });
    const appointment = page.getByRole('region', { name: /^Cita: / });
    const card = contacted.getByRole('listitem').first();
    const name = await card.getByRole('link').innerText();
    // In the middle of the screen: near its lower edge the page would scroll while the card is held.
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = (await card.boundingBox())!;
    const devtools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await touch('touchStart', from.x, from.y);
    await expect(contacted.locator('[data-held]')).toHaveCount(1);
    // Near an edge of the screen the board scrolls by itself; in the middle it stops, and only there the card may fall.
    await expect
      .poll(
        async () => {
          const place = (await appointment.boundingBox())!;
          const middle = place.x + place.width / 2;
          const x = middle > 240 ? 305 : middle < 120 ? 55 : 180;
          await touch('touchMove', x - 1, from.y);
          await touch('touchMove', x, from.y);
          return x === 180 ? page.getByText('Sobre Cita.').count() : 0;
        },
        { intervals: [50] },
      )
      .toBe(1);
    await touch('touchEnd', 0, 0);
    await expect(page.getByText(`${name}: Cita.`)).toBeVisible();
    await expect(appointment.getByRole('link', { name })).toBeVisible();
    await context.close();
  },
);

test(
  'offline at a fair, no prospect is lost or recorded twice',
  { tag: '@deep' },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, 'asesor', '/oficina/prospectos/rapido');
    await page.getByRole('group', { name: 'Proyecto' }).waitFor();
    await page.getByText('Altos de San Roque').click();
    // The service worker has cached the page and its files.
    await keptOffline(page, '/oficina/prospectos/rapido');
    await checkAxe(page, 'prospecto-rapido');
    await picture(page, 'prospecto-rapido');

    await context.setOffline(true);
    await page.reload();
    await page.getByLabel('Nombre').fill('Feria Uno');
    await page.getByLabel('Celular').fill('6999-2001');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByLabel('Nombre').fill('Feria Dos');
    await page.getByLabel('Celular').fill('6999-2001');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Por enviar (2)' })).toBeVisible();
    await picture(page, 'prospecto-rapido-sin-linea');

    // Two tabs have the same prospects to send; they send them when the connection is back.
    const beside = await context.newPage();
    await beside.goto('/oficina/prospectos/rapido');
    await expect(beside.getByRole('heading', { name: 'Por enviar (2)' })).toBeVisible();
    const answers: number[] = [];
    context.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/api/sale/prospects'))
        answers.push(response.status());
    });
    await context.setOffline(false);
    await expect(page.getByRole('link', { name: 'Feria Uno' })).toBeVisible();
    await expect(page.getByText('Ya existe: Feria Uno, con el mismo celular.')).toBeVisible();
    await expect(beside.getByText('Ya existe: Feria Uno, con el mismo celular.')).toBeVisible();
    // The cached page has no CSRF token: its first request gets 403 and is retried with a fresh token.
    expect(answers.filter((status) => status !== 403)).toEqual([201, 409]);
    await beside.close();
    await checkEverywhere(page, 'prospecto-rapido-por-enviar');

    // Every office page shows the unsent prospects, and signing out asks first.
    await visit(page, '/oficina/prospectos');
    await page.getByRole('button', { name: 'Por enviar: 1, 1 por revisar' }).click();
    const waiting = page.getByRole('dialog', { name: 'Por enviar' });
    await expect(waiting.getByText('Ya existe: Feria Uno, con el mismo celular.')).toBeVisible();
    await checkEverywhere(page, 'por-enviar');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /tu cuenta/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page
      .getByRole('dialog', { name: '¿Cerrar sesión con 1 por enviar?' })
      .getByText('Cancelar')
      .click();

    await page.getByRole('button', { name: /^Por enviar/ }).click();
    await waiting.getByRole('link', { name: 'Corregir' }).click();
    await page.getByRole('button', { name: 'Es otra persona' }).click();
    await expect(page.getByRole('link', { name: 'Feria Dos' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Por enviar/ })).toHaveCount(0);
    // Each exists once.
    const listed = await page.request.get('/api/sale/prospects?q=Feria');
    const { data } = (await listed.json()) as { data: { person: { name: string } }[] };
    expect(data.map(({ person }) => person.name).toSorted()).toEqual(['Feria Dos', 'Feria Uno']);
  },
);

test(
  'two records of one person are merged side by side, and separated again',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'coordinador', '/oficina/coincidencias');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const detail = page.getByRole('switch', { name: 'Ver detalle' });
    await expect(detail).toBeEnabled();
    await detail.click({ force: true });
    await expect(detail).toBeChecked();
    await checkEverywhere(page, 'coincidencias');
    await page.getByRole('row').nth(1).click();
    await expect(page.getByRole('heading', { name: 'Lado a lado' })).toBeVisible();
    await checkEverywhere(page, 'coincidencia');
    await picture(page, 'coincidencia');
    await page.getByRole('button', { name: 'Fusionar' }).click();
    await page.waitForURL(/\/oficina\/personas\/\d+/);
    await expect(page.getByRole('tab', { name: 'Historial' })).toBeVisible();
    await checkEverywhere(page, 'persona');
    await page.getByRole('tab', { name: 'Historial' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deshacer fusión' }).click();
    await expect(page.getByText('Fusión deshecha')).toBeVisible();
  },
);
