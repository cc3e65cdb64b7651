import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import type { QuoteRecord, QuoteRow } from '#contract/sales/quotes/model.ts';
import { QUOTE } from '#contract/sales/quotes/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { mailsTo } from '#test/outbox.ts';
import { withoutBuild } from '#test/pages.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { recompute } from './figures.service.ts';
import { expireQuotes } from './quotes.jobs.ts';
import { quotes, quoteVersions } from './quotes.table.ts';

const llave = useApp();
const base = '/api/quotes';
let adviser: StaffBrowser;
let coordinator: StaffBrowser;
let manager: StaffBrowser;
let model: Awaited<ReturnType<typeof makeModel>>;

const form = (over: object = {}) => ({
  nombre: 'Ana Pérez',
  celular: '6123-4567',
  email: 'ana@llave.test',
  modelo_id: model.id,
  abono_percent: 2,
  tasa_percent: 6.25,
  plazo_meses: 360,
  cuotas: 3,
  ...over,
});
async function make(over: object = {}, who: StaffBrowser = adviser): Promise<QuoteRecord> {
  const answer = await who.post(base, form(over));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: QuoteRecord }>().data;
}
const read = async (id: number, who: StaffBrowser = adviser) =>
  (await who.get(`${base}/${id}`)).json<{ data: QuoteRecord }>().data;
const act = (
  what: string,
  { id, version }: { id: number; version: number },
  body: object = {},
  who = adviser,
) => who.post(`${base}/${id}/${what}`, { version, ...body });
const fieldsOf = (answer: { json: <T>() => T }) =>
  answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);

async function send(quote: { id: number; version: number }) {
  const answer = await act('send', quote);
  expect(answer.statusCode, answer.body).toBe(200);
  const { url } = answer.json<{ url: string }>();
  return { path: new URL(url).pathname, answer };
}

const accept = (buyer: Browser, path: string, numero = 1) => buyer.post(`${path}/aceptar`, { numero });
beforeAll(async () => {
  withoutBuild(llave);
  const { db } = llave.database;
  [adviser, coordinator, manager] = await Promise.all([
    signInAs(llave, 'asesor'),
    signInAs(llave, 'coordinador'),
    signInAs(llave, 'gerencia'),
  ]);
  const project = await makeProject(db, { name: 'Valle Sereno' });
  model = await makeModel(db, { projectId: project.id, name: 'Corotú', priceCents: 7_500_000 });
});

describe('a proforma', () => {
  test('is exact to the centavo, and recomputes the same from its snapshot after prices and rules change', async () => {
    const { db } = llave.database;
    const lot = await makeLot(db, { projectId: model.projectId, premiumCents: 100_000 });
    const own = await makeModel(db, { projectId: model.projectId, priceCents: 7_400_000 });
    const quote = await make({ modelo_id: own.id, lote_id: lot.id, ingreso_centavos: 120_000 });
    expect(quote).toMatchObject({
      code: expect.stringMatching(/^PF-2026-\d{5}$/),
      state: { id: QUOTE.draft },
      price_centavos: 7_500_000,
      monthly_centavos: 26_257,
      valid_until: '2026-12-06',
      lot: { lote: lot.name },
    });
    const [version] = quote.versions;
    expect(version!.result).toMatchObject({
      loan: { after: { installment_centavos: 40_776 } },
      ratio: { light: 'verde' },
    });
    await db.execute(sql`update house_models set price_cents = 9900000 where id = ${own.id}`);
    await db.execute(sql`update projects set separation_cents = 1 where id = ${model.projectId}`);
    const again = await read(quote.id);
    expect(recompute(again.versions[0]!.snapshot)).toEqual(again.versions[0]!.result);
    expect(again.versions[0]!.result).toEqual(version!.result);
    await db.execute(sql`update projects set separation_cents = 50000 where id = ${model.projectId}`);
    await expect(
      db.update(quoteVersions).set({ number: 9 }).where(eq(quoteVersions.quoteId, quote.id)),
    ).rejects.toThrow('Failed query');
  });

  test('a new version has today’s prices and leaves earlier versions unchanged', async () => {
    const quote = await make();
    const revise = (version: number, over: object = {}) =>
      adviser.post(`${base}/${quote.id}/versions`, { ...form({ plazo_meses: 300, ...over }), version });
    const answer = await revise(quote.version);
    expect(answer.statusCode, answer.body).toBe(201);
    const { versions, number } = answer.json<{ data: QuoteRecord }>().data;
    expect([number, versions.map((one) => one.snapshot.terms.plazo_meses)]).toEqual([2, [300, 360]]);
    expect(versions[1]).toEqual(quote.versions[0]);
    expect((await revise(quote.version)).json()).toMatchObject({ code: 'STALE' });
  });

  test('concurrent revisions: one succeeds', async () => {
    const quote = await make();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        adviser.post(`${base}/${quote.id}/versions`, { ...form(), version: quote.version }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  test('is refused at the invalid field', async () => {
    const { db } = llave.database;
    const post = async (over: object) => fieldsOf(await adviser.post(base, form(over)));
    expect(await post({ nombre: undefined, celular: undefined })).toEqual(['nombre', 'celular']);
    expect(await post({ abono_centavos: 7_500_001 })).toEqual(['abono_centavos']);
    expect(await post({ descuento_centavos: 100 })).toEqual(['descuento_motivo']);
    expect(await post({ descuento_centavos: 750_001, descuento_motivo: 'Amigo' })).toEqual([
      'descuento_centavos',
    ]);
    expect(await post({ primera_cuota: '2026-11-20' })).toEqual(['primera_cuota']);
    expect(await post({ banco_id: 999 })).toEqual(['banco_id']);
    expect(await post({ modelo_id: 99_999 })).toEqual(['modelo_id']);
    expect(await post({ lote_id: (await makeLot(db)).id })).toEqual(['lote_id']);
    const taken = await makeLot(db, { projectId: model.projectId });
    await makeSale(db, { modelId: model.id, lotId: taken.id });
    expect(await post({ lote_id: taken.id })).toEqual(['lote_id']);
  });

  test('is visible to its owner only', async () => {
    const quote = await make({ nombre: 'Núñez Ríos' });
    const other = await signInAs(llave, 'asesor');
    expect((await other.get(`${base}/${quote.id}`)).statusCode).toBe(404);
    expect((await other.get(`${base}/${quote.id}/pdf`)).statusCode).toBe(404);
    expect((await act('send', quote, {}, other)).statusCode).toBe(404);
    expect((await act('void', quote, { motivo: 'Otro' }, other)).statusCode).toBe(404);
    // A proforma does not give access to another adviser's person either.
    expect((await other.post(base, form({ person_id: quote.person.id }))).statusCode).toBe(404);
    expect((await adviser.post(base, form({ person_id: quote.person.id }))).statusCode).toBe(201);
    const found = async (who: StaffBrowser, q: string) =>
      (await who.get(`${base}?${q}`)).json<{ data: QuoteRow[] }>().data.map(({ id }) => id);
    expect(await found(adviser, 'q=nunez')).toContain(quote.id);
    expect(await found(adviser, `q=${quote.code.toLowerCase()}`)).toEqual([quote.id]);
    expect(await found(adviser, `persona_id=${quote.person.id}`)).toHaveLength(2);
    expect(await found(other, 'q=nunez')).toEqual([]);
    expect(await found(manager, `estado_id=1&q=${quote.code}`)).toEqual([quote.id]);
    expect((await act('send', quote, {}, manager)).statusCode).toBe(403);
  });
});

describe('a discount', () => {
  const asked = () => make({ descuento_centavos: 150_000, descuento_motivo: 'Pago de contado' });

  test('within the adviser’s limit needs no approval', async () => {
    expect(await make({ descuento_centavos: 75_000, descuento_motivo: 'Feria' })).toMatchObject({
      state: { id: QUOTE.draft },
      price_centavos: 7_425_000,
    });
  });

  test('above the adviser’s limit waits for an approver, who is notified; then it can be sent', async () => {
    const quote = await asked();
    expect(quote.state.id).toBe(QUOTE.toApprove);
    expect((await act('send', quote)).json()).toMatchObject({ code: 'TRANSITION' });
    expect((await act('discount', quote, { aprobar: true })).statusCode).toBe(403);
    const { db } = llave.database;
    const told = await db.select().from(notices).where(eq(notices.userId, coordinator.user.id));
    expect(told.map(({ kind }) => kind)).toContain('descuento_por_aprobar');
    const answer = await act('discount', quote, { aprobar: true }, coordinator);
    expect(answer.json()).toMatchObject({
      data: { state: { id: QUOTE.draft }, discounts: [{ approved: true }] },
    });
    expect((await act('discount', quote, { aprobar: true }, manager)).json()).toMatchObject({
      code: 'STALE',
    });
    await send(await read(quote.id));
  });

  test('that was refused needs a new version; a refusal needs a reason', async () => {
    const quote = await asked();
    expect(fieldsOf(await act('discount', quote, { aprobar: false }, coordinator))).toEqual(['motivo']);
    const answer = await act('discount', quote, { aprobar: false, motivo: 'Muy alto' }, coordinator);
    const refused = answer.json<{ data: QuoteRecord }>().data;
    expect(refused.state.id).toBe(QUOTE.refused);
    expect((await act('send', refused)).json()).toMatchObject({
      errors: [{ message: expect.stringContaining('rechazado') }],
    });
    expect(
      (await adviser.post(`${base}/${quote.id}/versions`, { ...form(), version: refused.version })).json(),
    ).toMatchObject({
      data: { state: { id: QUOTE.draft }, number: 2 },
    });
  });

  test('cannot be approved by its requester, or by anyone above their own limit', async () => {
    const own = await make({ descuento_centavos: 300_000, descuento_motivo: 'Cliente de años' }, coordinator);
    expect(own.state.id).toBe(QUOTE.toApprove);
    expect((await act('discount', own, { aprobar: true }, coordinator)).json()).toMatchObject({
      errors: [{ message: 'Quien pide el descuento no lo aprueba.' }],
    });
    const second = await signInAs(llave, 'coordinador');
    expect((await act('discount', own, { aprobar: true }, second)).json()).toMatchObject({
      errors: [{ message: expect.stringContaining('pasa de tu límite de 3.00%') }],
    });
    expect((await act('discount', own, { aprobar: true }, manager)).statusCode).toBe(200);
  });

  test('with two concurrent decisions gets one', async () => {
    const quote = await asked();
    const answers = await Promise.all([
      act('discount', quote, { aprobar: true }, manager),
      act('discount', quote, { aprobar: false, motivo: 'No se puede' }, coordinator),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

describe('the link of a proforma', () => {
  test('shows the buyer only what was sent, and notifies the adviser once when it is accepted', async () => {
    const quote = await make({ ingreso_centavos: 99_900, email: 'maria@llave.test', nombre: 'María Díaz' });
    const { path } = await send(quote);
    expect(await mailsTo(llave.database.db, 'maria@llave.test')).toHaveLength(1);
    const buyer = llave.browser();
    const shown = await buyer.get(path);
    expect(shown.statusCode, shown.body.slice(0, 300)).toBe(200);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.headers['referrer-policy']).toBe('no-referrer');
    expect(shown.body).toContain('María Díaz');
    expect(shown.body).toContain('26257');
    for (const hidden of ['99900', 'housing_percent', '"rules"', quote.phone])
      expect(shown.body).not.toContain(hidden);
    expect((await read(quote.id)).opens).toBe(1);
    const accepted = await Promise.all([accept(buyer, path), accept(buyer, path)]);
    expect(accepted.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    const told = await llave.database.db.select().from(notices).where(eq(notices.userId, adviser.user.id));
    expect(
      told.filter(({ kind, text }) => kind === 'proforma_aceptada' && text.includes(quote.code)),
    ).toHaveLength(1);
    expect((await read(quote.id)).history[0]).toMatchObject({ who: 'Cliente', to: 'Aceptada' });
  });

  test('can be accepted with a plain form, which redirects back', async () => {
    const { path } = await send(await make());
    const buyer = llave.browser();
    const answer = await buyer.post(`${path}/aceptar`, { numero: '1' }, { accept: 'text/html' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
  });

  test('does not accept the old offer after a new version, and shows what changed', async () => {
    const quote = await make();
    const { path } = await send(quote);
    const sent = await read(quote.id);
    await adviser.post(`${base}/${quote.id}/versions`, {
      ...form({ plazo_meses: 300 }),
      version: sent.version,
    });
    const buyer = llave.browser();
    expect((await buyer.get(path)).body).toContain('prepara una versión nueva');
    expect((await accept(buyer, path)).statusCode).toBe(422);
    await send(await read(quote.id));
    // The page of the first version is still open: it does not show the version that would be accepted.
    expect((await accept(buyer, path)).json()).toMatchObject({ code: 'STALE' });
    const shown = (await buyer.get(path)).body;
    expect(shown).toContain('Plazo: 360 meses → 300 meses');
    expect((await accept(buyer, path, 2)).statusCode).toBe(200);
  });

  test('opens nothing when revoked, invented or not sent', async () => {
    const quote = await make();
    const { path } = await send(quote);
    const buyer = llave.browser();
    expect((await buyer.get(`/proforma/${'x'.repeat(43)}`)).statusCode).toBe(404);
    expect((await buyer.get('/proforma/1')).statusCode).toBe(404);
    await act('void', await read(quote.id), { motivo: 'Se repitió' });
    for (const url of [path, `${path}/pdf`]) expect((await buyer.get(url)).statusCode).toBe(404);
    expect((await accept(buyer, path)).statusCode).toBe(404);
  });

  test('gives the PDF of the sent version', async () => {
    const { path } = await send(await make({ extras: [{ nombre: 'Terraza', centavos: 250_000 }] }));
    const answer = await llave.browser().get(`${path}/pdf`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.headers['content-disposition']).toMatch(/inline; filename\*=UTF-8''PF-2026-\d{5}-v1\.pdf/);
  });
});

describe('the pre-contract made from a proforma', () => {
  test('takes its price, discount, lot, person and adviser, and keeps them when received', async () => {
    const { db } = llave.database;
    const lot = await makeLot(db, { projectId: model.projectId, premiumCents: 200_000 });
    const quote = await make({
      lote_id: lot.id,
      descuento_centavos: 50_000,
      descuento_motivo: 'Feria',
      extras: [{ nombre: 'Aire', centavos: 30_000 }],
    });
    expect((await act('convert', quote)).json()).toMatchObject({ code: 'TRANSITION' });
    await send(quote);
    const answer = await act('convert', await read(quote.id), {}, coordinator);
    expect(answer.statusCode, answer.body).toBe(201);
    const { sale_id } = answer.json<{ data: { sale_id: number } }>().data;
    const stored = async () => (await db.select().from(sales).where(eq(sales.id, sale_id)))[0]!;
    expect(await stored()).toMatchObject({
      personId: quote.person.id,
      adviserId: adviser.user.id,
      stateId: SALE.draft,
      priceCents: 7_480_000,
    });
    // Prices rise meanwhile: the promised price stays.
    await db.execute(sql`update house_models set price_cents = price_cents + 1000000 where id = ${model.id}`);
    await db.execute(sql`update lots set premium_cents = 999999 where id = ${lot.id}`);
    await adviser.patch(`/api/sale/precontracts/${sale_id}`, {
      consentimiento_datos: true,
      tipo_documento: 'cedula',
      cedula: '8-712-4567',
    });
    const received = await adviser.patch(`/api/sale/precontracts/${sale_id}/status`, {
      params: { estado_id: SALE.received },
    });
    expect(received.statusCode, received.body).toBe(200);
    expect(await stored()).toMatchObject({ priceCents: 7_680_000, lotPremiumCents: 200_000 });
    expect(await read(quote.id)).toMatchObject({
      state: { id: QUOTE.converted },
      sale: { id: sale_id },
      actions: { convert: { disabled: 'Ya es un pre-contrato.' } },
    });
    await db.execute(sql`update house_models set price_cents = price_cents - 1000000 where id = ${model.id}`);
  });

  test('is made once by concurrent requests', async () => {
    const quote = await make();
    await send(quote);
    const sent = await read(quote.id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => act('convert', sent)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409]);
  });

  test('is refused if its lot was taken, and the proforma stays unchanged', async () => {
    const { db } = llave.database;
    const lot = await makeLot(db, { projectId: model.projectId });
    const quote = await make({ lote_id: lot.id });
    await send(quote);
    await makeSale(db, { modelId: model.id, lotId: lot.id });
    expect((await act('convert', await read(quote.id))).json()).toMatchObject({ code: 'LOT_TAKEN' });
    expect((await read(quote.id)).state.id).toBe(QUOTE.sent);
  });

  test('for a draft sale gives that sale its price', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { modelId: model.id, stateId: SALE.draft, adviserId: adviser.user.id });
    const quote = await make({ sale_id: sale.id, descuento_centavos: 10_000, descuento_motivo: 'Feria' });
    expect(quote.person.id).toBe(sale.personId);
    await send(quote);
    const answer = await act('convert', await read(quote.id));
    expect(answer.json()).toMatchObject({ data: { sale_id: sale.id } });
    const [stored] = await db.select().from(sales).where(eq(sales.id, sale.id));
    expect(stored?.priceCents).toBe(7_490_000);
  });
});

test('the nightly job expires proformas after their last day, and keeps accepted ones', async () => {
  const { db } = llave.database;
  const [open, kept] = [await make(), await make()];
  const { path } = await send(open);
  await accept(llave.browser(), (await send(kept)).path);
  const days = (count: number) => new Date(llave.clock.now().getTime() + count * DAY_MS);
  const began = llave.clock.now();
  llave.clock.set(days(15));
  await llave.app.core.jobs.run(expireQuotes, {});
  expect((await read(open.id)).state.id).toBe(QUOTE.sent);
  llave.clock.set(days(1));
  expect((await llave.browser().get(path)).body).toContain('Esta proforma venció');
  await llave.app.core.jobs.run(expireQuotes, {});
  await llave.app.core.jobs.run(expireQuotes, {});
  const states = await db
    .select({ id: quotes.id, stateId: quotes.stateId })
    .from(quotes)
    .where(sql`${quotes.id} in (${open.id}, ${kept.id})`);
  expect(new Map(states.map(({ id, stateId }) => [id, stateId]))).toEqual(
    new Map([
      [open.id, QUOTE.expired],
      [kept.id, QUOTE.accepted],
    ]),
  );
  expect((await read(open.id)).history.filter(({ to }) => to === 'Vencida')).toHaveLength(1);
  llave.clock.set(began);
});
