import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { precontractPage } from '#contract/sales/purchase/pages.ts';
import { myPurchasePage, nextPage } from '#contract/overview/myPurchase/pages.ts';
import type { IncreaseRow, PriceChange } from '#contract/projects/prices/model.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { beginPurchase, completeForm, PRECONTRACT } from '#test/purchases.ts';
import { signInAs } from '#test/signIn.ts';
import { applyIncreases, sweepIncreases } from './prices.jobs.ts';

const llave = useApp();
let admin: Browser;

const increase = {
  motivo: 'Alza de diciembre',
  effective_on: '2026-12-01',
  kind: 'percent',
  percent: 3,
  round_to_centavos: 10_000,
};
const modelPrice = async (id: number) =>
  (await llave.database.db.select().from(houseModels).where(eq(houseModels.id, id)))[0]!.priceCents;
const premium = async (id: number) =>
  (await llave.database.db.select().from(lots).where(eq(lots.id, id)))[0]!.premiumCents;
const prepared = async (browser: Browser, body: object): Promise<number> => {
  const answer = await browser.post('/api/prices/increases', { ...increase, ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { id: number } }>().data.id;
};
const confirm = (browser: Browser, id: number) => browser.post(`/api/prices/increases/${id}/confirm`);
const history = async (query: string) =>
  (await admin.get(`/api/prices/history?${query}`)).json<{ data: PriceChange[] }>().data;
const midnight = new Date('2026-12-01T05:00:00Z');
const work = () => llave.app.core.jobs.run(applyIncreases, {});

describe('prices', () => {
  beforeAll(async () => {
    withoutBuild(llave);
    admin = await signInAs(llave, 'administrador');
  });
  beforeEach(() => llave.clock.set(START));

  test('an increase is previewed before → after, confirmed, and applied once from 00:00 of its day', async () => {
    const model = await makeModel(llave.database.db, { priceCents: 8_512_345 });
    const lot = await makeLot(llave.database.db, { projectId: model.projectId, premiumCents: 150_000 });
    const chosen = { project_ids: [model.projectId], with_lots: true };
    const preview = await admin.post('/api/prices/increases/preview', { ...increase, ...chosen });
    expect(
      preview
        .json<{ data: IncreaseRow[] }>()
        .data.map(({ target, from_centavos, to_centavos }) => [target, from_centavos, to_centavos]),
      // 3 % of the premium is less than half of 100 dollars: it does not change and is not listed.
    ).toEqual([['model', 8_512_345, 8_770_000]]);
    const id = await prepared(admin, { ...chosen, round_to_centavos: 500 });
    llave.clock.set(midnight);
    await work();
    // A prepared increase is not applied.
    expect(await modelPrice(model.id)).toBe(8_512_345);
    llave.clock.set(START);
    expect((await confirm(admin, id)).statusCode).toBe(200);
    expect((await confirm(admin, id)).statusCode).toBe(422);
    llave.clock.set(new Date(midnight.getTime() - 1000));
    await work();
    expect(await modelPrice(model.id)).toBe(8_512_345);
    llave.clock.set(midnight);
    await Promise.all([work(), work(), llave.app.core.jobs.run(sweepIncreases, {})]);
    await work();
    expect(await modelPrice(model.id)).toBe(8_767_500);
    expect(await premium(lot.id)).toBe(154_500);
    expect(await history(`modelo_id=${model.id}`)).toMatchObject([
      {
        from_centavos: 8_512_345,
        to_centavos: 8_767_500,
        reason: 'Alza de diciembre',
        by: 'Sistema, en su día',
        increase_id: id,
      },
    ]);
  });

  test('after downtime, missed increases are applied in order of their days, each on the current price', async () => {
    const model = await makeModel(llave.database.db, { priceCents: 10_000_000 });
    const first = await prepared(admin, { model_ids: [model.id], percent: 10, round_to_centavos: 1 });
    const second = await prepared(admin, {
      model_ids: [model.id],
      effective_on: '2026-12-03',
      kind: 'amount',
      amount_centavos: 50_000,
      percent: null,
      round_to_centavos: 1,
    });
    const detail = await admin.get(`/api/prices/increases/${second}`);
    expect(detail.json<{ data: { rows: IncreaseRow[] } }>().data.rows[0]).toMatchObject({
      from_centavos: 11_000_000,
      to_centavos: 11_050_000,
    });
    await confirm(admin, second);
    await confirm(admin, first);
    await admin.patch('/api/prices', {
      motivo: 'Corrección',
      cambios: [{ target: 'model', id: model.id, from_centavos: 10_000_000, to_centavos: 9_000_000 }],
    });
    const next = (await admin.get(`/api/prices?proyecto_id=${model.projectId}`)).json();
    expect(next).toMatchObject({ data: [{ next: { increase_id: first, to_centavos: 9_900_000 } }] });
    llave.clock.set(new Date('2026-12-09T12:00:00Z'));
    await work();
    expect(await modelPrice(model.id)).toBe(9_950_000);
  });

  test('one pending increase per price and day; a cancelled one frees its day', async () => {
    const model = await makeModel(llave.database.db);
    const id = await prepared(admin, { model_ids: [model.id] });
    const twice = await admin.post('/api/prices/increases', { ...increase, model_ids: [model.id] });
    expect([twice.statusCode, twice.json<{ code: string }>().code]).toEqual([409, 'INCREASE_PENDING']);
    await confirm(admin, id);
    expect(
      (await admin.post(`/api/prices/increases/${id}/cancel`, { motivo: 'Todavía no' })).statusCode,
    ).toBe(200);
    llave.clock.set(midnight);
    await work();
    expect(await modelPrice(model.id)).toBe(8_500_000);
    llave.clock.set(START);
    await prepared(admin, { model_ids: [model.id] });
  });

  test('past days, empty changes and prices below the minimum are refused at their field', async () => {
    const model = await makeModel(llave.database.db, { priceCents: 100_000 });
    const refused = async (body: object) => {
      const answer = await admin.post('/api/prices/increases', {
        ...increase,
        model_ids: [model.id],
        ...body,
      });
      expect(answer.statusCode).toBe(422);
      return answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
    };
    expect(await refused({ effective_on: '2026-11-21' })).toEqual(['effective_on']);
    expect(await refused({ percent: 0 })).toEqual(['percent']);
    expect(await refused({ kind: 'amount', amount_centavos: -100_000, percent: null })).toEqual([
      'amount_centavos',
    ]);
    expect(await refused({ round_to_centavos: 7 })).toEqual(['round_to_centavos']);
    expect(await refused({ model_ids: [] })).toEqual(['project_ids']);
  });

  test('preparing needs editar in those projects, confirming needs aprobar', async () => {
    const model = await makeModel(llave.database.db);
    const other = await makeModel(llave.database.db);
    const builder = await signInAs(llave, { role: 'proyectos', projectIds: [model.projectId] });
    expect(
      (await builder.post('/api/prices/increases', { ...increase, model_ids: [other.id] })).statusCode,
    ).toBe(404);
    const id = await prepared(builder, { model_ids: [model.id] });
    expect((await confirm(builder, id)).statusCode).toBe(403);
    const foreign = await prepared(admin, { model_ids: [other.id] });
    expect((await builder.get(`/api/prices/increases/${foreign}`)).statusCode).toBe(404);
    expect(
      (await builder.post(`/api/prices/increases/${foreign}/cancel`, { motivo: 'No es mío' })).statusCode,
    ).toBe(404);
    expect((await confirm(admin, id)).statusCode).toBe(200);
    expect(
      (await builder.post(`/api/prices/increases/${id}/cancel`, { motivo: 'Ya confirmado' })).statusCode,
    ).toBe(403);
    const stale = await builder.patch('/api/prices', {
      motivo: 'Ajuste',
      cambios: [{ target: 'model', id: other.id, from_centavos: 8_500_000, to_centavos: 1 }],
    });
    expect(stale.statusCode).toBe(404);
  });

  test('typed prices are written all or none, and never over another user’s change', async () => {
    const model = await makeModel(llave.database.db);
    const lot = await makeLot(llave.database.db, { projectId: model.projectId });
    const cambios = [
      { target: 'model', id: model.id, from_centavos: 8_500_000, to_centavos: 8_600_000 },
      { target: 'lot', id: lot.id, from_centavos: 1, to_centavos: 90_000 },
    ];
    expect((await admin.patch('/api/prices', { motivo: 'Ajuste', cambios })).statusCode).toBe(409);
    expect(await modelPrice(model.id)).toBe(8_500_000);
    cambios[1]!.from_centavos = 0;
    expect((await admin.patch('/api/prices', { motivo: 'Ajuste', cambios })).statusCode).toBe(200);
    expect([await modelPrice(model.id), await premium(lot.id)]).toEqual([8_600_000, 90_000]);
    expect(await history(`lote_id=${lot.id}`)).toMatchObject([
      { by: 'Prueba administrador', reason: 'Ajuste' },
    ]);
  });

  test('only the last day of a price changes; an unchanged price is not in the history', async () => {
    const model = await makeModel(llave.database.db);
    const cents = { from_centavos: 8_500_000, to_centavos: 8_500_000 };
    const cambios = [{ target: 'model', id: model.id, ...cents, price_until: '2027-03-31' }];
    expect((await admin.patch('/api/prices', { motivo: 'Se prorroga', cambios })).statusCode).toBe(200);
    const list = await admin.get(`/api/prices?proyecto_id=${model.projectId}`);
    expect(list.json()).toMatchObject({ data: [{ price_until: '2027-03-31', price_centavos: 8_500_000 }] });
    expect(await history(`modelo_id=${model.id}`)).toEqual([]);
  });

  test('a received sale keeps its price after an increase; a draft gets the new price and its buyer is notified', async () => {
    const received = await beginPurchase(llave);
    const draft = await beginPurchase(llave);
    const sent = await received.browser.form(PRECONTRACT, completeForm(received));
    const code = sent.json<{ precontratoCodigo: string }>().precontratoCodigo;
    const cambios = [received, draft].flatMap(({ model, lot }) => [
      { target: 'model', id: model.id, from_centavos: 8_500_000, to_centavos: 9_900_000 },
      { target: 'lot', id: lot.id, from_centavos: 100_000, to_centavos: 250_000 },
    ]);
    // The lot's premium is compared with the time of the choice, so use a later time.
    llave.clock.set(new Date(START.getTime() + 60_000));
    expect((await admin.patch('/api/prices', { motivo: 'Alza', cambios })).statusCode).toBe(200);

    const kept = await pageData(received.browser, myPurchasePage, `/clientes/mi-compra/${code}`);
    expect(kept.sale).toMatchObject({ priceCents: 8_600_000, priceBeganCents: null });
    const office = await admin.get(`/api/sale/precontracts/${received.id}`);
    expect(office.json<{ data: { price_centavos: number } }>().data.price_centavos).toBe(8_600_000);

    const address = `/clientes/precontrato/${draft.id}`;
    const told = await pageData(draft.browser, precontractPage, address);
    expect(told.sale).toMatchObject({ priceCents: 10_150_000, priceBeganCents: 8_600_000 });
    const later = await draft.browser.form(PRECONTRACT, completeForm(draft));
    const { precontratoCodigo } = later.json<{ precontratoCodigo: string }>();
    const agreed = await pageData(draft.browser, nextPage, `/clientes/siguiente/${precontratoCodigo}`);
    expect(agreed.sale).toMatchObject({ priceCents: 10_150_000, priceBeganCents: null });
  });
});
