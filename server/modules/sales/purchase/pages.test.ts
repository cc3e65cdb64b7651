import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { buyPage, lostLinkPage, precontractPage } from '#contract/sales/purchase/pages.ts';
import { myPurchasePage, nextPage, openNextPage } from '#contract/overview/myPurchase/pages.ts';
import { signPage } from '#contract/legal/signing/pages.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { useApp } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeSale } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { beginPurchase, completeForm, knowBuyer, PRECONTRACT, type Begun } from '#test/purchases.ts';

const llave = useApp();
beforeAll(() => withoutBuild(llave));

const send = async (begun: Begun, over: Parameters<typeof completeForm>[1] = {}) => {
  const answer = await begun.browser.form(PRECONTRACT, completeForm(begun, over));
  return answer.json<{ precontratoCodigo: string }>().precontratoCodigo;
};
const where = async (begun: Begun, url: string) => {
  const answer = await begun.browser.get(url);
  return [answer.statusCode, answer.headers.location];
};

describe('the buy page', () => {
  test('shows the model, its lots, and the open draft of this browser', async () => {
    const begun = await beginPurchase(llave);
    const url = `/comprar/${begun.model.id}`;
    const mine = await pageData(begun.browser, buyPage, url);
    expect(mine).toMatchObject({
      model: { id: begun.model.id, priceCents: 8_500_000 },
      separationCents: 50_000,
      holdMinutes: 30,
      chosenLotId: begun.lot.id,
      draft: { id: begun.id, nombre: 'Rosa Díaz', lotId: begun.lot.id, lotUntil: '2026-11-21T15:30:00.000Z' },
      lots: [{ id: begun.lot.id, free: true, mine: true, premiumCents: 100_000 }],
    });
    const other = await pageData(llave.browser(), buyPage, `${url}?lote=${begun.lot.id}`);
    expect(other).toMatchObject({ draft: null, chosenLotId: null, lots: [{ free: false, mine: false }] });
    // The page does not show who took the lot.
    expect(JSON.stringify(other)).not.toContain('Rosa');
    expect((await llave.browser().get('/comprar/999999')).statusCode).toBe(404);
  });
});

describe('the form’s page', () => {
  test('shows the typed values, the malformed and missing ones, and the files', async () => {
    const begun = await beginPurchase(llave);
    await begun.browser.patch(`/clientes/precontrato/borrador/${begun.id}`, {
      campos: {
        consentimiento_datos: '1',
        cedula: '8-71',
        grupo_familiar: [{ nombre: 'Eva', cedula: '', parentesco: '3' }],
      },
    });
    const bytes = makePdf(9);
    const upload = { campo: 'recibo', nombre: 'recibo.pdf', tamano: bytes.length + 10 };
    await begun.browser.post(`/clientes/precontrato/${begun.id}/archivos`, upload);
    const data = await pageData(begun.browser, precontractPage, `/clientes/precontrato/${begun.id}`);
    expect(data.sale).toMatchObject({
      id: begun.id,
      code: null,
      name: String(begun.id),
      lot: { id: begun.lot.id },
    });
    expect(data.values).toMatchObject({
      nombre: 'Rosa Díaz',
      tipo_documento: 'cedula',
      cedula: '8-71',
      grupo_familiar: [{ nombre: 'Eva', cedula: '', parentesco: '3' }],
    });
    expect(data.errors.map(({ field }) => field)).toEqual(['cedula']);
    expect(data.missing).toEqual([]);
    expect(data.consents).toMatchObject({ datos: { given: true }, apc: { given: false } });
    expect(data.papers.map(({ field }) => field)).toEqual([
      'archivo_cedula',
      'archivo_cedula_reverso',
      'ficha',
      'talonario',
      'carta_trabajo',
      'recibo',
      'archivo_comprobante',
      'archivo_firma',
    ]);
    expect(data.uploads).toMatchObject([{ field: 'recibo', received: 0, size: bytes.length + 10 }]);
    expect(data.relationships).toContainEqual({ id: 1, name: 'Cónyuge' });
    expect(data.checklists).toHaveLength(8);
    const cash = data.checklists.find(
      ({ sector, forma_pago }) => sector === 'Privado' && forma_pago === 'contado',
    );
    expect(cash?.papers.map(({ field }) => field)).toEqual([
      'archivo_cedula',
      'archivo_cedula_reverso',
      'recibo',
    ]);
  });

  test('redirects onward after it was sent, and to the open draft without an id', async () => {
    const begun = await beginPurchase(llave);
    expect(await where(begun, '/clientes/precontrato')).toEqual([302, `/clientes/precontrato/${begun.id}`]);
    const code = await send(begun);
    expect(await where(begun, `/clientes/precontrato/${begun.id}`)).toEqual([
      302,
      `/clientes/siguiente/${code}`,
    ]);
    expect(await where(begun, '/clientes/precontrato')).toEqual([302, `/clientes/siguiente/${code}`]);
  });

  test('is closed to other browsers', async () => {
    const begun = await beginPurchase(llave);
    const other = await beginPurchase(llave);
    expect((await other.browser.get(`/clientes/precontrato/${begun.id}`)).statusCode).toBe(404);
    expect((await llave.browser().get(`/clientes/precontrato/${begun.id}`)).statusCode).toBe(401);
    expect((await llave.browser().get('/clientes/precontrato')).headers.location).toBe('/clientes/enlace');
  });
});

describe('the next action', () => {
  test('accepts a code, an id, or nothing, and follows the purchase', async () => {
    const begun = await beginPurchase(llave);
    const { db, browser, id } = begun;
    await knowBuyer(begun);
    const next = async (name: string | number = '') =>
      (await pageData(browser, nextPage, `/clientes/siguiente/${name}`)).next;
    expect(await next(id)).toMatchObject({
      kind: 'formulario',
      href: `/clientes/precontrato/${id}`,
      text: expect.stringContaining('tu permiso para usar tus datos y tu cédula, pasaporte o RUC'),
    });
    const code = await send(begun);
    const data = await pageData(browser, openNextPage, '/clientes/siguiente');
    expect(data).toMatchObject({ received: true, sale: { code }, others: [] });
    expect(await next()).toEqual(data.next);
    expect(await next(id)).toEqual(data.next);
    expect(await next(code)).toMatchObject({
      kind: 'separacion',
      href: `/clientes/mi-compra/${code}#separacion`,
    });

    await db.update(sales).set({ workSector: 'Jubilado' }).where(eq(sales.id, id));
    await db
      .update(payments)
      .set({ stateId: 2, reportedCents: 1, reportedAt: llave.clock.now() })
      .where(eq(payments.saleId, id));
    expect(await next(code)).toMatchObject({
      kind: 'documentos',
      href: `/clientes/mi-compra/${code}#documentos`,
    });
    await db
      .update(documents)
      .set({ stateId: 2 })
      .where(and(eq(documents.saleId, id), eq(documents.required, true)));
    expect(await next(code)).toMatchObject({ kind: 'firma', href: `/clientes/firma/${code}` });
    await browser.form(`/clientes/firma/${code}`, { signature: fileOf(await makePicture(), 'f.png') });
    expect(await next(code)).toMatchObject({
      kind: 'permiso',
      href: `/clientes/mi-compra/${code}#permisos`,
    });
    await browser.form(`/clientes/mi-compra/${id}/permiso`, { permiso: 'apc' });
    expect(await next(code)).toMatchObject({ kind: 'mi_compra', href: `/clientes/mi-compra/${code}` });
    await db.update(sales).set({ stateId: 17 }).where(eq(sales.id, id));
    expect(await next(code)).toMatchObject({ kind: 'revisar_lote', title: 'Tu separación venció' });
  });

  test('without a purchase leads to the page that finds it', async () => {
    for (const url of ['/clientes/siguiente', '/clientes/siguiente/', '/clientes/siguiente/PC-2026-00001'])
      expect((await llave.browser().get(url)).headers.location).toBe('/clientes/enlace');
    expect(await pageData(llave.browser(), lostLinkPage, '/clientes/enlace')).toEqual({
      sent: null,
      open: [],
    });
    const begun = await beginPurchase(llave);
    expect((await begun.browser.get('/clientes/siguiente/PC-2026-99999')).statusCode).toBe(404);
    expect(await pageData(begun.browser, lostLinkPage, '/clientes/enlace')).toEqual({
      sent: null,
      open: [{ name: String(begun.id), title: `${begun.model.name} · ${begun.project.name}` }],
    });
  });
});

describe('"mi compra"', () => {
  test('shows the stages, the documents with their reasons and the separation', async () => {
    const begun = await beginPurchase(llave);
    const { db, browser, id } = begun;
    await knowBuyer(begun);
    const code = await send(begun, {
      sector_trabajo: 'Privado',
      archivo_cedula: fileOf(await makePicture(), 'frente.png'),
    });
    await db
      .update(documents)
      .set({ stateId: 5, rejectionReason: 'ilegible' })
      .where(and(eq(documents.saleId, id), eq(documents.typeId, 1)));
    const data = await pageData(browser, myPurchasePage, `/clientes/mi-compra/${code}`);
    expect(data).toMatchObject({
      sale: { code, lotUntil: '2026-11-23T15:00:00.000Z', priceCents: 8_600_000 },
      state: { id: 2, label: 'Recibido' },
      next: { kind: 'separacion' },
      separation: { state: 'pendiente', dueCents: 50_000, open: true, reason: null },
      signed: null,
      codeDue: false,
    });
    expect(data.stages.map(({ status }) => status).slice(0, 3)).toEqual(['actual', 'actual', 'pendiente']);
    expect(data.stages).toHaveLength(12);
    expect(data.stages[0]).toMatchObject({
      label: 'Separación',
      who: 'Tú',
      since: '2026-11-21T15:00:00.000Z',
    });
    const front = data.papers.find(({ field }) => field === 'archivo_cedula');
    expect(front).toMatchObject({
      state: 'rechazado',
      reason: 'ilegible',
      open: true,
      required: true,
      file: { name: 'frente.png', url: expect.stringContaining('/archivos/') },
    });
    expect((await browser.get(front!.file!.url!)).statusCode).toBe(200);
  });

  test('asks for a missing consent, and accepts it once and only from its own browser', async () => {
    const begun = await beginPurchase(llave);
    const { db, browser, id } = begun;
    const code = await send(begun);
    await db.update(consents).set({ revokedAt: llave.clock.now() }).where(eq(consents.saleId, id));
    const permits = async () =>
      (await pageData(browser, myPurchasePage, `/clientes/mi-compra/${code}`)).permits.map(
        ({ kind }) => kind,
      );
    expect(await permits()).toEqual(['datos', 'apc']);
    const url = `/clientes/mi-compra/${id}/permiso`;
    expect((await (await beginPurchase(llave)).browser.form(url, { permiso: 'datos' })).statusCode).toBe(404);
    expect((await browser.form(url, { permiso: 'visita' })).statusCode).toBe(422);
    for (const permiso of ['datos', 'datos', 'apc'])
      expect((await browser.form(url, { permiso })).statusCode).toBe(200);
    expect(await permits()).toEqual([]);
    const held = and(eq(consents.saleId, id), isNull(consents.revokedAt));
    expect(await db.$count(consents, held)).toBe(2);
    await db.update(sales).set({ stateId: 16 }).where(eq(sales.id, id));
    expect((await browser.form(url, { permiso: 'apc' })).json()).toMatchObject({ code: 'SALE_ENDED' });
  });

  test('on another phone shows no identity document before a code was entered', async () => {
    const begun = await beginPurchase(llave);
    const code = await send(begun, { archivo_cedula: fileOf(await makePicture(), 'frente.png') });
    const other = await browserOf(llave, begun.id);
    const data = await pageData(other, myPurchasePage, `/clientes/mi-compra/${code}`);
    expect(data.codeDue).toBe(true);
    expect(data.papers.find(({ field }) => field === 'archivo_cedula')?.file).toMatchObject({ url: null });
  });

  test.each([16, 17, 18, 19])(
    'of a purchase that ended (%i) accepts no document and continues no upload',
    async (stateId) => {
      const begun = await beginPurchase(llave);
      const { db, browser, id } = begun;
      const code = await send(begun, { archivo_cedula: fileOf(await makePicture(), 'frente.png') });
      const file = { campo: 'recibo', nombre: 'recibo.pdf', tamano: 1000 };
      expect((await browser.post(`/clientes/precontrato/${id}/archivos`, file)).statusCode).toBe(200);
      const running = await pageData(browser, myPurchasePage, `/clientes/mi-compra/${code}`);
      expect([running.papers.every(({ open }) => open), running.uploads.length]).toEqual([true, 1]);

      await db.update(sales).set({ stateId }).where(eq(sales.id, id));
      const ended = await pageData(browser, myPurchasePage, `/clientes/mi-compra/${code}`);
      expect(ended.papers).toHaveLength(running.papers.length);
      expect([ended.papers.some(({ open }) => open), ended.uploads]).toEqual([false, []]);
    },
  );

  test('is closed to other browsers, and not available for a draft', async () => {
    const begun = await beginPurchase(llave);
    expect(await where(begun, `/clientes/mi-compra/${begun.id}`)).toEqual([
      302,
      `/clientes/siguiente/${begun.id}`,
    ]);
    const code = await send(begun);
    const other = await beginPurchase(llave);
    expect((await other.browser.get(`/clientes/mi-compra/${code}`)).statusCode).toBe(404);
    expect((await llave.browser().get(`/clientes/mi-compra/${code}`)).statusCode).toBe(401);
  });
});

describe('the signature page', () => {
  test('shows the document, its hash, and the time of the signature', async () => {
    const begun = await beginPurchase(llave);
    const code = await send(begun);
    const url = `/clientes/firma/${code}`;
    const before = await pageData(begun.browser, signPage, url);
    expect(before).toMatchObject({
      signedAt: null,
      codeDue: false,
      notYet: null,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(before.text.lines).toContainEqual({ label: 'Cédula', value: '8-712-4567' });
    const signature = fileOf(await makePicture(), 'f.png');
    const signed = await begun.browser.form(url, { huella: before.hash, signature });
    expect(signed.statusCode, signed.body).toBe(200);
    expect((await pageData(begun.browser, signPage, url)).signedAt).toBe('2026-11-21T15:00:00.000Z');
    const ended = await makeSale(begun.db, { stateId: 16 });
    const other = await browserOf(llave, ended.id);
    expect(await pageData(other, signPage, `/clientes/firma/${ended.code}`)).toMatchObject({
      codeDue: true,
      notYet: 'Esta compra terminó: ya no se firma.',
    });
  });
});
