import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { BankData } from '#contract/banking/bankData/bankData.model.ts';
import type { SaleBanks } from '#contract/banking/requirements/requirements.ts';
import type { SaleMoney } from '#contract/money/payments/plan.ts';
import type { QuoteRecord } from '#contract/sales/quotes/model.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('the plan of a sale starts with the installments that its proforma offered', async () => {
  const model = await makeModel(llave.database.db, { priceCents: 7_500_000 });
  const adviser = await signInAs(llave, 'asesor');
  const made = await adviser.post('/api/quotes', {
    nombre: 'Ana Pérez',
    celular: '6123-4567',
    modelo_id: model.id,
    abono_percent: 3.33,
    tasa_percent: 6.25,
    plazo_meses: 360,
    cuotas: 7,
  });
  const quote = made.json<{ data: QuoteRecord }>().data;
  await adviser.post(`/api/quotes/${quote.id}/send`, { version: quote.version });
  const sent = (await adviser.get(`/api/quotes/${quote.id}`)).json<{ data: QuoteRecord }>().data;
  const answer = await adviser.post(`/api/quotes/${quote.id}/convert`, { version: sent.version });
  expect(answer.statusCode, answer.body).toBe(201);
  const saleId = answer.json<{ data: { sale_id: number } }>().data.sale_id;
  const money = (await adviser.get(`/api/sale/precontracts/${saleId}/cuenta`)).json<{ data: SaleMoney }>()
    .data;
  expect(money.agreed).toEqual({
    cents: sent.versions[0]!.result.down_centavos,
    months: 7,
    first_on: sent.versions[0]!.result.parts.find(({ kind }) => kind === 'cuota')!.due_on,
  });
});

test('a draft made from a proforma has the promised price everywhere in the office', async () => {
  const model = await makeModel(llave.database.db, { priceCents: 7_500_000 });
  const lot = await makeLot(llave.database.db, { projectId: model.projectId, premiumCents: 100_000 });
  const adviser = await signInAs(llave, 'asesor');
  const made = await adviser.post('/api/quotes', {
    nombre: 'Luis Pérez',
    celular: '6123-4568',
    modelo_id: model.id,
    lote_id: lot.id,
    extras: [{ nombre: 'Verjas', centavos: 85_000 }],
    descuento_centavos: 50_000,
    descuento_motivo: 'Feria',
    abono_percent: 2,
    tasa_percent: 6.25,
    plazo_meses: 360,
  });
  const quote = made.json<{ data: QuoteRecord }>().data;
  expect(quote.price_centavos).toBe(7_635_000);
  await adviser.post(`/api/quotes/${quote.id}/send`, { version: quote.version });
  const sent = (await adviser.get(`/api/quotes/${quote.id}`)).json<{ data: QuoteRecord }>().data;
  const answer = await adviser.post(`/api/quotes/${quote.id}/convert`, { version: sent.version });
  expect(answer.statusCode, answer.body).toBe(201);
  const url = `/api/sale/precontracts/${answer.json<{ data: { sale_id: number } }>().data.sale_id}`;
  const sale = (await adviser.get(url)).json<{ data: SaleRecord }>().data;
  const money = (await adviser.get(`${url}/cuenta`)).json<{ data: SaleMoney }>().data;
  expect([sale.price_centavos, money.account.price_centavos]).toEqual([7_635_000, 7_635_000]);
});

test('the terms of an accepted proforma reach the application and the bank data, with the same verdict', async () => {
  const { db } = llave.database;
  const model = await makeModel(db, { priceCents: 7_500_000 });
  const adviser = await signInAs(llave, 'asesor');
  const made = await adviser.post('/api/quotes', {
    nombre: 'Marta Pérez',
    celular: '6123-4569',
    modelo_id: model.id,
    abono_percent: 7,
    tasa_percent: 6.25,
    plazo_meses: 348,
    cuotas: 7,
    ingreso_centavos: 120_000,
    deudas_centavos: 16_000,
  });
  const quote = made.json<{ data: QuoteRecord }>().data;
  await adviser.post(`/api/quotes/${quote.id}/send`, { version: quote.version });
  const sent = (await adviser.get(`/api/quotes/${quote.id}`)).json<{ data: QuoteRecord }>().data;
  const answer = await adviser.post(`/api/quotes/${quote.id}/convert`, { version: sent.version });
  const saleId = answer.json<{ data: { sale_id: number } }>().data.sale_id;
  await db
    .update(sales)
    .set({ stateId: 5, code: 'PC-2026-80001', priceCents: 7_500_000 })
    .where(eq(sales.id, saleId));

  const boss = await signInAs(llave, 'administrador');
  const banks = async () =>
    (await boss.get(`/api/sale/precontracts/${saleId}/bank_applications`)).json<{ data: SaleBanks }>().data;
  expect(await banks()).toMatchObject({
    to_finance_centavos: 6_975_000,
    term_months: 348,
    terms_of: 'proforma',
  });
  const bankData = (await boss.get('/api/sale/precontracts/PC-2026-80001/datos_bancarios')).json<{
    data: BankData;
  }>().data;
  expect([bankData.values['abono'], bankData.values['plazo_anos']]).toEqual(['5,250.00', '29']);
  const { ratio } = sent.versions[0]!.result;
  expect(ratio).toMatchObject({ decides: 'preferencial', preferencial: { light: 'verde' } });
  expect(ratio!.comercial.light).not.toBe('verde');
  expect(bankData.ratio!.verdict).toEqual(ratio);
  expect((await banks()).ratio!.verdict).toEqual(ratio);

  // A payment plan takes precedence over the proforma.
  const plan = await boss.post(`/api/sale/precontracts/${saleId}/plan`, {
    porcentaje: 10,
    meses: 5,
    primera_fecha: '2027-01-15',
  });
  expect(plan.statusCode, plan.body).toBeLessThan(300);
  expect(await banks()).toMatchObject({ to_finance_centavos: 6_750_000, terms_of: 'plan' });
});
