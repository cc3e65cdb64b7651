import { eq } from 'drizzle-orm';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { listPromises } from '#contract/legal/promises/endpoints.ts';
import type { SalePromises } from '#contract/legal/promises/model.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { makeUser } from '#test/factories.ts';
import { makePromisable } from '#test/legal.ts';
import { pdfWords } from '#test/papers.ts';
import { signInAs, signInUser } from '#test/signIn.ts';
import { usePromises, type Promised } from '#test/promises.ts';
import { houseFiles } from '#server/modules/legal/houseFile/houseFile.table.ts';
import { promises } from './promises.table.ts';

const { llave, db, at, one, generate, read, move, rewrite, promised } = usePromises();

describe('generating', () => {
  test('freezes the sale’s data, gives the sale a lawyer, and the document has clauses, summary, plan and numbered pages', async () => {
    const { sale, lot, promise } = await promised();
    expect(promise).toMatchObject({
      state: { id: PROMISE.draft },
      round: 1,
      turn: 'legal',
      price_centavos: 8_500_000,
      delivery_on: '2027-06-30',
      mother_finca: '30123456',
      missing: [],
      changed: [],
      deviates: false,
      frozen: {
        sale: { code: sale.code },
        house: { lot: lot.name },
        money: { penalty_percent: 10, adjust_percent: 0 },
      },
    });
    expect(promise.code).toMatch(/^PR-2026-\d{5}$/);
    expect(promise.lawyer).not.toBeNull();
    const answer = await at.lawyer.get(`${one(promise.id)}/documento.pdf`);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    const words = await pdfWords(answer.rawPayload);
    for (const part of [
      /En pocas palabras/,
      /PRIMERA/,
      /30123456/,
      /USD.85,000.00/,
      /10%/,
      /30 de junio de 2027/,
      /plano del lote/,
    ])
      expect(words).toMatch(part);
    const pages = (await PDFDocument.load(answer.rawPayload)).getPageCount();
    expect(words).toMatch(new RegExp(`Página ${pages} de ${pages}`));
  });

  test('only with a complete file or a letter, a lot and an approved template; once per sale, also in a race', async () => {
    const early = await makePromisable(llave, { stateId: SALE.inBank });
    expect((await generate(early.sale.id)).json()).toMatchObject({
      code: 'TRANSITION',
      errors: [{ message: expect.stringMatching(/expediente completo o con la carta promesa/) }],
    });
    const { sale } = await makePromisable(llave);
    const coordinator = await signInAs(llave, 'coordinador');
    expect((await generate(sale.id, {}, coordinator)).statusCode).toBe(403);
    expect((await generate(sale.id, { entrega: '2020-01-01' })).json()).toMatchObject({
      errors: [{ field: 'entrega' }],
    });
    const answers = await Promise.all([
      generate(sale.id),
      generate(sale.id, {}, at.other),
      generate(sale.id),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(await db().$count(promises, eq(promises.saleId, sale.id))).toBe(1);
  });

  test('an outside lawyer sees the promises of their own sales alone; a processor those of theirs', async () => {
    const outside = await makeUser(db(), { roles: ['abogado'] });
    await db().execute(`update users set user_type_id = 4 where id = ${outside.id}`);
    const mine = await promised({ lawyerId: outside.id });
    const { promise } = await promised({ lawyerId: at.lawyer.user.id });
    const browser = await signInUser(llave, outside);
    const list = (await browser.get('/api/legal/promises')).json<Answer<typeof listPromises>>();
    expect(list.data.map(({ id }) => id)).toEqual([mine.promise.id]);
    expect((await browser.get(one(promise.id))).statusCode).toBe(404);
    expect((await browser.get(`${one(promise.id)}/documento.pdf`)).statusCode).toBe(404);
    expect((await move(promise.id, PROMISE.voided, 'No es mía', browser)).statusCode).toBe(404);
    const processor = await signInAs(llave, 'procesador');
    expect((await processor.get(one(promise.id))).statusCode).toBe(404);
  });
});

describe('a text outside the template', () => {
  test('blocks sending until another person approves it; a later change asks again', async () => {
    const { promise } = await promised();
    const changed = promise.clauses.map((clause, place) =>
      place === 2
        ? {
            ...clause,
            body: {
              type: 'doc',
              content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Otro precio.' }] }],
            },
          }
        : clause,
    );
    expect((await move(promise.id, PROMISE.inReview)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/es el de la plantilla aprobada/) }],
    });
    const written = (await rewrite(promise, changed)).json<{ data: Promised }>().data;
    expect(written.deviates).toBe(true);
    expect((await move(promise.id, PROMISE.signing)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/no es el de la plantilla aprobada/) }],
    });
    expect((await move(promise.id, PROMISE.inReview)).statusCode).toBe(200);
    expect((await rewrite(await read(promise.id), changed)).json()).toMatchObject({ code: 'NOT_DRAFT' });
    expect((await move(promise.id, PROMISE.approved)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/lo aprueba otra persona/) }],
    });
    expect((await move(promise.id, PROMISE.approved, undefined, at.other)).statusCode).toBe(200);
    const approved = await read(promise.id);
    expect(approved.approval?.by).toBe(at.other.user.name);
    // One more word by somebody, and the approval falls.
    const again = (await rewrite(approved, changed.slice(0, -1))).json<{ data: Promised }>().data;
    expect(again).toMatchObject({ state: { id: PROMISE.draft }, approval: null });
    // The very text of the template needs nobody.
    const back = (await rewrite(again, promise.clauses)).json<{ data: Promised }>().data;
    expect(back.deviates).toBe(false);
    expect((await move(promise.id, PROMISE.signing)).statusCode).toBe(200);
  });

  test('an unknown field or an empty clause is refused at its clause, and a stale save too', async () => {
    const { promise } = await promised();
    const bad = [
      { key: 'x', title: 'Mala', when: 'siempre', body: { type: 'doc', content: [{ type: 'paragraph' }] } },
    ];
    expect((await rewrite(promise, bad)).json()).toMatchObject({ errors: [{ field: 'clausulas[0][body]' }] });
    expect((await rewrite({ ...promise, version: 99 }, promise.clauses)).json()).toMatchObject({
      code: 'STALE',
    });
  });
});

test('the list filters by state, turn, project and code, and exports', async () => {
  const { promise, sale } = await promised({ lawyerId: at.lawyer.user.id });
  const ids = async (query: string) =>
    (await at.lawyer.get(`/api/legal/promises?${query}`))
      .json<Answer<typeof listPromises>>()
      .data.map(({ id }) => id);
  expect(await ids(`q=${promise.code}`)).toEqual([promise.id]);
  expect(await ids(`proyecto_id=${sale.projectId}`)).toEqual([promise.id]);
  expect(await ids('turno=mio')).toContain(promise.id);
  expect(await ids(`turno=firmantes&venta_id=${sale.id}`)).toEqual([]);
  expect(await ids(`estado_id=1&estado_id=2&abogado_id=${at.lawyer.user.id}`)).toContain(promise.id);
  expect(await ids(`q=${encodeURIComponent("%' or 1=1")}`)).toEqual([]);
  const excel = await at.lawyer.get('/api/legal/promises/exportar?formato=xlsx');
  expect(excel.statusCode).toBe(200);
});

test('finca and location code come from the legal file of the house, and the page says where they differ', async () => {
  const { sale, lot } = await makePromisable(llave);
  await db().insert(houseFiles).values({
    lotId: lot.id,
    motherFinca: '30999111',
    locationCode: '8712',
    updatedAt: llave.clock.now(),
    createdAt: llave.clock.now(),
  });
  const { suggested } = (await at.lawyer.get(`/api/sale/precontracts/${sale.id}/promises`)).json<{
    data: SalePromises;
  }>().data;
  expect(suggested).toMatchObject({ finca_madre: '30999111', codigo_ubicacion: '8712' });
  const made = (await generate(sale.id)).json<{ data: Promised }>().data;
  expect(made.house_differs).toMatch(
    /finca madre 30999111, y aquí dice 30123456; código de ubicación 8712, y aquí dice 8001/,
  );
  expect((await promised()).promise.house_differs).toBeNull();
});
