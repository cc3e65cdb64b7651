import { expect, type Page, type PlaywrightWorkerArgs } from '@playwright/test';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { amountQuestion } from '#contract/sales/purchase/amount.ts';
import { openLine, staffLine, type Line } from './support/buyer.ts';
import {
  attach,
  begin,
  codeFor,
  goOn,
  identify,
  mailTo,
  newBuyer,
  opened,
  paper,
  pdf,
  PHONE,
  freeLot,
} from './support/buyerPages.ts';
import { look } from './support/nextStep.ts';
import { endTimeOf } from './support/time.ts';
import { freshTest as test } from './support/test.ts';

/** Problems of a buyer on a phone, and how the page helps to continue. */
test.use({ ...PHONE });

let staff: Line;
test.beforeAll(async ({ playwright }, { project }) => {
  staff = await staffLine(playwright, project.use.baseURL!, 'coordinador');
});
test.afterAll(() => staff.end());

interface Sent {
  id: number;
  code: string;
  buyer: ReturnType<typeof newBuyer>;
}

/** A purchase with a sent form, in this page's browser; without payment, and by default without a lot. */
async function sendPurchase(
  page: Page,
  { playwright, baseURL }: { playwright: PlaywrightWorkerArgs['playwright']; baseURL: string | undefined },
  { withLot = false } = {},
): Promise<Sent> {
  const line = await openLine(playwright, baseURL!);
  const buyer = newBuyer();
  const contact = { nombre: buyer.nombre, celular: buyer.celular, email: buyer.correo };
  if (withLot) await visit(page, '/comprar/1');
  const free: Record<string, string> = withLot ? { lote_id: await freeLot(page) } : {};
  const { precontratoId: id } = await line.form<{ precontratoId: number }>('/clientes/comprar/1', {
    ...contact,
    ...free,
  });
  const { precontratoCodigo: code } = await line.form<{ precontratoCodigo: string }>(
    '/clientes/precontrato',
    {
      ...contact,
      ...free,
      precontrato_id: String(id),
      tipo_documento: 'cedula',
      cedula: '8-712-4567',
      sector_trabajo: 'Privado',
      estatus_laboral: 'Permanente',
      consentimiento_datos: '1',
      consentimiento_apc: '1',
    },
  );
  await page.context().addCookies(await line.cookies());
  await line.end();
  return { id, code, buyer };
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await opened(page);
}

/** Checks that the page does not ask for money. */
async function asksNoMoney(page: Page): Promise<void> {
  await expect(page.getByText('Número de cuenta')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Reportar/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Reportar/ })).toHaveCount(0);
}

const step = (page: Page) => page.getByRole('region').filter({ has: page.locator('#siguiente') });

test(
  'an expired lot can be requested again, and the typed data are kept',
  { tag: '@deep' },
  async ({ page, playwright, baseURL }) => {
    const { id, code, buyer } = await sendPurchase(page, { playwright, baseURL }, { withLot: true });
    await visit(page, `/clientes/siguiente/${code}`);
    await look(page, 'confirmar', 'Confirmar mi correo');
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click();
    await page.getByLabel('Código de 6 números').fill('000000');
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
    await expect(page.getByLabel('Código de 6 números')).toHaveAccessibleDescription(/.+/);
    await look(page, 'codigo-equivocado', 'Confirmar');
    await page.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, buyer.correo));
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Paga y reporta tu separación' })).toBeVisible();

    await endTimeOf(id);
    await expect(async () => {
      await visit(page, `/clientes/siguiente/${code}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Tu separación venció' })).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await asksNoMoney(page);
    await expect(page.getByText(/Recibimos tu pre-contrato/)).toHaveCount(0);
    await look(page, 'vencido-siguiente', 'Revisar si sigue libre');
    await page.getByRole('link', { name: 'Revisar si sigue libre' }).click();
    await page.waitForURL(`**/clientes/mi-compra/${code}#lote`);
    await opened(page);
    await asksNoMoney(page);
    await expect(page.getByRole('heading', { name: 'Tu separación', exact: true })).toHaveCount(0);
    await look(page, 'vencido-mi-compra', 'Revisar si sigue libre');
    await page.getByRole('button', { name: 'Revisar si sigue libre' }).click();
    await page.waitForURL(`**/clientes/siguiente/${code}`);
    await opened(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Paga y reporta tu separación' })).toBeVisible();
    await look(page, 'vencido-recuperado', 'Reportar separación');
    await page.getByRole('link', { name: 'Reportar separación' }).click();
    await opened(page);
    await expect(page.getByRole('term').filter({ hasText: 'Número de cuenta' })).toBeVisible();
    await look(page, 'separacion', 'Reportar separación');
  },
);

test('a lot that expires over the open form loses no typed data', async ({ page }) => {
  await page.clock.install();
  await visit(page, '/comprar/1');
  const lot = page.getByLabel('Tu lote');
  await lot.selectOption(await freeLot(page));
  const { nombre, celular, correo } = newBuyer();
  await page.getByLabel('Nombre completo').fill(nombre);
  await page.getByLabel('Celular').fill(celular);
  await page.getByLabel('Correo').fill(correo);
  await page.getByRole('button', { name: 'Apartar y continuar' }).click();
  await page.waitForURL('**/clientes/precontrato/**');
  await opened(page);
  await page.getByLabel('Número de cédula').fill('8-712-4567');
  await page.clock.fastForward('31:00');
  await expect(page.getByText('El tiempo del lote terminó')).toBeVisible();
  await expect(page.getByLabel('Número de cédula')).toHaveValue('8-712-4567');
  await look(page, 'formulario-sin-tiempo', 'Siguiente');
});

test('a rejected document shows its reason, and a new file replaces it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const { id, code } = await sendPurchase(page, { playwright, baseURL });
  await visit(page, `/clientes/mi-compra/${code}`);
  const front = paper(page, /Cédula.*frente/);
  await attach(front, 'frente.pdf', 'application/pdf', pdf(`frente ${code}`));
  await expect(front.getByText('Cargado')).toBeVisible();
  const list = await staff.get<{ data: { id: number; state: { id: number } }[] }>(
    `/api/sale/precontracts/${id}/documents`,
  );
  const sent = list.data.find(({ state }) => state.id === DOCUMENT.uploaded)!;
  await staff.json('PATCH', `/api/sale/precontracts/${id}/status`, { params: { estado_id: 3 } });
  const to = (estado_id: number, more: object = {}) =>
    staff.json('PATCH', `/api/sale/documents/${sent.id}/status`, { params: { estado_id, ...more } });
  await to(DOCUMENT.inReview);
  await to(DOCUMENT.rejected, { motivo: 'La foto está borrosa: no se lee.' });

  await page.reload();
  await opened(page);
  await expect(front.getByText('Rechazado')).toBeVisible();
  await expect(front.getByText('La foto está borrosa: no se lee.')).toBeVisible();
  await look(page, 'papel-rechazado', 'Reportar separación');
  await attach(front, 'otra.pdf', 'application/pdf', pdf(`otra ${code}`));
  await expect(front.getByText('Cargado')).toBeVisible();
  await expect(front.getByText('La foto está borrosa')).toHaveCount(0);
});

test(
  'after a lost phone, the purchase continues on another one with its documents',
  { tag: '@deep' },
  async ({ page, playwright, baseURL }) => {
    const { code, buyer } = await sendPurchase(page, { playwright, baseURL });
    await page.context().clearCookies();
    await visit(page, `/clientes/mi-compra/${code}`);
    await look(page, 'enlace-ajeno', 'Enviarme el código');
    await visit(page, '/clientes/siguiente');
    await look(page, 'perdi-mi-enlace', 'Enviarme el código');
    await page.getByLabel('Cédula, pasaporte o RUC').fill('8-712-4567');
    await page.getByLabel('Celular').fill(buyer.celular);
    await page.getByRole('button', { name: 'Enviarme el código' }).click();
    await page.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, buyer.correo));
    await look(page, 'perdi-mi-enlace-codigo', 'Entrar a mi compra');
    await page.getByRole('button', { name: 'Entrar a mi compra' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Paga y reporta tu separación' })).toBeVisible();
    await opened(page);
    await look(page, 'otro-celular', 'Reportar separación');
    await visit(page, `/clientes/mi-compra/${code}`);
    await expect(page.getByText('Tus documentos están protegidos')).toHaveCount(0);
  },
);

test(
  'after a lost cookie, the code is entered over the page, and the typed data are sent',
  { tag: '@deep' },
  async ({ page, baseURL }) => {
    const buyer = await begin(page);
    await identify(page);
    await page.getByRole('radio', { name: /^Privado/ }).check();
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await page.context().clearCookies();
    await page.getByRole('radio', { name: 'Permanente' }).check();
    const window = page.getByRole('dialog', { name: 'Encuentra tu compra' });
    await expect(window).toBeVisible();
    await look(page, 'sin-cookie', 'Enviarme el código');
    await window.getByLabel('Celular').fill(buyer.celular);
    await window.getByRole('button', { name: 'Enviarme el código' }).click();
    await window.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, buyer.correo));
    await look(page, 'sin-cookie-codigo', 'Entrar a mi compra');
    await window.getByRole('button', { name: 'Entrar a mi compra' }).click();
    await expect(window).toBeHidden();
    await expect(page.getByRole('radio', { name: 'Permanente' })).toBeChecked();
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await page.reload();
    await opened(page);
    await page
      .getByRole('link', { name: /Trabajo/ })
      .first()
      .click();
    await expect(page.getByRole('radio', { name: 'Permanente' })).toBeChecked();
  },
);

test(
  'a wrong amount is questioned, confirmed and corrected',
  { tag: '@deep' },
  async ({ page, playwright, baseURL }) => {
    const { code, buyer } = await sendPurchase(page, { playwright, baseURL });
    await visit(page, `/clientes/mi-compra/${code}#separacion`);
    await attach(paper(page, 'Comprobante de pago'), 'yappy.pdf', 'application/pdf', pdf(`yappy ${code}`));
    await page.getByLabel('Monto que pagaste').fill('50');
    await page.getByRole('button', { name: 'Reportar mi pago' }).click();
    const question = amountQuestion('La separación', 50_000, 5_000)!;
    await expect(page.getByRole('alert').filter({ hasText: question })).toBeVisible();
    await look(page, 'monto-pregunta', 'Reportar separación');
    await page.getByRole('checkbox', { name: /El monto está bien/ }).check();
    await page.getByRole('button', { name: 'Reportar mi pago' }).click();
    await page.waitForURL(`**/clientes/siguiente/${code}`);
    await opened(page);
    await expect(page.getByRole('status').last()).toContainText(
      `Recibimos tu comprobante por ${formatMoney(5_000)}`,
    );
    await look(page, 'monto-recibido', 'Subir documentos');
    expect(await mailTo(baseURL!, 'pago_recibido', buyer.correo)).toContain('50.00');

    await page.getByRole('link', { name: 'corregirlo' }).click();
    await page.waitForURL('**/clientes/mi-compra/**');
    await opened(page);
    await page.getByText('Corregir lo que reporté').click();
    await expect(page.getByLabel('Monto que pagaste')).toHaveValue('50.00');
    await look(page, 'monto-corregir', 'Subir documentos');
    await page.getByLabel('Monto que pagaste').fill('500');
    await page.getByRole('button', { name: 'Guardar la corrección' }).click();
    await page.waitForURL(`**/clientes/siguiente/${code}`);
    await opened(page);
    await expect(page.getByRole('status').last()).toContainText(
      `Recibimos tu comprobante por ${formatMoney(50_000)}`,
    );
    await expect(async () =>
      expect(await mailTo(baseURL!, 'pago_recibido', buyer.correo)).toContain('500.00'),
    ).toPass();
  },
);

test(
  'withdrawing shows the consequences first, and the page leads on',
  { tag: '@deep' },
  async ({ page, playwright, baseURL }) => {
    const { code, buyer } = await sendPurchase(page, { playwright, baseURL }, { withLot: true });
    await visit(page, `/clientes/mi-compra/${code}`);
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click();
    await page.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, buyer.correo));
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
    await expect(step(page)).toContainText('Paga y reporta tu separación');
    await opened(page);

    await page.getByText('Retirar un permiso o desistir').click();
    await page.getByRole('button', { name: /^Retirar mi permiso: .*datos/i }).click();
    const permit = page.getByRole('dialog', { name: /¿Retirar tu permiso\?/ });
    await expect(permit).toContainText('Ya no podremos recibir tus documentos');
    await look(page, 'retirar-permiso', null);
    await permit.getByRole('button', { name: 'Retirar mi permiso' }).click();
    await expect(page.getByText('Falta tu permiso')).toBeVisible();
    await opened(page);
    await look(page, 'sin-permiso', 'Reportar separación');
    await page.getByRole('button', { name: 'Acepto' }).click();
    await expect(page.getByText('Falta tu permiso')).toHaveCount(0);
    await opened(page);

    await page.getByText('Retirar un permiso o desistir').click();
    await page.getByRole('button', { name: 'Desistir de la compra' }).click();
    const leaving = page.getByRole('dialog', { name: '¿Desistir de tu compra?' });
    await expect(leaving).toContainText('Tu compra termina ahora y tu lote queda libre para otra persona.');
    await look(page, 'desistir', null);
    await leaving.getByLabel('Motivo').selectOption({ label: 'Precio' });
    await leaving.getByRole('button', { name: 'Sí, desistir' }).click();
    await expect(step(page)).toContainText('Esta compra terminó');
    await opened(page);
    await asksNoMoney(page);
    await expect(page.getByRole('link', { name: 'Ver las casas del proyecto' })).toBeVisible();
    await expect(page.getByText('Retirar un permiso', { exact: true })).toBeVisible();
    await look(page, 'terminada', null);
    await visit(page, `/clientes/siguiente/${code}`);
    await asksNoMoney(page);
    await expect(page.getByText(/Recibimos tu pre-contrato/)).toHaveCount(0);
    await look(page, 'terminada-siguiente', 'Ver mi compra');
  },
);

test(
  'without a signal, the form is kept, a message says so, and the next try succeeds',
  { tag: '@deep' },
  async ({ page, context }) => {
    await visit(page, '/comprar/1');
    const { nombre, celular, correo } = newBuyer();
    await page.getByLabel('Nombre completo').fill(nombre);
    await page.getByLabel('Celular').fill(celular);
    await page.getByLabel('Correo').fill(correo);
    await context.setOffline(true);
    const sorry = page.getByRole('alert').filter({ hasText: 'Se perdió la conexión' });
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(sorry).toBeVisible();
    await look(page, 'sin-senal-comprar', 'Continuar');
    await expect(page.getByLabel('Nombre completo')).toHaveValue(nombre);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/clientes/precontrato/**');
    await opened(page);
    await identify(page);
    for (const name of ['Trabajo', 'Familia'])
      await page
        .getByRole('link', { name: new RegExp(name) })
        .first()
        .click();
    await goOn(page);
    await context.setOffline(true);
    const front = paper(page, /Cédula.*frente/);
    await attach(front, 'frente.pdf', 'application/pdf', pdf('frente sin señal'));
    await expect(front.getByText(/Sin conexión/)).toBeVisible();
    await look(page, 'sin-senal-papel', 'Siguiente');
    await context.setOffline(false);
    await expect(front.getByText('Adjuntado')).toBeVisible();
    await page
      .getByRole('link', { name: /Firma y envío/ })
      .first()
      .click();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Enviar mi pre-contrato' }).click();
    await expect(sorry).toBeVisible();
    await look(page, 'sin-senal-enviar', 'Enviar mi pre-contrato');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Enviar mi pre-contrato' }).click();
    await page.waitForURL(/\/clientes\/siguiente\/PC-/);
  },
);
