import { expect } from '@playwright/test';
import type { DepositRow } from '#contract/money/onlineDeposits/endpoints.ts';
import { cardSignature } from '#server/modules/money/onlineDeposits/webhooks.routes.ts';
import { CARD_SECRET } from '#test/onlinePay.ts';
import { openLine, staffLine } from './support/buyer.ts';
import { inspect, newBuyer, opened, PHONE } from './support/buyerPages.ts';
import { checkPages } from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

test.use({ ...PHONE });

checkPages('outside-money', [
  '/oficina/facturas-emitidas',
  '/oficina/facturas-emitidas?abrir=nueva',
  '/oficina/facturas-emitidas/1',
  '/oficina/facturas-emitidas/puntos',
  '/oficina/facturas-emitidas/puntos?abrir=nuevo',
  '/oficina/pagos-en-linea',
  '/oficina/pagos-en-linea?abrir=liquidar',
]);

test(
  'a buyer gives up Yappy, pays the separation by card, and accounting sees it',
  { tag: '@deep' },
  async ({ page, playwright, baseURL, request }) => {
    const line = await openLine(playwright, baseURL!);
    const buyer = newBuyer();
    const contact = { nombre: buyer.nombre, celular: buyer.celular, email: buyer.correo };
    const begun = await line.form<{ precontratoId: number }>('/clientes/comprar/1', contact);
    const { precontratoCodigo: code } = await line.form<{ precontratoCodigo: string }>(
      '/clientes/precontrato',
      {
        ...contact,
        precontrato_id: String(begun.precontratoId),
        tipo_documento: 'cedula',
        cedula: '8-712-4567',
        consentimiento_datos: '1',
      },
    );
    await page.context().addCookies(await line.cookies());
    await page.goto(`/clientes/mi-compra/${code}`);
    await opened(page);
    const separation = page.getByRole('region', { name: 'Tu separación' });
    await separation.getByLabel('Celular de tu Yappy').fill('123');
    await separation.getByRole('button', { name: /con Yappy/ }).click();
    await expect(separation.getByText('Escribe el celular de tu Yappy').first()).toBeVisible();
    await inspect(page, 'pagar-en-linea');
    await separation.getByLabel('Celular de tu Yappy').fill('6123-4567');
    await separation.getByRole('button', { name: /con Yappy/ }).click();
    await expect(separation.getByText('Abre Yappy en tu teléfono')).toBeVisible();
    await inspect(page, 'pagar-en-linea-yappy');
    await separation.getByText('Pagar de otra forma').click();
    await separation.getByRole('button', { name: /con tarjeta/ }).click();
    await expect(page.getByRole('heading', { name: 'Pagar con tarjeta' })).toBeVisible();

    const clerk = await staffLine(playwright, baseURL!, 'contabilidad');
    const deposits = async () =>
      (await clerk.get<{ data: DepositRow[] }>(`/api/online_deposits?q=${code}`)).data;
    const [card, yappy] = await deposits();
    expect([card!.state.name, yappy!.state.name]).toEqual(['Esperando al cliente', 'No se pagó']);
    const body = JSON.stringify({
    type: 'payment.paid',
    data: { reference: card!.reference, id: card!.provider_reference, amount: card!.cents, currency: 'USD', fee: 900 },
  }); // prettier-ignore
    const told = await request.post('/api/online_deposits/card', {
      data: body,
      headers: {
        'content-type': 'application/json',
        'x-signature': cardSignature(CARD_SECRET, Math.floor(Date.now() / 1000), body),
      },
    });
    expect(told.status(), await told.text()).toBe(200);
    await page.goto(`/clientes/mi-compra/${code}`);
    await expect(separation.getByText('Estamos verificando tu pago')).toBeVisible();
    await expect(separation.getByRole('button', { name: /con tarjeta/ })).toHaveCount(0);
    await inspect(page, 'pagado-en-linea');
    expect((await deposits())[0]).toMatchObject({ state: { name: 'Pagado' }, fee_centavos: 900 });
    await clerk.end();
    await line.end();
  },
);
