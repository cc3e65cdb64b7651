import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { CEDULA_ERROR } from '#contract/cedula.ts';
import { PHONE_ERROR } from '#contract/phone.ts';
import { CONSENT_TEXTS } from '#contract/privacy/consents.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { documents, documentTypes } from '#server/modules/documents/documents.table.ts';
import { lotClaims } from '#server/modules/lots/lots.table.ts';
import { payments } from '#server/modules/payments/payments.table.ts';
import { projects } from '#server/modules/projects/projects.table.ts';
import { consents, people, saleFamily, sales } from '#server/modules/sales/sales.table.ts';
import { signatures } from '#server/modules/signing/signing.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { expireClaim } from '#server/modules/lots/claims.jobs.ts';
import { pushSubscriptions } from './purchase.table.ts';

const house = useApp();
const URL_ = '/clientes/precontrato';

let telephones = 0;
async function begin({ withLot = true } = {}) {
  const { db } = house.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const lot = await makeLot(db, { projectId: project.id, premiumCents: 100_000 });
  const browser = house.browser();
  const celular = `6${String((telephones += 1) + 3_000_000)}`;
  const bought = await browser.form(`/clientes/comprar/${model.id}`, {
    nombre: 'Rosa Díaz',
    email: 'rosa@correo.test',
    celular,
    ...(withLot && { lote_id: String(lot.id) }),
  });
  const id = bought.json<{ precontratoId: number }>().precontratoId;
  return { db, project, model, lot, browser, celular, id };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const complete = ({ id, celular }: Begun, over: Record<string, string | File | readonly File[]> = {}) => ({
  precontrato_id: String(id),
  nombre: 'Rosa Díaz',
  celular,
  tipo_documento: 'cedula',
  cedula: '8-712-4567',
  consentimiento_datos: '1',
  ...over,
});
const faultsOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors?: { field: string; message: string }[] }>().errors ?? [];
const fieldsOf = (answer: { json<T>(): T }) => faultsOf(answer).map(({ field }) => field);
const saleOf = async ({ db, id }: Pick<Begun, 'db' | 'id'>) =>
  (await db.select().from(sales).where(eq(sales.id, id)))[0]!;
const papersOf = async ({ db, id }: Pick<Begun, 'db' | 'id'>) =>
  db
    .select({ field: documentTypes.name, position: documents.position, stateId: documents.stateId })
    .from(documents)
    .innerJoin(documentTypes, eq(documentTypes.id, documents.typeId))
    .where(and(eq(documents.saleId, id)))
    .orderBy(documentTypes.position, documents.position);

describe('a complete pre-contract', () => {
  test('is received with its code, its lot for 48 hours, the separation asked for and the consent kept', async () => {
    const begun = await begin();
    const { db, browser, id, lot } = begun;
    const answer = await browser.form(URL_, complete(begun, { consentimiento_apc: 'on' }));
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
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.to, 'rosa@correo.test'));
    expect(mails.some(({ kind }) => kind === 'precontrato_recibido')).toBe(true);
  });

  test('takes everything of the form: papers, beneficiaries, family, sector, payment and signature', async () => {
    const begun = await begin();
    const { db, browser, id } = begun;
    const picture = async (n: number) => fileOf(await makePicture({ n }), `foto ${n}.png`, 'image/png');
    const answer = await browser.form(
      URL_,
      complete(begun, {
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
          endpoint: 'https://push.test/abc',
          keys: { p256dh: 'k', auth: 'a' },
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
    // Reported: the lot's clock stands still until accounting answers.
    expect(await db.select().from(payments).where(eq(payments.saleId, id))).toMatchObject([
      { stateId: 2, reportedCents: 150_050 },
    ]);
    const claims = await db.select().from(lotClaims).where(eq(lotClaims.saleId, id));
    expect(claims).toMatchObject([{ until: null, remainingSeconds: 48 * 3600 }]);
    expect(await db.select().from(signatures).where(eq(signatures.saleId, id))).toMatchObject([
      { outcome: 'firmada', origin: 'precontrato', sequence: 1 },
    ]);
    expect(await db.select().from(pushSubscriptions)).toMatchObject([{ endpoint: 'https://push.test/abc' }]);
  });

  test.each([
    ['Independiente', 'Permanente'],
    ['Jubilado', 'Eventual'],
  ])('of a %s keeps no employment status', async (sector, status) => {
    const begun = await begin();
    const form = complete(begun, { sector_trabajo: sector, estatus_laboral: status });
    expect((await begun.browser.form(URL_, form)).statusCode).toBe(200);
    expect(await saleOf(begun)).toMatchObject({ workSector: sector, employmentStatus: null });
  });

  test.each([
    ['pasaporte', 'pa1234567', 'PA1234567'],
    ['ruc', '155612345-2-2015 dv 9', '155612345-2-2015 DV 09'],
    ['cedula', 'pe-12-345', 'PE-12-345'],
  ])('may name a %s', async (tipo_documento, cedula, stored) => {
    const begun = await begin();
    const answer = await begun.browser.form(URL_, complete(begun, { tipo_documento, cedula }));
    expect(answer.statusCode, answer.body).toBe(200);
    const { personId } = await saleOf(begun);
    const [person] = await begun.db.select().from(people).where(eq(people.id, personId));
    expect(person).toMatchObject({ documentType: tipo_documento, documentNumber: stored });
  });

  test('without a lot has no claim', async () => {
    const begun = await begin({ withLot: false });
    expect((await begun.browser.form(URL_, complete(begun))).statusCode).toBe(200);
    expect(await begun.db.select().from(lotClaims).where(eq(lotClaims.saleId, begun.id))).toEqual([]);
  });
});

describe('an incomplete pre-contract', () => {
  test('with the fields of the request alone stays a draft, from a browser that never bought', async () => {
    const begun = await begin();
    const browser = house.browser();
    const answer = await browser.form(URL_, {
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
    // Without the consent nothing personal is kept, beyond the telephone.
    expect(sale).toMatchObject({ stateId: 1, draft: { celular: '6999-0001', sin_modelo: true } });
    expect(Object.keys(sale.draft).toSorted()).toEqual(['celular', 'email', 'nombre', 'sin_modelo']);
    expect(await papersOf({ db: begun.db, id: precontratoId })).toEqual([]);

    const again = await browser.form(URL_, { nombre: 'Pedro Ruiz', celular: '6999-0001' });
    expect(again.json<{ precontratoId: number }>().precontratoId).toBe(precontratoId);
  });

  test.each([
    ['nombre', { nombre: '' }],
    ['cedula', { cedula: '' }],
    ['consentimiento_datos', { consentimiento_datos: '' }],
  ])('that lacks %s stays a draft', async (_field, over) => {
    const begun = await begin();
    const answer = await begun.browser.form(URL_, complete(begun, over));
    expect(answer.json()).toMatchObject({ precontratoCodigo: null, precontratoId: begun.id });
    expect((await saleOf(begun)).stateId).toBe(1);
  });

  test('is led on by a 303 with its number when there is no script, with its code once it has one', async () => {
    const begun = await begin();
    const html = { accept: 'text/html' };
    const draft = await begun.browser.form(URL_, complete(begun, { cedula: '' }), html);
    expect([draft.statusCode, draft.headers.location]).toEqual([303, `/clientes/siguiente/${begun.id}`]);
    const sent = await begun.browser.form(URL_, complete(begun), html);
    expect(sent.headers.location).toMatch(/^\/clientes\/siguiente\/PC-2026-\d{5}$/);
  });
});

describe('a malformed pre-contract', () => {
  test('is refused at each field, in the customer’s words', async () => {
    const begun = await begin();
    const answer = await begun.browser.form(
      URL_,
      complete(begun, {
        nombre: '123',
        email: 'rosa@',
        celular: '12',
        cedula: '14-1-1',
        sector_trabajo: 'Privada',
        estatus_laboral: 'Fijo',
        forma_pago: 'fiado',
        monto_pagado: '12.345',
        origen: 'x'.repeat(41),
        lote_id: 'A-1',
        'grupo_familiar[0][nombre]': 'Luis',
        'grupo_familiar[0][cedula]': '8-1',
        'grupo_familiar[0][parentesco]': 'vecino',
        'grupo_familiar[1][nombre]': '',
        'grupo_familiar[1][cedula]': '8-900-12',
        'grupo_familiar[1][parentesco]': '3',
      }),
    );
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'INVALID',
      message: 'Por favor, verifique los siguientes campos',
    });
    expect(fieldsOf(answer).toSorted()).toEqual(
      [
        'archivo_comprobante',
        'celular',
        'cedula',
        'email',
        'estatus_laboral',
        'forma_pago',
        'grupo_familiar[0][cedula]',
        'grupo_familiar[0][parentesco]',
        'grupo_familiar[1][nombre]',
        'lote_id',
        'monto_pagado',
        'nombre',
        'origen',
        'sector_trabajo',
      ].toSorted(),
    );
    expect(faultsOf(answer)).toContainEqual({ field: 'cedula', message: CEDULA_ERROR });
    expect(faultsOf(answer)).toContainEqual({ field: 'celular', message: PHONE_ERROR });
    expect(await saleOf(begun)).toMatchObject({
      stateId: 1,
      // Nothing typed is lost.
      draft: { cedula: '14-1-1', sector_trabajo: 'Privada' },
    });
  });

  test.each([
    'P',
    'PI',
    'PE-',
    'E',
    'NT-1-1',
    '8-71234',
    '8--1',
    '8-AV-1-1',
    '130-1-1',
    '09-1-1',
    '8.712.45',
    ' 8-712-45',
    '8-712-45\n',
    '8-712-123456',
    '8A-1-1',
  ])('is one whose cédula is %j', async (cedula) => {
    const begun = await begin({ withLot: false });
    const answer = await begun.browser.form(URL_, complete(begun, { cedula }));
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, ['cedula']]);
  });

  test.each([
    '8-712-45',
    '8AV-1-1',
    'PE-12-345',
    '8-7123-4',
    '1-23-456',
    'E-8-98765',
    '13PI-1-1',
    'n-19-322',
  ])('is not one whose cédula is %j', async (cedula) => {
    const begun = await begin({ withLot: false });
    const answer = await begun.browser.form(URL_, complete(begun, { cedula }));
    expect(answer.statusCode, answer.body).toBe(200);
  });

  test('keeps the good files of the form with the draft, and names the bad ones', async () => {
    const begun = await begin();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const answer = await begun.browser.form(
      URL_,
      complete(begun, {
        celular: '12',
        archivo_cedula: fileOf(await makePicture(), '../../etc/passwd\u0000.png', 'image/png'),
        archivo_cedula_reverso: fileOf(svg, 'reverso.png', 'image/png'),
        ficha: fileOf(Buffer.from('<html><script>alert(1)</script>'), 'ficha.pdf', 'application/pdf'),
        talonario: fileOf(Buffer.concat([makePdf(), Buffer.alloc(11 * 1_048_576)]), 'grande.pdf'),
        recibo: fileOf(makePdf(4), 'recibo.pdf'),
        archivo_firma: fileOf(await makePicture({ blank: true }), 'firma.png'),
      }),
    );
    expect(answer.statusCode).toBe(422);
    expect(fieldsOf(answer).toSorted()).toEqual(
      ['archivo_cedula_reverso', 'archivo_firma', 'celular', 'ficha', 'talonario'].toSorted(),
    );
    expect(faultsOf(answer)).toContainEqual({
      field: 'archivo_firma',
      message: 'Debe dibujar su firma en el panel indicado.',
    });
    const kept = [
      { field: 'archivo_cedula', position: 0, stateId: 2 },
      { field: 'recibo', position: 0, stateId: 2 },
    ];
    expect(await papersOf(begun)).toEqual(kept);

    // Sent again without them, they are there.
    const again = await begun.browser.form(URL_, complete(begun));
    expect(again.statusCode, again.body).toBe(200);
    expect((await papersOf(begun)).filter(({ stateId }) => stateId === 2)).toEqual(kept);
  });

  test('with a file out of all measure is cut off', async () => {
    const begun = await begin();
    const huge = fileOf(Buffer.alloc(45 * 1_048_576), 'enorme.pdf');
    const answer = await begun.browser.form(URL_, complete(begun, { ficha: huge }));
    expect(answer.statusCode, answer.body).toBe(413);
    expect(await saleOf(begun)).toMatchObject({ stateId: 1 });
  });

  test('names the one that is missing of proof and amount', async () => {
    const begun = await begin();
    const proof = fileOf(await makePicture(), 'pago.png');
    const noAmount = await begun.browser.form(URL_, complete(begun, { archivo_comprobante: proof }));
    expect(faultsOf(noAmount)).toEqual([{ field: 'monto_pagado', message: 'Escribe el monto que pagaste.' }]);
    // The proof stayed with the draft: the amount alone completes it.
    const both = await begun.browser.form(URL_, complete(begun, { monto_pagado: '500' }));
    expect(both.statusCode, both.body).toBe(200);

    const other = await begin();
    const noProof = await other.browser.form(URL_, complete(other, { monto_pagado: '500' }));
    expect(fieldsOf(noProof)).toEqual(['archivo_comprobante']);
    const zero = await other.browser.form(
      URL_,
      complete(other, { monto_pagado: '0', archivo_comprobante: proof }),
    );
    expect(fieldsOf(zero)).toEqual(['monto_pagado']);
  });

  test('takes five beneficiaries and no sixth', async () => {
    const begun = await begin();
    const six = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => fileOf(await makePicture({ n }), `b${n}.png`)),
    );
    const answer = await begun.browser.form(URL_, complete(begun, { 'cedula_beneficiario[]': six }));
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, ['cedula_beneficiario[]']]);
    expect(await papersOf(begun)).toHaveLength(5);
    const more = await begun.browser.form(URL_, complete(begun, { 'cedula_beneficiario[]': six[5]! }));
    expect([more.statusCode, fieldsOf(more)]).toEqual([422, ['cedula_beneficiario[]']]);
    const same = await begun.browser.form(URL_, complete(begun, { 'cedula_beneficiario[]': six[2]! }));
    expect(same.statusCode, same.body).toBe(200);
  });
});

describe('a repeat', () => {
  test('at once or later, with a key or without, makes one sale', async () => {
    const begun = await begin();
    await begun.browser.get('/api/csrf');
    const key = { 'idempotency-key': 'envio-1' };
    const send = (headers = {}) => begun.browser.form(URL_, complete(begun), headers);
    const answers = await Promise.all([send(key), send(key), send(), send(), send(key)]);
    const later = [await send(key), await send()];
    const bodies = [...answers, ...later].map((one) => [one.statusCode, one.body]);
    expect(new Set(bodies.map(([status]) => status))).toEqual(new Set([200]));
    expect(new Set(bodies.map(([, body]) => body)).size).toBe(1);
    expect(await begun.db.select().from(payments).where(eq(payments.saleId, begun.id))).toHaveLength(1);
    const other = await begun.browser.form(URL_, complete(begun, { nombre: 'Otra' }), key);
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'IDEMPOTENCY']);
  });

  test('without number or key finds what it sent', async () => {
    const begun = await begin();
    const { precontrato_id: _, ...form } = complete(begun);
    const first = await begun.browser.form(URL_, form);
    const second = await begun.browser.form(URL_, form);
    expect(first.statusCode, first.body).toBe(200);
    expect(second.body).toBe(first.body);
  });

  test('with other data is told that it was sent already', async () => {
    const begun = await begin();
    await begun.browser.form(URL_, complete(begun));
    const other = await begun.browser.form(URL_, complete(begun, { cedula: '8-1-1' }));
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'NOT_DRAFT']);
  });

  test('from two tabs for one lot gives it to one, and keeps what the other sent', async () => {
    const [one, two] = [await begin(), await begin()];
    // Both drafts want the lot of the first, whose hold has ended meanwhile.
    house.clock.advance(31 * 60);
    await runJobs(house, expireClaim);
    await two.db
      .update(sales)
      .set({ modelId: one.model.id, projectId: one.project.id })
      .where(eq(sales.id, two.id));
    const answers = await Promise.all(
      [one, two].map((begun) =>
        begun.browser.form(
          URL_,
          complete(begun, { lote_id: String(one.lot.id), recibo: fileOf(makePdf(begun.id), 'recibo.pdf') }),
        ),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const lost = answers[0]!.statusCode === 409 ? one : two;
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'LOT_TAKEN' });
    expect(await saleOf(lost)).toMatchObject({ stateId: 1, draft: { cedula: '8-712-4567' } });
    expect(await papersOf(lost)).toMatchObject([{ field: 'recibo', stateId: 2 }]);

    const free = await makeLot(lost.db, { projectId: one.project.id });
    const again = await lost.browser.form(URL_, complete(lost, { lote_id: String(free.id) }));
    expect(again.statusCode, again.body).toBe(200);
  });

  test('after the hold has ended takes the lot again when it is free', async () => {
    const begun = await begin();
    house.clock.advance(31 * 60);
    await runJobs(house, expireClaim);
    expect((await begun.browser.form(URL_, complete(begun))).statusCode).toBe(200);
    const claims = await begun.db.select().from(lotClaims).where(eq(lotClaims.saleId, begun.id));
    expect(claims.map(({ lotId, releasedAt }) => [lotId, releasedAt === null])).toEqual([
      [begun.lot.id, false],
      [begun.lot.id, true],
    ]);
  });
});

describe('another’s pre-contract', () => {
  test('is not found', async () => {
    const begun = await begin();
    const stranger: Browser = house.browser();
    const answer = await stranger.form(URL_, complete(begun));
    expect(answer.statusCode).toBe(404);
    const other = await begin();
    expect((await other.browser.form(URL_, complete(begun))).statusCode).toBe(404);
  });
});

describe('the check of a telephone', () => {
  const check = (browser: Browser, body: object) =>
    browser.post('/clientes/precontrato/verify_client_update_visibility', body);

  test('says the same whoever the number belongs to, with the seller of the project', async () => {
    const begun = await begin();
    await begun.db
      .update(projects)
      .set({ sellerPhone: '+50766778899' })
      .where(eq(projects.id, begun.project.id));
    const known = await check(begun.browser, { celular: begun.celular, cedula: '8-712-4567' });
    const unknown = await check(begun.browser, { celular: '6000-0000' });
    expect(known.statusCode, known.body).toBe(200);
    expect(known.json()).toEqual({ mensaje: expect.any(String), celular: '50766778899' });
    expect(unknown.body).toBe(known.body);
    expect(fieldsOf(await check(begun.browser, { celular: '12' }))).toEqual(['celular']);
  });

  test('is limited', async () => {
    const browser = house.browser();
    const codes = [];
    for (let at = 0; at < 25; at += 1)
      codes.push((await check(browser, { celular: '6000-0000' })).statusCode);
    expect(codes.at(-1)).toBe(429);
  });
});
