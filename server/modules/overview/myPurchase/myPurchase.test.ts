import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatMoney } from '#contract/money.ts';
import { amountQuestion } from '#contract/sales/purchase/amount.ts';
import { myPurchasePage, nextPage } from '#contract/overview/myPurchase/pages.ts';
import { outboxMails, changes } from '#server/kernel/kernel.table.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs } from '#test/signIn.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import {
  beginPurchase,
  completeForm,
  faultsOf,
  fieldsOf,
  knowBuyer,
  papersOf,
  PRECONTRACT,
  saleOf,
  type Begun,
} from '#test/purchases.ts';

const llave = useApp();
beforeAll(() => withoutBuild(llave));

async function received() {
  const begun = await beginPurchase(llave);
  const answer = await begun.browser.form(PRECONTRACT, completeForm(begun, { sector_trabajo: 'Jubilado' }));
  return { ...begun, code: answer.json<{ precontratoCodigo: string }>().precontratoCodigo };
}
const report = (
  { browser, id }: Pick<Begun, 'browser' | 'id'>,
  fields: Record<string, string | File>,
  headers = {},
) => browser.form(`/clientes/mi-compra/${id}/pago`, fields, headers);
const sendPaper = ({ browser, id }: Pick<Begun, 'browser' | 'id'>, campo: string, file: File, headers = {}) =>
  browser.form(`/clientes/mi-compra/${id}/archivos`, { campo, archivo: file }, headers);

describe('reporting the separation', () => {
  test('stops the lot’s clock, and works once', async () => {
    const begun = await received();
    await knowBuyer(begun);
    const proof = fileOf(await makePicture(), 'ach.png');
    const answer = await report(begun, { monto_pagado: '500.00', archivo_comprobante: proof });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      success: 'Datos enviados correctamente.',
      redirect: `/clientes/siguiente/${begun.code}`,
    });
    const paid = await begun.db.select().from(payments).where(eq(payments.saleId, begun.id));
    expect(paid).toMatchObject([{ stateId: 2, reportedCents: 50_000 }]);
    expect(await begun.db.select().from(lotClaims).where(eq(lotClaims.saleId, begun.id))).toMatchObject([
      { until: null },
    ]);
    expect(await papersOf(begun)).toContainEqual({ field: 'archivo_comprobante', position: 0, stateId: 2 });

    const again = await report(begun, { monto_pagado: '500.00', archivo_comprobante: proof });
    expect(again.statusCode).toBe(200);
  });

  test('asks to confirm an amount that differs from the one due, sends a mail, and can be corrected until the review', async () => {
    const begun = await received();
    const proof = fileOf(await makePicture(), 'ach.png');
    const fifty = { monto_pagado: '50', archivo_comprobante: proof };
    const asked = await report(begun, fifty);
    expect([asked.statusCode, faultsOf(asked)]).toEqual([
      422,
      [
        {
          field: 'monto_pagado',
          message: amountQuestion('La separación', 50_000, 5_000),
        },
      ],
    ]);
    expect((await report(begun, { ...fifty, monto_confirmado: '1' })).statusCode).toBe(200);
    const reported = async () =>
      (await begun.db.select().from(payments).where(eq(payments.saleId, begun.id)))[0]!;
    const first = await reported();
    expect(first).toMatchObject({ stateId: 2, reportedCents: 5_000 });
    const next = await pageData(begun.browser, nextPage, `/clientes/siguiente/${begun.code}`);
    expect(next.reported).toMatchObject({ title: 'Separación', cents: 5_000 });
    const corrected = await report(begun, { monto_pagado: '500', archivo_comprobante: proof });
    expect(corrected.statusCode, corrected.body).toBe(200);
    expect(await reported()).toMatchObject({ stateId: 2, reportedCents: 50_000, version: first.version + 1 });
    const mails = await begun.db.select().from(outboxMails).where(eq(outboxMails.to, begun.email));
    const told = mails.filter(({ kind }) => kind === 'pago_recibido').map(({ body }) => body);
    expect(told).toHaveLength(2);
    expect(told[0]).toContain(formatMoney(5_000));
    expect(told[1]).toContain(`Corregimos tu reporte: ahora dice ${formatMoney(50_000)}`);
    await begun.db.update(payments).set({ stateId: 3 }).where(eq(payments.id, first.id));
    const late = await report(begun, { ...fifty, monto_confirmado: '1' });
    expect(late.statusCode).toBe(409);
    const page = await pageData(begun.browser, myPurchasePage, `/clientes/mi-compra/${begun.code}`);
    expect(page.separation).toMatchObject({ correctable: false, reportedCents: 50_000 });
  });

  test('accepts a proof that was uploaded before', async () => {
    const begun = await received();
    const bytes = makePdf(31);
    const announced = await begun.browser.post(`/clientes/precontrato/${begun.id}/archivos`, {
      campo: 'archivo_comprobante',
      nombre: 'ach.pdf',
      tamano: bytes.length,
    });
    await begun.browser.send({
      method: 'PATCH',
      url: `/clientes/archivos/${announced.json<{ data: { id: string } }>().data.id}?desde=0`,
      payload: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect((await report(begun, { monto_pagado: '1,000', monto_confirmado: '1' })).statusCode).toBe(200);
  });

  test('counts as the customer’s action, also in a browser where staff is signed in', async () => {
    const staff = await signInAs(llave, 'contabilidad');
    const begun = await beginPurchase({ database: llave.database, browser: () => staff });
    await staff.form(PRECONTRACT, completeForm(begun));
    const proof = fileOf(await makePicture(), 'ach.png');
    const answer = await report(begun, { monto_pagado: '500', archivo_comprobante: proof });
    expect(answer.statusCode, answer.body).toBe(200);
    const paid = await begun.db.select().from(payments).where(eq(payments.saleId, begun.id));
    expect(paid).toMatchObject([{ stateId: 2, enteredBy: null }]);
    const history = await begun.db
      .select()
      .from(changes)
      .where(and(eq(changes.record, 'precontrato'), eq(changes.recordId, begun.id)));
    expect(history.map(({ actorKind }) => actorKind)).toEqual(['client', 'client']);
  });

  test('reports missing and malformed fields', async () => {
    const begun = await received();
    const proof = fileOf(await makePicture(), 'ach.png');
    expect(fieldsOf(await report(begun, { archivo_comprobante: proof }))).toEqual(['monto_pagado']);
    expect(fieldsOf(await report(begun, { monto_pagado: '500' }))).toEqual(['archivo_comprobante']);
    expect(fieldsOf(await report(begun, { monto_pagado: '5,00', archivo_comprobante: proof }))).toEqual([
      'monto_pagado',
    ]);
    expect((await report(begun, {})).statusCode).toBe(422);
    const draft = await beginPurchase(llave);
    expect((await report(draft, { monto_pagado: '500', archivo_comprobante: proof })).statusCode).toBe(409);
  });

  test('with a plain form redirects; for another’s sale it gets 404', async () => {
    const begun = await received();
    const form = { monto_pagado: '500', archivo_comprobante: fileOf(await makePicture(), 'ach.png') };
    const other = await received();
    expect((await report({ browser: other.browser, id: begun.id }, form)).statusCode).toBe(404);
    expect((await report({ browser: llave.browser(), id: begun.id }, form)).statusCode).toBe(401);
    const answer = await report(begun, form, { accept: 'text/html' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/clientes/siguiente/${begun.code}`]);
  });
});

describe('a missing or rejected document', () => {
  test('is uploaded again, and with the last one the sale goes back to review', async () => {
    const begun = await received();
    const { db, id } = begun;
    await db.update(documents).set({ stateId: 4 }).where(eq(documents.saleId, id));
    await db
      .update(documents)
      .set({ stateId: 5, rejectionReason: 'ilegible' })
      .where(and(eq(documents.saleId, id), eq(documents.typeId, 1)));
    await db
      .update(documents)
      .set({ stateId: 1 })
      .where(and(eq(documents.saleId, id), eq(documents.typeId, 6)));
    await db.update(sales).set({ stateId: 4 }).where(eq(sales.id, id));

    const first = await sendPaper(begun, 'archivo_cedula', fileOf(await makePicture({ n: 41 }), 'c.png'));
    expect(first.json()).toMatchObject({
      success: 'Cédula/Pasaporte adjuntada correctamente.',
      redirect: `/clientes/mi-compra/${begun.code}#documentos`,
    });
    expect((await saleOf(begun)).stateId).toBe(4);
    const last = await sendPaper(begun, 'recibo', fileOf(makePdf(42), 'r.pdf'), { accept: 'text/html' });
    expect(last.statusCode).toBe(303);
    expect(await saleOf(begun)).toMatchObject({ stateId: 3, lastActionId: 9 });

    const approved = await sendPaper(begun, 'ficha', fileOf(makePdf(43), 'f.pdf'));
    expect([approved.statusCode, approved.json<{ code: string }>().code]).toEqual([409, 'PAPER_CLOSED']);
    const none = await begun.browser.form(`/clientes/mi-compra/${id}/archivos`, { campo: 'recibo' });
    expect(faultsOf(none)).toEqual([{ field: 'archivo', message: 'Elige el archivo.' }]);
  });

  test('is refused for an ended sale or another’s sale', async () => {
    const begun = await received();
    const other = await received();
    const file = fileOf(makePdf(44), 'r.pdf');
    expect((await sendPaper({ browser: other.browser, id: begun.id }, 'recibo', file)).statusCode).toBe(404);
    await begun.db.update(sales).set({ stateId: 16 }).where(eq(sales.id, begun.id));
    const ended = await sendPaper(begun, 'recibo', file);
    expect([ended.statusCode, ended.json<{ code: string }>().code]).toEqual([409, 'SALE_ENDED']);
  });
});
