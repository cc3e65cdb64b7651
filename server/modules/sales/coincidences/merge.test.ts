import fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#contract/overview/person/model.ts';
import { rows } from '#server/kernel/db.ts';
import { comments } from '#server/modules/company/comments/comments.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { personMerges } from './coincidences.table.ts';
import { MOVED, NOT_MOVED } from './references.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { START, useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeSale } from '#test/factories.ts';
import { fileOf, makePdf } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { twinsOf } from '#test/twins.ts';

const llave = useApp();
const URL = '/api/sale/coincidences';
let coordinator: StaffBrowser;
let adviser: StaffBrowser;
const { compare, person, pairOf, twins } = twinsOf(llave);
let chains = 0;

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  adviser = await signInAs(llave, 'asesor');
});

const db = () => llave.database.db;

/** All references to people, and the people themselves without their version. */
async function picture() {
  const lines: unknown[] = [];
  for (const { table, column, key, only } of MOVED.filter((one) => one.table !== 'person_changes'))
    lines.push([
      table,
      await rows(
        db(),
        sql`select ${sql.identifier(key)} k, ${sql.identifier(column)} p from ${sql.identifier(table)}
          where ${only ? sql.raw(only) : sql`true`} order by 1`,
      ),
    ]);
  lines.push(
    await rows(
      db(),
      sql`select id, name, document_type, document_number, document_key, phone, email, merged_into_id from people order by id`,
    ),
    await rows(db(), sql`select left_id, right_id, state, link, reason from coincidences order by 1, 2`),
    await rows(db(), sql`select ref, words from search_entries where kind in (1, 2) order by kind, ref`),
  );
  return lines;
}

async function merge(pair: { id: number; version: number }, body: object) {
  return coordinator.post(`${URL}/${pair.id}/merge`, { version: pair.version, ...body });
}
const undo = (mergeId: number, browser: StaffBrowser = coordinator) =>
  browser.post(`/api/sale/people/merges/${mergeId}/undo`);

describe('merging two people', () => {
  test('covers every foreign key to people', async () => {
    const keys = await rows<{ name: string }>(
      db(),
      sql`select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'people'::regclass`,
    );
    const known = [...MOVED.map(({ table, column }) => `${table}.${column}`), ...Object.keys(NOT_MOVED)];
    expect(keys.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.keys(NOT_MOVED).filter((name) => !keys.some((key) => key.name === name))).toEqual([]);
  });

  test('moves the references, takes each field from the chosen side, and can be undone exactly', async () => {
    const sale = await makeSale(db(), {
      stateId: 2,
      name: 'Marta Ruiz',
      phone: '+50765550001',
      email: null,
      document: '8-55-1',
    });
    const other = await makeSale(db(), {
      stateId: 2,
      name: 'Marta Ruíz De León',
      phone: '+50765550001',
      email: 'marta@x.test',
      document: null,
    });
    await db().insert(comments).values({
      reference: 'persona',
      referenceId: other.personId,
      userId: coordinator.user.id,
      body: 'Llamar de tarde',
      createdAt: START,
    });
    const third = await person({ phone: '+50765550001' });
    await compare();
    const before = await picture();
    const pair = (await pairOf(sale.personId, other.personId))!;
    const answer = await merge(pair, {
      queda_id: sale.personId,
      campos: { nombre: 'derecha', email: 'derecha' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { merge_id } = answer.json<{ data: { merge_id: number } }>().data;

    const page = (await coordinator.get(`/api/sale/people/${sale.personId}`)).json<{ data: Person }>().data;
    expect(page).toMatchObject({
      identity: { nombre: 'Marta Ruíz De León', email: 'marta@x.test', cedula: '8-55-1' },
      merges: [{ id: merge_id, undo: { disabled: null }, moved: 2 }],
    });
    expect(page.sales.map(({ id }) => id).toSorted()).toEqual([sale.id, other.id].toSorted());
    expect(page.changes.map(({ field, before: was }) => [field, was])).toEqual([['nombre', 'Marta Ruiz']]);
    expect((await coordinator.get(`/api/sale/people/${other.personId}`)).statusCode).toBe(404);
    expect(
      (await coordinator.get(`/api/sale/precontracts?q=de+leon`)).json<{ data: { id: number }[] }>().data,
    ).toHaveLength(2);
    expect(await pairOf(other.personId, third)).toBeUndefined();

    expect((await undo(merge_id)).statusCode).toBe(200);
    expect(await picture()).toEqual(before);
    expect((await undo(merge_id)).json()).toMatchObject({
      code: 'CANNOT_UNDO',
      message: 'Esta fusión ya se deshizo.',
    });
  });

  test('moves the person’s attachments; one removed since then does not block the undo', async () => {
    const { a, b, pair } = await twins();
    const attach = async () =>
      (await coordinator.form(`/api/files/${b}/persona`, { archivo: fileOf(makePdf(), 'poder.pdf') })).json<{
        data: { id: string };
      }>().data.id;
    const [kept, removed] = [await attach(), await attach()];
    const merged = await merge(pair, { queda_id: a });
    const held = async (id: number) =>
      (await coordinator.get(`/api/files/${id}/persona`))
        .json<{ data: { id: string }[] }>()
        .data.map((one) => one.id);
    expect((await held(a)).toSorted()).toEqual([kept, removed].toSorted());
    const url = `/api/files/${a}/persona/${removed}`;
    expect((await coordinator.send({ method: 'DELETE', url })).statusCode).toBe(200);
    expect((await undo(merged.json<{ data: { merge_id: number } }>().data.merge_id)).statusCode).toBe(200);
    expect(await held(b)).toEqual([kept]);
  });

  test('cannot be undone when data would be lost; the response says why', async () => {
    const { a, b, pair } = await twins();
    const c = await person({ phone: (await db().select().from(people).where(eq(people.id, a)))[0]!.phone });
    await compare();
    const first = (await merge(pair, { queda_id: a })).json<{ data: { merge_id: number } }>().data.merge_id;
    const second = (await merge((await pairOf(a, c))!, { queda_id: c })).json<{
      data: { merge_id: number };
    }>().data.merge_id;
    expect((await undo(first)).json<{ message: string }>().message).toMatch(
      /^Después se fusionó con .+: deshaz primero/,
    );
    await coordinator.patch(`/api/sale/people/${c}`, { celular: '6555-0009' });
    expect((await undo(second)).json<{ message: string }>().message).toMatch(/cambiaron después/);
    const [phone] = await db().select({ phone: people.phone }).from(people).where(eq(people.id, a));
    await coordinator.patch(`/api/sale/people/${c}`, { celular: phone!.phone });
    expect((await undo(second)).statusCode).toBe(200);
    expect((await undo(first)).statusCode).toBe(200);
    expect((await coordinator.get(`/api/sale/people/${b}`)).statusCode).toBe(200);
  });

  test('is refused for the person of an unsent web form', async () => {
    const sale = await makeSale(db(), { stateId: 1, phone: '+50766660001', startedBy: crypto.randomUUID() });
    const other = await makeSale(db(), { phone: '+50766660001' });
    await compare();
    const pair = (await pairOf(sale.personId, other.personId))!;
    expect((await merge(pair, { queda_id: other.personId })).json()).toMatchObject({
      code: 'CANNOT_MERGE',
      message: expect.stringContaining('formulario en línea sin enviar'),
    });
  });

  test('with a sale under review needs an approver', async () => {
    const one = await makeSale(db(), { stateId: 2, adviserId: adviser.user.id, phone: '+50767770001' });
    const two = await makeSale(db(), { stateId: 6, adviserId: adviser.user.id, phone: '+50767770001' });
    await compare();
    const pair = (await pairOf(one.personId, two.personId))!;
    const body = { queda_id: one.personId, version: pair.version };
    expect((await adviser.post(`${URL}/${pair.id}/merge`, body)).json()).toMatchObject({
      code: 'CANNOT_MERGE',
    });
    await db().update(sales).set({ stateId: 2 }).where(eq(sales.id, two.id));
    expect((await adviser.post(`${URL}/${pair.id}/merge`, body)).statusCode).toBe(200);
  });

  test('succeeds once when many try at the same time; crossed merges do not deadlock', async () => {
    const { a, b, pair } = await twins();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => merge(pair, { queda_id: at % 2 ? a : b })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const { statusCode } of answers) expect([200, 404, 409, 422]).toContain(statusCode);
    expect(await db().select().from(personMerges).where(eq(personMerges.survivorId, a))).toHaveLength(
      answers[1]!.statusCode === 200 || answers.findIndex(({ statusCode }) => statusCode === 200) % 2 ? 1 : 0,
    );
  });

  test('does not overwrite a telephone corrected at the same moment', async () => {
    for (let at = 0; at < 12; at += 1) {
      const { a, pair } = await twins();
      const celular = `6888-${String(at).padStart(4, '0')}`;
      const [merged, corrected] = await Promise.all([
        merge(pair, { queda_id: a }),
        coordinator.patch(`/api/sale/people/${a}`, { celular }),
      ]);
      expect([merged.statusCode, corrected.statusCode]).toEqual([200, 200]);
      const [kept] = await db().select().from(people).where(eq(people.id, a));
      expect(kept?.phone).toBe(`+507${celular.replace('-', '')}`);
    }
  });

  test('accepts only a person of the pair as the remaining one', async () => {
    const { pair } = await twins();
    const stranger = await person();
    expect((await merge(pair, { queda_id: stranger })).json()).toMatchObject({
      errors: [{ field: 'queda_id' }],
    });
  });

  test('any chain of merges, undone in reverse, restores everything', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ pick: fc.nat(), keepLeft: fc.boolean(), right: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (steps) => {
          const phone = `+5072${String((chains += 1)).padStart(6, '0')}`;
          for (let at = 0; at < 4; at += 1) {
            const sale = await makeSale(db(), { phone, stateId: 3 });
            if (at % 2)
              await db()
                .update(people)
                .set({ documentType: null, documentNumber: null, documentKey: null })
                .where(eq(people.id, sale.personId));
          }
          await compare();
          const before = await picture();
          const done: number[] = [];
          for (const { pick, keepLeft, right } of steps) {
            const open = await rows<{ id: number; version: number; l: number; r: number }>(
              db(),
              sql`select c.id, c.version, left_id l, right_id r from coincidences c join people p on p.id = left_id
                join people q on q.id = right_id where state = 'pendiente' and p.phone = ${phone} and q.phone = ${phone}
                and p.merged_into_id is null and q.merged_into_id is null order by c.id`,
            );
            const pair = open[pick % Math.max(1, open.length)];
            if (!pair) break;
            const answer = await merge(pair, {
              queda_id: keepLeft ? pair.l : pair.r,
              campos: right ? { nombre: 'derecha', documento: 'derecha' } : { email: 'izquierda' },
            });
            expect(answer.statusCode, answer.body).toBe(200);
            done.push(answer.json<{ data: { merge_id: number } }>().data.merge_id);
          }
          for (const id of done.toReversed()) expect((await undo(id)).statusCode).toBe(200);
          expect(await picture()).toEqual(before);
        },
      ),
      { numRuns: deep(8, 80) },
    );
  });
});
