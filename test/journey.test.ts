import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { Paper } from '#contract/sales/documents/model.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import type { LineRow } from '#contract/money/statements/statements.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { precontractPage } from '#contract/sales/purchase/pages.ts';
import { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { quotePage } from '#contract/sales/quotes/pages.ts';
import type { QuoteRecord } from '#contract/sales/quotes/model.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from './app.ts';
import { bankWork, refusalIn } from './banks.ts';
import { follow } from './buyers.ts';
import { makeLot, makeModel, makeProject } from './factories.ts';
import { tellBanks } from './journeyBanks.ts';
import { dataIn, done, journeyIn, makeStatement, SALES, wholeForm } from './journeys.ts';
import { pageData, withoutBuild } from './pages.ts';
import { codeTo } from './outbox.ts';
import { fileOf, makePicture } from './papers.ts';
import { PRECONTRACT } from './purchases.ts';
import { signInAs, type StaffBrowser } from './signIn.ts';

/**
 * A sale from prospect to letter of promise, by the people who do it. The tests run in order; each continues where the one
 * before ended. On the way, users without the permission try each step and change nothing.
 */

const llave = useApp();
const { move, letterForm } = bankWork(llave);
const MAIL = 'ana@correo.test';
const { refused, stateOf, noticesOf, mailKinds, board, linkInMail } = journeyIn(llave, MAIL);

let adviser: StaffBrowser;
let otherAdviser: StaffBrowser;
let coordinator: StaffBrowser;
let processor: StaffBrowser;
let otherProcessor: StaffBrowser;
let accountant: StaffBrowser;
let lawyer: StaffBrowser;
let buyer: Browser;
let stranger: Browser;

let projectId = 0;
let modelId = 0;
let lotId = 0;
let prospect: Prospect;
let saleId = 0;
let code = '';

beforeAll(async () => {
  withoutBuild(llave);
  const { db } = llave.database;
  projectId = (await makeProject(db, { name: 'Valle Sereno' })).id;
  modelId = (await makeModel(db, { projectId, name: 'Corotú', priceCents: 7_500_000 })).id;
  lotId = (await makeLot(db, { projectId, premiumCents: 100_000 })).id;
  [adviser, otherAdviser, coordinator, accountant, lawyer, processor, otherProcessor] = await Promise.all([
    signInAs(llave, 'asesor'),
    signInAs(llave, 'asesor'),
    signInAs(llave, 'coordinador'),
    signInAs(llave, 'contabilidad'),
    signInAs(llave, 'abogado'),
    signInAs(llave, { role: 'procesador', projectIds: [projectId] }),
    signInAs(llave, 'procesador'),
  ]);
  buyer = llave.browser();
  stranger = llave.browser();
});

const today = () => panamaDay(llave.clock.now());

const toState = (who: StaffBrowser, estado_id: number, more: object = {}) =>
  who.patch(`${SALES}/${saleId}/status`, { params: { estado_id, ...more } });
const myPurchase = () => pageData(buyer, myPurchasePage, `/clientes/mi-compra/${code}`);

describe('the adviser', () => {
  test('records a prospect and a conversation with her', async () => {
    const note = {
      nombre: 'Ana Núñez',
      celular: '6123-4567',
      email: MAIL,
      proyecto_id: projectId,
      modelo_id: modelId,
      origen: 'feria',
    };
    await refused([
      [403, () => accountant.post('/api/sale/prospects', note)],
      [403, () => processor.post('/api/sale/prospects', note)],
      [401, () => buyer.post('/api/sale/prospects', note)],
    ]);
    prospect = dataIn(await done(adviser.post('/api/sale/prospects', note)));
    expect(prospect).toMatchObject({ stage: { id: PROSPECT.fresh }, adviser: { id: adviser.user.id } });

    const contacts = `/api/sale/prospects/${prospect.id}/contacts`;
    const spoke = { accion_id: 2, nota: 'Busca casa de tres recámaras.' };
    await refused([
      [404, () => otherAdviser.get(`/api/sale/prospects/${prospect.id}`)],
      [404, () => otherAdviser.post(contacts, spoke)],
    ]);
    prospect = dataIn(await done(adviser.post(contacts, spoke)));
    expect(prospect).toMatchObject({
      stage: { id: PROSPECT.contacted },
      next_follow_up_on: addDays(today(), 3),
    });
  });

  test('makes a quote; the buyer accepts it by her link, and it becomes her pre-contract', async () => {
    const form = {
      person_id: prospect.person.id,
      modelo_id: modelId,
      lote_id: lotId,
      abono_percent: 5,
      cuotas: 3,
      tasa_percent: 6.25,
      plazo_meses: 360,
    };
    await refused([
      [404, () => otherAdviser.post('/api/quotes', form)],
      [403, () => accountant.post('/api/quotes', form)],
    ]);
    const quote = dataIn<QuoteRecord>(await done(adviser.post('/api/quotes', form)));
    expect(quote).toMatchObject({ price_centavos: 7_600_000, person: { id: prospect.person.id } });
    const act = (who: StaffBrowser, what: string, version: number) =>
      who.post(`/api/quotes/${quote.id}/${what}`, { version });
    await refused([
      [404, () => otherAdviser.get(`/api/quotes/${quote.id}`)],
      [404, () => act(otherAdviser, 'send', quote.version)],
      // Not before the buyer has accepted it.
      [422, () => act(adviser, 'convert', quote.version)],
    ]);
    await done(act(adviser, 'send', quote.version));
    expect(await mailKinds()).toEqual(['proforma']);
    expect(dataIn<Prospect>(await adviser.get(`/api/sale/prospects/${prospect.id}`)).stage.id).toBe(
      PROSPECT.quoted,
    );

    const { pathname } = await linkInMail();
    expect(await pageData(buyer, quotePage, pathname)).toMatchObject({
      code: quote.code,
      customer: 'Ana Núñez',
      model: { name: 'Corotú' },
      why_not: null,
    });
    await done(buyer.post(`${pathname}/aceptar`, { numero: 1 }));
    expect(await noticesOf(adviser, 'proforma_aceptada')).toEqual([
      expect.stringContaining(`Ana Núñez aceptó la proforma ${quote.code}`),
    ]);

    const { version } = dataIn<QuoteRecord>(await adviser.get(`/api/quotes/${quote.id}`));
    await refused([
      [404, () => act(otherAdviser, 'convert', version)],
      [403, () => act(accountant, 'convert', version)],
      [409, () => act(adviser, 'convert', version - 1)],
    ]);
    ({ sale_id: saleId } = dataIn<{ sale_id: number }>(await done(act(adviser, 'convert', version))));
    expect(await stateOf(saleId)).toBe(SALE.draft);
    prospect = dataIn(await adviser.get(`/api/sale/prospects/${prospect.id}`));
    expect(prospect).toMatchObject({ stage: { id: PROSPECT.won }, sale: { id: saleId } });
  });
});

describe('the buyer', () => {
  test('opens her draft with the link that the adviser sends', async () => {
    await refused([
      [404, () => otherAdviser.post(`${SALES}/${saleId}/link`)],
      // The buyer has not given consent to the use of her data yet.
      [422, () => toState(adviser, SALE.received)],
    ]);
    await done(adviser.post(`${SALES}/${saleId}/link`));
    await follow(buyer, await linkInMail());
    expect(await pageData(buyer, precontractPage, `/clientes/precontrato/${saleId}`)).toMatchObject({
      sale: { lot: { id: lotId }, buyer: 'Ana Núñez' },
      consents: { datos: { given: false } },
    });
  });

  test('fills in and sends the form with her documents and the payment proof', async () => {
    code = (await done(buyer.form(PRECONTRACT, await wholeForm(saleId)))).json<{
      precontratoCodigo: string;
    }>().precontratoCodigo;
    expect(code).toMatch(/^PC-2026-\d{5}$/);
    // Price, adviser and processor as in the quote.
    const [sale] = await llave.database.db.select().from(sales).where(eq(sales.id, saleId));
    expect(sale).toMatchObject({
      stateId: SALE.received,
      priceCents: 7_600_000,
      adviserId: adviser.user.id,
      processorId: processor.user.id,
    });
    expect(await noticesOf(processor, 'venta_asignada')).toEqual([`Te toca ${code}, de Ana Núñez.`]);
    expect(await noticesOf(accountant, 'pago_reportado')).toHaveLength(1);
    expect(await noticesOf(otherProcessor, 'venta_asignada')).toEqual([]);

    // She opened the sale by a link, so she signs with a code from her mail.
    expect(await myPurchase()).toMatchObject({ next: { kind: 'firma' } });
    await done(buyer.post('/clientes/codigo', { codigo: code }));
    const clave = await codeTo(llave.database.db, MAIL);
    await done(buyer.post('/clientes/codigo/confirmar', { codigo: code, clave }));
    const signature = fileOf(await makePicture(), 'firma.png');
    await done(buyer.form(`/clientes/firma/${code}`, { origen: 'precontrato', signature }));
    expect(await myPurchase()).toMatchObject({
      state: { label: 'Recibido' },
      separation: { state: 'reportado', reportedCents: 50_000 },
      next: { kind: 'mi_compra' },
      processor: processor.user.name,
    });
    expect((await stranger.get(`/clientes/mi-compra/${code}`)).statusCode).not.toBe(200);
    expect(await board(coordinator, code)).toEqual({ Separación: CELL.inProgress, Documentos: CELL.pending });
  });
});

test('accounting finds the separation in the bank statement and confirms it', async () => {
  const { db } = llave.database;
  const statement = await makeStatement(llave);
  const [payment] = await db.select().from(payments).where(eq(payments.saleId, saleId));
  const change = (who: StaffBrowser, estado_id: number, more: object = {}) =>
    who.patch(`/api/sale/costumer_payments/${payment!.id}/status`, { params: { estado_id, ...more } });
  await refused([
    [403, () => processor.form('/api/accounting/statements', statement)],
    [403, () => adviser.get('/api/accounting/statement_lines')],
  ]);
  await done(accountant.form('/api/accounting/statements', statement));
  const [line] = dataIn<LineRow[]>(await accountant.get('/api/accounting/statement_lines'));
  expect(line).toMatchObject({ state: 'open', suggestions: [{ payment_id: payment!.id }] });
  await refused([
    [403, () => change(processor, PAYMENT.verifying)],
    [403, () => change(adviser, PAYMENT.verifying)],
    [404, () => change(otherAdviser, PAYMENT.verifying)],
    // A payment cannot be confirmed before it is verified.
    [422, () => change(accountant, PAYMENT.confirmed, { linea_id: line!.id })],
  ]);
  await done(change(accountant, PAYMENT.verifying));
  await refused([
    [422, () => change(accountant, PAYMENT.confirmed)],
    [403, () => change(coordinator, PAYMENT.confirmed, { linea_id: line!.id })],
  ]);
  await done(change(accountant, PAYMENT.confirmed, { linea_id: line!.id }));

  expect(await mailKinds()).toContain('pago_confirmado');
  for (const who of [adviser, processor])
    expect(await noticesOf(who, 'pago_confirmado')).toEqual([expect.stringContaining('Ana Núñez')]);
  const mine = await myPurchase();
  expect(mine).toMatchObject({
    separation: { state: 'confirmado', receiptNumber: expect.any(String) },
    money: { priceCents: 7_600_000, paidCents: 50_000, receipts: [{ cents: 50_000 }] },
  });
  expect((await buyer.get(mine.money.receipts[0]!.url)).headers['content-type']).toBe('application/pdf');
  expect((await stranger.get(mine.money.receipts[0]!.url)).statusCode).not.toBe(200);
  expect(await board(coordinator, code)).toMatchObject({ Separación: CELL.done, Documentos: CELL.pending });
});

describe('the processor', () => {
  const papers = async () => dataIn<Paper[]>(await processor.get(`${SALES}/${saleId}/documents`));
  const review = (who: StaffBrowser, id: number, estado_id: number, more: object = {}) =>
    who.patch(`/api/sale/documents/${id}/status`, { params: { estado_id, ...more } });
  /** The dates shown on such a document. */
  const datesOf = ({ valid_days, expiry_on_face }: Paper) => ({
    ...(valid_days !== null && { fecha_emision: addDays(today(), -2) }),
    ...(expiry_on_face && { fecha_vencimiento: addDays(today(), 900) }),
  });
  const approve = async (paper: Paper) => {
    await done(review(processor, paper.id, DOCUMENT.inReview));
    await done(review(processor, paper.id, DOCUMENT.approved, datesOf(paper)));
  };

  test('reviews the documents; one is rejected and sent again', async () => {
    await refused([
      [403, () => toState(adviser, SALE.inReview)],
      [403, () => toState(accountant, SALE.inReview)],
      [404, () => toState(otherProcessor, SALE.inReview)],
    ]);
    await done(toState(processor, SALE.inReview));
    const waiting = (await papers()).filter(({ state }) => state.id === DOCUMENT.uploaded);
    const bill = waiting.find(({ type }) => type.name === 'recibo')!;
    await refused([
      [403, () => review(adviser, bill.id, DOCUMENT.inReview)],
      [404, () => review(otherProcessor, bill.id, DOCUMENT.inReview)],
      [422, () => review(processor, bill.id, DOCUMENT.approved)],
    ]);
    for (const paper of waiting) if (paper.required && paper.id !== bill.id) await approve(paper);
    await done(review(processor, bill.id, DOCUMENT.inReview));
    await done(review(processor, bill.id, DOCUMENT.rejected, { motivo: 'No se lee la dirección.' }));
    expect(await mailKinds()).toContain('documento_rechazado');
    await done(toState(processor, SALE.papersMissing, { motivo: 'Falta un recibo legible.' }));

    const mine = await myPurchase();
    expect(mine).toMatchObject({ next: { kind: 'documentos', title: 'Sube un documento' } });
    expect(mine.next.text).toContain(bill.label);
    expect(await board(coordinator, code)).toMatchObject({ Documentos: CELL.observed });

    const file = fileOf(await makePicture({ n: 20 }), 'recibo.png');
    const again = { campo: 'recibo', archivo: file };
    expect(
      (await stranger.form(`/clientes/mi-compra/${saleId}/archivos`, again)).statusCode,
    ).toBeGreaterThanOrEqual(401);
    await done(buyer.form(`/clientes/mi-compra/${saleId}/archivos`, again));
    expect(await stateOf(saleId)).toBe(SALE.inReview);
    expect(await noticesOf(processor, 'documento_cargado')).toEqual([
      `Ana Núñez cargó «${bill.label}» (${code}).`,
    ]);
  });

  test('completes the file once every document is approved', async () => {
    const [tooEarly] = await refused([
      [422, () => toState(processor, SALE.complete)],
      [403, () => toState(adviser, SALE.complete)],
      // No bank has an application yet.
      [422, () => toState(processor, SALE.inBank)],
    ]);
    expect(refusalIn(tooEarly!)).toMatch(/^Falta aprobar: /);
    for (const paper of await papers())
      if (paper.required && paper.state.id === DOCUMENT.uploaded) await approve(paper);
    await done(toState(processor, SALE.complete));
    expect(await board(coordinator, code)).toMatchObject({ Separación: CELL.done, Documentos: CELL.done });
    const mine = await myPurchase();
    expect(mine.state.label).toBe('Expediente completo');
    expect(mine.stages.slice(0, 2).map(({ status }) => status)).toEqual(['hecha', 'hecha']);
  });
});

tellBanks(() => ({
  llave,
  adviser,
  otherAdviser,
  coordinator,
  processor,
  otherProcessor,
  accountant,
  lawyer,
  buyer,
  stranger,
  saleId,
  code,
  myPurchase,
  toState,
  refused,
  stateOf,
  noticesOf,
  mailKinds,
  board,
  move,
  letterForm,
}));
