import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { formatMoney } from '#contract/money.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { saleFamily } from '#server/modules/sales/precontracts/precontracts.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { signatures } from '#server/modules/legal/signing/signing.table.ts';
import { useApp } from '#test/app.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { beginPurchase, completeForm, knowBuyer, papersOf, PRECONTRACT, saleOf } from '#test/purchases.ts';
import { pushSubscriptions } from '#server/modules/company/push/push.table.ts';

const llave = useApp();

describe('a complete pre-contract', () => {
  test('is received with its code, its lot for 48 hours, the separation requested and the consent stored', async () => {
    const begun = await beginPurchase(llave);
    const { db, browser, id, lot, email } = begun;
    await knowBuyer(begun);
    const answer = await browser.form(PRECONTRACT, completeForm(begun, { consentimiento_apc: 'on' }));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      success: 'Datos enviados correctamente.',
      redirect: '/clientes/siguiente/',
      precontratoCodigo: expect.stringMatching(/^PC-2026-\d{5}$/),
      precontratoId: id,
    });
    expect(await saleOf(begun)).toMatchObject({ stateId: 2, priceCents: 8_600_000, draft: {} });
    const claims = await db.select().from(lotClaims).where(eq(lotClaims.saleId, id));
    expect(claims).toMatchObject([
      { lotId: lot.id, kind: 'reservation', until: new Date('2026-11-23T15:00:00Z'), releasedAt: null },
    ]);
    expect(await db.select().from(payments).where(eq(payments.saleId, id))).toMatchObject([
      { typeId: 1, stateId: 1, dueCents: 50_000, dueAt: new Date('2026-11-23T15:00:00Z') },
    ]);
    const given = await db.select().from(consents).where(eq(consents.saleId, id));
    expect(given).toMatchObject([
      {
        kind: 'datos',
        textVersion: CONSENT_TEXTS.datos.version,
        textHash: sha256(CONSENT_TEXTS.datos.text),
        channel: 'web',
      },
      { kind: 'apc', textHash: sha256(CONSENT_TEXTS.apc.text) },
    ]);
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.to, email));
    expect(mails.some(({ kind }) => kind === 'precontrato_recibido')).toBe(true);
  });

  test('sent with its proof gets a mail that does not ask for payment', async () => {
    const begun = await beginPurchase(llave);
    const proof = fileOf(await makePicture(), 'ach.png');
    const form = completeForm(begun, { archivo_comprobante: proof, monto_pagado: '500' });
    expect((await begun.browser.form(PRECONTRACT, form)).statusCode).toBe(200);
    const mails = await begun.db.select().from(outboxMails).where(eq(outboxMails.to, begun.email));
    const [received, ...others] = mails.filter(({ kind }) => /recibido/.test(kind));
    expect(others).toEqual([]);
    expect(received!.body).toContain(
      `Recibimos tu comprobante por ${formatMoney(50_000)}: contabilidad lo está revisando`,
    );
    expect(received!.body).not.toContain('Paga la separación');
  });

  test('stores everything from the form: documents, beneficiaries, family, sector, payment and signature', async () => {
    const begun = await beginPurchase(llave);
    const { db, browser, id } = begun;
    await knowBuyer(begun);
    const picture = async (n: number) => fileOf(await makePicture({ n }), `foto ${n}.png`, 'image/png');
    const answer = await browser.form(
      PRECONTRACT,
      completeForm(begun, {
        archivo_cedula: await picture(1),
        archivo_cedula_reverso: await picture(2),
        ficha: fileOf(makePdf(3), 'ficha.pdf'),
        talonario: await picture(4),
        carta_trabajo: await picture(5),
        recibo: await picture(6),
        archivo_comprobante: await picture(7),
        monto_pagado: '1,500.50',
        archivo_firma: await picture(8),
        'cedula_beneficiario[]': [await picture(9), await picture(10)],
        sector_trabajo: 'Privado',
        estatus_laboral: 'Permanente',
        forma_pago: 'hipoteca',
        numero_camp: 'C-77',
        origen: 'volante del súper',
        'grupo_familiar[0][nombre]': 'Luis Díaz',
        'grupo_familiar[0][cedula]': '8-900-0012',
        'grupo_familiar[0][parentesco]': '3',
        'grupo_familiar[1][nombre]': 'Eva Díaz',
        'grupo_familiar[1][cedula]': '',
        'grupo_familiar[1][parentesco]': 'madre',
        push_subscription: JSON.stringify({
          endpoint: 'https://push.example/abc',
          keys: { p256dh: `B${'k'.repeat(86)}`, auth: 'a'.repeat(22) },
        }),
      }),
    );
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await saleOf(begun)).toMatchObject({
      stateId: 2,
      workSector: 'Privado',
      employmentStatus: 'Permanente',
      origin: 'volante del súper',
      campaignNumber: 'C-77',
    });
    expect(await papersOf(begun)).toEqual([
      { field: 'archivo_cedula', position: 0, stateId: 2 },
      { field: 'archivo_cedula_reverso', position: 0, stateId: 2 },
      { field: 'ficha', position: 0, stateId: 2 },
      { field: 'talonario', position: 0, stateId: 2 },
      { field: 'carta_trabajo', position: 0, stateId: 2 },
      { field: 'recibo', position: 0, stateId: 2 },
      { field: 'archivo_firma', position: 0, stateId: 9 },
      { field: 'archivo_comprobante', position: 0, stateId: 2 },
      { field: 'cedula_beneficiario', position: 1, stateId: 2 },
      { field: 'cedula_beneficiario', position: 2, stateId: 2 },
    ]);
    const family = await db.select().from(saleFamily).where(eq(saleFamily.saleId, id));
    expect(
      family.map(({ name, documentNumber, relationshipId }) => [name, documentNumber, relationshipId]),
    ).toEqual([
      ['Luis Díaz', '8-900-0012', 3],
      ['Eva Díaz', null, 6],
    ]);
    // Reported: the lot's clock stops until accounting answers.
    expect(await db.select().from(payments).where(eq(payments.saleId, id))).toMatchObject([
      { stateId: 2, reportedCents: 150_050 },
    ]);
    const claims = await db.select().from(lotClaims).where(eq(lotClaims.saleId, id));
    expect(claims).toMatchObject([{ until: null, remainingSeconds: 48 * 3600 }]);
    expect(await db.select().from(signatures).where(eq(signatures.saleId, id))).toMatchObject([
      { outcome: 'firmada', origin: 'precontrato', sequence: 1 },
    ]);
    expect(await db.select().from(pushSubscriptions)).toMatchObject([
      { endpoint: 'https://push.example/abc' },
    ]);
  });

  test.each([
    ['Independiente', 'Permanente'],
    ['Jubilado', 'Eventual'],
  ])('of a %s stores no employment status', async (sector, status) => {
    const begun = await beginPurchase(llave);
    const form = completeForm(begun, { sector_trabajo: sector, estatus_laboral: status });
    expect((await begun.browser.form(PRECONTRACT, form)).statusCode).toBe(200);
    expect(await saleOf(begun)).toMatchObject({ workSector: sector, employmentStatus: null });
  });

  test.each([
    ['pasaporte', 'pa1234567', 'PA1234567'],
    ['ruc', '155612345-2-2015 dv 9', '155612345-2-2015 DV 09'],
    ['cedula', 'pe-12-345', 'PE-12-345'],
  ])('accepts a %s', async (tipo_documento, cedula, stored) => {
    const begun = await beginPurchase(llave);
    const answer = await begun.browser.form(PRECONTRACT, completeForm(begun, { tipo_documento, cedula }));
    expect(answer.statusCode, answer.body).toBe(200);
    const { personId } = await saleOf(begun);
    const [person] = await begun.db.select().from(people).where(eq(people.id, personId));
    expect(person).toMatchObject({ documentType: tipo_documento, documentNumber: stored });
  });

  test('without a lot has no claim', async () => {
    const begun = await beginPurchase(llave, { withLot: false });
    expect((await begun.browser.form(PRECONTRACT, completeForm(begun))).statusCode).toBe(200);
    expect(await begun.db.select().from(lotClaims).where(eq(lotClaims.saleId, begun.id))).toEqual([]);
  });
});

describe('an incomplete pre-contract', () => {
  test('with only the request’s fields stays a draft, from a new browser', async () => {
    const begun = await beginPurchase(llave);
    const browser = llave.browser();
    const answer = await browser.form(PRECONTRACT, {
      cedula: '8-712-4567',
      celular: '6999-0001',
      sector_trabajo: 'Público',
      archivo_cedula: fileOf(await makePicture(), 'c.png'),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { precontratoId, ...rest } = answer.json<{ precontratoId: number }>();
    expect(rest).toEqual({
      success: 'Datos enviados correctamente.',
      redirect: '/clientes/siguiente/',
      precontratoCodigo: null,
    });
    const sale = await saleOf({ db: begun.db, id: precontratoId });
    // A request for a contract is stored completely, and the consents are asked for (rulings 37).
    expect(sale).toMatchObject({
      stateId: 1,
      draft: { celular: '6999-0001', cedula: '8-712-4567', sector_trabajo: 'Público', sin_modelo: true },
    });
    expect(await papersOf({ db: begun.db, id: precontratoId })).toMatchObject([{ field: 'archivo_cedula' }]);

    const again = await browser.form(PRECONTRACT, { nombre: 'Pedro Ruiz', celular: '6999-0001' });
    expect(again.json<{ precontratoId: number }>().precontratoId).toBe(precontratoId);
  });

  test.each([
    ['nombre', { nombre: '' }],
    ['cedula', { cedula: '' }],
    ['consentimiento_datos', { consentimiento_datos: '' }],
  ])('without %s stays a draft', async (_field, over) => {
    const begun = await beginPurchase(llave);
    const answer = await begun.browser.form(PRECONTRACT, completeForm(begun, over));
    expect(answer.json()).toMatchObject({ precontratoCodigo: null, precontratoId: begun.id });
    expect((await saleOf(begun)).stateId).toBe(1);
  });

  test('without JavaScript is redirected by a 303 with its id, and with its code after it is received', async () => {
    const begun = await beginPurchase(llave);
    const html = { accept: 'text/html' };
    const draft = await begun.browser.form(PRECONTRACT, completeForm(begun, { cedula: '' }), html);
    expect([draft.statusCode, draft.headers.location]).toEqual([303, `/clientes/siguiente/${begun.id}`]);
    const sent = await begun.browser.form(PRECONTRACT, completeForm(begun), html);
    expect(sent.headers.location).toMatch(/^\/clientes\/siguiente\/PC-2026-\d{5}$/);
  });
});
