import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankDataPage } from '#contract/banking/bankData/bankData.pages.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { beginBankData, PAGES, sendPage } from '#test/bankData.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { faultsOf, fieldsOf } from '#test/purchases.ts';
import { bankProfilePages } from './bankData.table.ts';

const llave = useApp();
beforeAll(() => withoutBuild(llave));
const POST = '/tramites/datos-bancarios';

test('who only has the link sees no income and sends none before the code', async () => {
  const { buyer, browser, profile } = await beginBankData(llave);
  await sendPage(browser, buyer.code, 2, PAGES[2]);
  const stranger = await browserOf(llave, buyer.id);
  for (const pagina of [2, 6]) {
    const shown = await pageData(
      stranger,
      bankDataPage,
      `/tramites/${buyer.code}/datos-bancarios?pagina=${pagina}`,
    );
    expect(shown).toMatchObject({ codeDue: true, loan: null, errors: [], fixed: [] });
    expect(new Set(Object.values(shown.values))).toEqual(new Set(['']));
    expect(JSON.stringify(shown)).not.toContain('1,850.50');
  }
  const sent = await sendPage(stranger, buyer.code, 2, { ...PAGES[2], salario_mensual: '9,999.00' });
  expect([sent.statusCode, sent.json<{ code: string }>().code]).toEqual([403, 'CODE_NEEDED']);
  expect((await profile())!.values).toMatchObject({ salario_mensual: 185_050 });
  await verifyEverywhere(llave, buyer.id);
  expect((await sendPage(stranger, buyer.code, 2, PAGES[2])).statusCode).toBe(200);
});

describe('filling in, page by page', () => {
  test('a page is kept as what it means, and the answer leads to the next one', async () => {
    const { buyer, browser, profile } = await beginBankData(llave);
    const answer = await sendPage(browser, buyer.code, 2, PAGES[2]);
    expect(answer.statusCode, answer.body).toBe(200);
    const body = answer.json<{ success: string; request: Record<string, unknown>; redirect: string }>();
    expect(Object.keys(body).toSorted()).toEqual(['redirect', 'request', 'success']);
    expect(body.redirect).toBe(`/tramites/${buyer.code}/datos-bancarios?pagina=3`);
    expect(body.request).toMatchObject({
      empresa: 'Comercial Istmo, S.A.',
      salario_mensual: '1,850.50',
      version: '2',
    });
    expect((await profile())!.values).toEqual({
      empresa: 'Comercial Istmo, S.A.',
      ocupacion: 'Contadora',
      fecha_ingreso: '2019-03-01',
      salario_mensual: 185_050,
    });
  });

  test('what the sale knows is not asked for, nor changed from here', async () => {
    const { buyer, browser, profile } = await beginBankData(llave);
    const answer = await sendPage(browser, buyer.code, 1, {
      ...PAGES[1],
      nombre: 'Otra Persona',
      cedula: '8-1-1',
      celular: '6999-9999',
    });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys((await profile())!.values)).not.toContain('nombre');
    const [sale] = await llave.database.db.select().from(sales).where(eq(sales.id, buyer.id));
    expect(sale?.version).toBe(1);
  });

  test('each fault is told at its field, what was typed stays, and the good ones are kept', async () => {
    const { buyer, browser, profile } = await beginBankData(llave);
    const answer = await sendPage(browser, buyer.code, 1, {
      ...PAGES[1],
      fecha_nacimiento: '31-02-1990',
      telefono_casa: '12',
      dependientes: 'dos',
      estado_civil: 'Complicado',
    });
    expect(answer.statusCode).toBe(422);
    expect(fieldsOf(answer).toSorted()).toEqual([
      'dependientes',
      'estado_civil',
      'fecha_nacimiento',
      'telefono_casa',
    ]);
    expect(faultsOf(answer).find(({ field }) => field === 'fecha_nacimiento')?.message).toMatch(
      /escribe una fecha que exista/,
    );
    const kept = (await profile())!;
    expect(kept.values).toMatchObject({ distrito: 'La Chorrera' });
    expect(kept.faults).toMatchObject({ fecha_nacimiento: '31-02-1990', dependientes: 'dos' });
    expect((await sendPage(browser, buyer.code, 1, { ...PAGES[1], telefono_casa: '' })).statusCode).toBe(200);
    expect((await profile())!.faults).toEqual({});
  });

  test.each([
    ['fecha_nacimiento', '2020-01-01', /18 años/],
    ['fecha_nacimiento', '2030-01-01', /todavía no llega/],
    ['documento_vence', '2020-01-01', /ya pasó/],
    ['email', 'ana@', /correo válido/],
  ])('%s %s is refused', async (field, typed, message) => {
    const { buyer, browser } = await beginBankData(llave);
    const answer = await sendPage(browser, buyer.code, 1, { ...PAGES[1], [field]: typed });
    expect(faultsOf(answer).find((one) => one.field === field)?.message).toMatch(message);
  });

  test('rows are told by their cell, and a condition that falls away takes its fields along', async () => {
    const { buyer, browser, profile } = await beginBankData(llave);
    const bad = await sendPage(browser, buyer.code, 3, {
      ...PAGES[3],
      'deudas[1][acreedor]': 'Financiera',
      'deudas[1][saldo]': 'mucho',
      'deudas[1][cuota]': '',
    });
    expect(fieldsOf(bad).toSorted()).toEqual(['deudas[1][cuota]', 'deudas[1][saldo]']);
    const codebtor = {
      codeudor: 'Sí',
      codeudor_nombre: 'José Pérez',
      codeudor_tipo_documento: 'cedula',
      codeudor_cedula: '8-222-333',
      codeudor_salario: '900',
      codeudor_autoriza: '1',
    };
    expect((await sendPage(browser, buyer.code, 4, codebtor)).statusCode).toBe(200);
    expect((await profile())!.values).toMatchObject({ codeudor_salario: 90_000, codeudor_autoriza: true });
    await sendPage(browser, buyer.code, 4, { ...codebtor, codeudor: 'No' });
    expect((await profile())!.values).toEqual({ codeudor: 'No', sin_deudas: false });
  });

  test('without the data consent nothing is kept; ticking it here gives it', async () => {
    const { buyer, browser, profile, staff } = await beginBankData(llave, {}, { consent: false });
    const refused = await sendPage(browser, buyer.code, 2, PAGES[2]);
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([422, ['consentimiento_datos']]);
    expect(
      fieldsOf(await sendPage(staff, buyer.code, 2, { ...PAGES[2], consentimiento_datos: '1' })),
    ).toEqual(['consentimiento_datos']);
    expect(await profile()).toBeUndefined();
    expect(
      (await sendPage(browser, buyer.code, 2, { ...PAGES[2], consentimiento_datos: '1' })).statusCode,
    ).toBe(200);
  });

  test('another buyer’s sale, a draft, a sale for cash and an ended one are refused', async () => {
    const { browser } = await beginBankData(llave);
    const other = await makeBuyer(llave, { stateId: 3 });
    expect((await sendPage(browser, other.code, 1, PAGES[1])).statusCode).toBe(404);
    expect((await sendPage(llave.browser(), other.code, 1, PAGES[1])).statusCode).toBe(401);
    for (const over of [{ paymentForm: 'contado' }, { stateId: 16 }]) {
      const one = await beginBankData(llave, over);
      expect((await sendPage(one.browser, one.buyer.code, 1, PAGES[1])).json()).toMatchObject({
        code: 'BANK_DATA_CLOSED',
      });
    }
  });

  test('a plain form without script is led to the next page', async () => {
    const { buyer, browser } = await beginBankData(llave);
    const answer = await browser.form(
      POST,
      { codigo: buyer.code, pagina: '2', ...PAGES[2] },
      { accept: 'text/html' },
    );
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `/tramites/${buyer.code}/datos-bancarios?pagina=3`,
    ]);
  });
});

describe('passing over a page', () => {
  test('only codigo and ignorar_pagina: the page at which the customer stands, with who did it', async () => {
    const { db, buyer, browser } = await beginBankData(llave);
    await sendPage(browser, buyer.code, 1, PAGES[1]);
    const answer = await browser.form(POST, { codigo: buyer.code, ignorar_pagina: '1' });
    expect(answer.json()).toMatchObject({ redirect: `/tramites/${buyer.code}/datos-bancarios?pagina=3` });
    const [row] = await db
      .select()
      .from(bankProfilePages)
      .where(and(eq(bankProfilePages.saleId, buyer.id), eq(bankProfilePages.page, 2)));
    expect(row).toMatchObject({ skippedBy: null });
    expect(row?.skippedAt).not.toBeNull();
    const [line] = await db
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.entity, 'datos_bancarios'),
          eq(auditLog.action, 'omitir'),
          eq(auditLog.entityId, String(buyer.id)),
        ),
      );
    expect(line).toMatchObject({ actorKind: 'client', data: { pagina: 2 } });
  });

  test('the page that the address asks to pass over is the one, and the summary never is', async () => {
    const { buyer, browser } = await beginBankData(llave);
    const page = await pageData(
      browser,
      bankDataPage,
      `/tramites/${buyer.code}/datos-bancarios?pagina=4&ignorar_pagina=1`,
    );
    expect(page).toMatchObject({ pagina: 4, skip: true });
    const answer = await browser.form(POST, { codigo: buyer.code, ignorar_pagina: '1' });
    expect(answer.json()).toMatchObject({ redirect: `/tramites/${buyer.code}/datos-bancarios?pagina=5` });
    expect(
      (await browser.form(POST, { codigo: buyer.code, pagina: '6', ignorar_pagina: '1' })).statusCode,
    ).toBe(422);
  });
});

test('the page shows its own values only, the first one unless asked otherwise, and another’s is not found', async () => {
  const { buyer, browser } = await beginBankData(llave);
  await sendPage(browser, buyer.code, 2, PAGES[2]);
  const address = `/tramites/${buyer.code}/datos-bancarios`;
  const first = await pageData(browser, bankDataPage, `${address}?pagina=zwei`);
  expect(first).toMatchObject({
    pagina: 1,
    closed: null,
    locked: null,
    fixed: expect.arrayContaining(['cedula']),
  });
  expect(Object.keys(first.values)).not.toContain('salario_mensual');
  const second = await pageData(browser, bankDataPage, `${address}?pagina=2`);
  expect(second.values).toMatchObject({ salario_mensual: '1,850.50', sector_trabajo: 'Privado' });
  const other = await makeBuyer(llave, { stateId: 3 });
  expect((await browser.get(`/tramites/${other.code}/datos-bancarios`)).statusCode).toBe(404);
});

describe('sending', () => {
  test('everything at once from the session storage is validated, kept, and told to the processor', async () => {
    const { db, buyer, browser, profile, processor } = await beginBankData(llave);
    const all = Object.assign({}, ...Object.values(PAGES)) as Record<string, string>;
    const answer = await sendPage(browser, buyer.code, 6, { ...all, declaracion: '1' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      success: 'Datos enviados correctamente.',
      redirect: `/clientes/mi-compra/${buyer.code}`,
    });
    expect(await profile()).toMatchObject({ timesSent: 1, sentBy: null, gaps: 0 });
    const told = await db.select().from(notices).where(eq(notices.userId, processor.id));
    expect(told.filter(({ kind }) => kind === 'datos_bancarios_enviados')).toHaveLength(1);
    const [sale] = await db.select().from(sales).where(eq(sales.id, buyer.id));
    expect(sale?.lastActionId).toBe(8);
    // The same once more sends nothing twice.
    const again = await sendPage(browser, buyer.code, 6, { ...all, declaracion: '1' });
    expect([again.statusCode, (await profile())?.timesSent]).toEqual([200, 1]);
  });

  test('what lacks is named with its page, and the declaration is needed', async () => {
    const { buyer, browser, profile } = await beginBankData(llave);
    await sendPage(browser, buyer.code, 1, PAGES[1]);
    const answer = await sendPage(browser, buyer.code, 6);
    expect(answer.statusCode).toBe(422);
    // The down payment and the years come from the project.
    expect(fieldsOf(answer)).toEqual(
      expect.arrayContaining(['empresa', 'deudas', 'codeudor', 'declaracion']),
    );
    expect(fieldsOf(answer)).not.toContain('abono');
    expect(faultsOf(answer).find(({ field }) => field === 'empresa')?.message).toMatch(
      /página 2, Empleo e ingresos/,
    );
    expect((await profile())?.sentAt).toBeNull();
  });

  test('a refused send does not make the corrected one stale', async () => {
    const { buyer, browser } = await beginBankData(llave);
    const all = Object.assign({}, ...Object.values(PAGES)) as Record<string, string>;
    const first = await sendPage(browser, buyer.code, 6, all);
    expect([first.statusCode, fieldsOf(first)]).toEqual([422, ['declaracion']]);
    const told = first.json<{ current: { version: number } }>().current.version;
    const again = await sendPage(browser, buyer.code, 6, { version: String(told) });
    // Nothing was changed by what was refused.
    expect(again.json<{ current: { version: number } }>().current.version).toBe(told);
    const sent = await sendPage(browser, buyer.code, 6, { version: String(told), declaracion: '1' });
    expect(sent.statusCode, sent.body).toBe(200);
  });

  test('a session storage older than what the server holds is told, not written over it', async () => {
    const { buyer, browser, profile } = await beginBankData(llave);
    const first = (await sendPage(browser, buyer.code, 2, PAGES[2])).json<{ request: { version: string } }>();
    await sendPage(browser, buyer.code, 2, { ...PAGES[2], empresa: 'Otra, S.A.' });
    const stale = await sendPage(browser, buyer.code, 6, {
      ...PAGES[2],
      version: first.request.version,
      declaracion: '1',
    });
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([409, 'STALE']);
    expect((await profile())?.values).toMatchObject({ empresa: 'Otra, S.A.' });
  });

  test('two at the same time lose nothing of each other', async () => {
    const { buyer, browser, profile } = await beginBankData(llave);
    await browser.get('/api/csrf');
    await sendPage(browser, buyer.code, 5, PAGES[5]);
    const answers = await Promise.all(
      [1, 2, 4].map((page) => sendPage(browser, buyer.code, page, PAGES[page])),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await profile())?.values).toMatchObject({
      distrito: 'La Chorrera',
      empresa: 'Comercial Istmo, S.A.',
      codeudor: 'No',
    });
    expect((await profile())?.version).toBe(5);
  });
});
