import { expect, test } from 'vitest';
import type { SaleMoney } from '#contract/payments/plan.ts';
import type { QuoteRecord } from '#contract/quotes/model.ts';
import type { SaleRecord } from '#contract/sales/model.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const house = useApp();

test('the plan of a sale begins with what its proforma offered, in the same installments', async () => {
  const model = await makeModel(house.database.db, { priceCents: 7_500_000 });
  const adviser = await signInAs(house, 'asesor');
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

test('a draft made of a proforma costs what it promised, wherever the office looks', async () => {
  const model = await makeModel(house.database.db, { priceCents: 7_500_000 });
  const lot = await makeLot(house.database.db, { projectId: model.projectId, premiumCents: 100_000 });
  const adviser = await signInAs(house, 'asesor');
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
