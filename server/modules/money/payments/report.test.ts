import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Payment } from '#contract/money/payments/model.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';
import { payments } from './payments.table.ts';

const llave = useApp();
const base = '/api/sale/costumer_payments';
const paymentOf = (answer: { json<T>(): T }) => answer.json<{ data: Payment }>().data;
const errorsOf = (answer: { json<T>(): T }) => answer.json<{ errors: { field: string }[] }>().errors;

test('sales staff report payments for their own sales, and accounting confirms them', async () => {
  const { db } = llave.database;
  const sale = await makeSale(db, { separation: 1 });
  const [payment] = await db.select().from(payments).where(eq(payments.saleId, sale.id));
  const adviser = await signInAs(llave, 'asesor');
  const report = async (over: object = {}) =>
    adviser.form(`${base}/${payment!.id}/report`, {
      monto_pagado: '500.00',
      archivo_comprobante: fileOf(await makePicture(), 'ach.png'),
      banco_id: '4',
      referencia: 'TR-88',
      ...over,
    });
  // Another adviser's sale is refused.
  expect((await report()).statusCode).toBe(404);
  await db.update(sales).set({ adviserId: adviser.user.id }).where(eq(sales.id, sale.id));
  const money = await adviser.get(`/api/sale/precontracts/${sale.id}/cuenta`);
  expect(money.json()).toMatchObject({ data: { actions: { report: { disabled: null }, charge: null } } });
  expect(errorsOf(await report({ banco_id: '999' }))).toMatchObject([{ field: 'banco_id' }]);
  expect(paymentOf(await report())).toMatchObject({
    state: { id: 2 },
    entered_by: 'Prueba asesor',
    reported_bank: { id: 4 },
    reference: 'TR-88',
    transitions: [],
  });
  expect(
    (await adviser.patch(`${base}/${payment!.id}/status`, { params: { estado_id: 3 } })).statusCode,
  ).toBe(403);
  const accountant = await signInAs(llave, 'contabilidad');
  const settle = (estado_id: number, more: object = {}) =>
    accountant.patch(`${base}/${payment!.id}/status`, { params: { estado_id, ...more } });
  await settle(3);
  const line = { banco_id: 1, fecha: '2026-11-20', monto: '500.00', tipo: 1, referencia: 'TR-88' };
  expect((await settle(4, line)).statusCode).toBe(200);
});
