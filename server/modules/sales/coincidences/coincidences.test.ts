import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Coincidence, CoincidenceRow } from '#contract/sales/coincidences/model.ts';
import type { Person } from '#contract/overview/person/model.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { prospects } from '#server/modules/sales/prospects/prospects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleFamily } from '#server/modules/sales/precontracts/precontracts.table.ts';
import { START, useApp } from '#test/app.ts';
import { makeLot, makeProject, makeSale } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { twinsOf } from '#test/twins.ts';
import { sweepCoincidences } from './coincidences.jobs.ts';

const llave = useApp();
const URL = '/api/sale/coincidences';
let coordinator: StaffBrowser;
let adviser: StaffBrowser;
const { compare, person, pairOf, twins } = twinsOf(llave);

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  adviser = await signInAs(llave, 'asesor');
});

const db = () => llave.database.db;

describe('finding pairs', () => {
  test('by document, telephone and email: each pair once, with its score and reasons', async () => {
    const a = await person({
      name: 'Rosa Elena Batista',
      documentType: 'cedula',
      documentKey: '8-1-2',
      phone: '+50761110001',
    });
    const b = await person({
      name: 'Rosa E. Batista',
      documentType: 'cedula',
      documentKey: '8-1-2',
      phone: '+50761110001',
      email: 'r@x.test',
    });
    const c = await person({ name: 'Otro Nombre', email: 'R@X.TEST' });
    await compare();
    await compare();
    expect(await pairOf(a, b)).toMatchObject({
      score: 100,
      reasons: expect.arrayContaining(['documento', 'celular', 'nombre']),
    });
    expect(await pairOf(b, c)).toMatchObject({ score: 30, reasons: ['correo'] });
    expect(await pairOf(a, c)).toBeUndefined();
  });

  test('by a similar name, unless the documents differ', async () => {
    const a = await person({ name: 'Yamileth Del Carmen Ábrego' });
    const b = await person({
      name: 'Yamileth del Cármen Abrego R.',
      documentType: 'cedula',
      documentKey: '9-9-9',
    });
    const c = await person({
      name: 'Yamileth del Carmen Abrego',
      documentType: 'cedula',
      documentKey: '9-9-8',
    });
    await compare();
    expect((await pairOf(a, b))?.reasons).toEqual(['nombre']);
    expect((await pairOf(a, c))?.reasons).toEqual(['nombre']);
    expect(await pairOf(b, c)).toBeUndefined();
  });

  test('by a relative’s document, in both directions, and by a shared relative', async () => {
    const sale = await makeSale(db(), { document: '4-100-1' });
    const other = await makeSale(db(), { document: '4-100-2', name: 'Zulay Quirós' });
    const relative = await person({ documentType: 'cedula', documentKey: '4-100-3' });
    await db()
      .insert(saleFamily)
      .values(
        [sale, other].map(({ id }) => ({
          saleId: id,
          position: 1,
          name: 'Hija',
          documentNumber: '4-100-3',
          documentKey: '4-100-3',
          relationshipId: 3,
        })),
      );
    await compare();
    expect((await pairOf(sale.personId, relative))?.reasons).toEqual(['familiar']);
    expect((await pairOf(sale.personId, other.personId))?.reasons).toEqual(['familiar']);
  });

  test('by a lot that both claimed within a month', async () => {
    const project = await makeProject(db());
    const lot = await makeLot(db(), { projectId: project.id });
    const first = await makeSale(db(), {
      projectId: project.id,
      lotId: lot.id,
      claim: { releasedAt: START, releaseReason: 'Venció' },
    });
    const second = await makeSale(db(), { projectId: project.id, lotId: lot.id, name: 'Iván Tejada' });
    await db().execute(sql`insert into people_to_compare values (${first.personId}) on conflict do nothing`);
    await compare();
    expect((await pairOf(first.personId, second.personId))?.reasons).toEqual(['lote']);
  });

  test('a corrected telephone removes an undecided pair; a decided one stays', async () => {
    const { a, b, pair } = await twins();
    const decided = await twins();
    await coordinator.post(`${URL}/${decided.pair.id}/ignore`, { motivo: 'Son hermanos', version: 1 });
    await db().update(people).set({ phone: '+50762220001' }).where(eq(people.id, a));
    await db().update(people).set({ phone: '+50762220002' }).where(eq(people.id, decided.a));
    await compare();
    expect(pair.state).toBe('pendiente');
    expect(await pairOf(a, b)).toBeUndefined();
    expect(await pairOf(decided.a, decided.b)).toMatchObject({ state: 'ignorada', reason: 'Son hermanos' });
  });

  test('a telephone of many people does not count', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 22; at += 1) ids.push(await person({ phone: '+50760000000' }));
    await compare();
    expect(await pairOf(ids[0]!, ids[1]!)).toBeUndefined();
  });

  test('the nightly job finds people written with triggers off', async () => {
    const a = await person({ phone: '+50763330001' });
    const b = await person({ phone: '+50763330001' });
    await db().execute(sql`delete from people_to_compare`);
    await llave.app.core.jobs.run(sweepCoincidences, {});
    expect(await pairOf(a, b)).toMatchObject({
      score: expect.any(Number),
      reasons: expect.arrayContaining(['celular']),
    });
  });

  test('a coordinator is notified once of a likely pair', async () => {
    const { pair } = await twins(
      { documentType: 'cedula', documentKey: '7-7-71' },
      { documentType: 'cedula', documentKey: '7-7-71' },
    );
    await compare();
    const told = await db()
      .select()
      .from(notices)
      .where(and(eq(notices.userId, coordinator.user.id), eq(notices.event, `coincidencia:${pair.id}`)));
    expect(told.map(({ url }) => url)).toEqual([`/oficina/coincidencias/${pair.id}`]);
  });
});

describe('the list of pairs', () => {
  test('a pair is visible to a user who may see both people: masked in the list, in full on its page', async () => {
    const mine = await makeSale(db(), {
      adviserId: adviser.user.id,
      phone: '+50764440001',
      email: 'uno@x.test',
    });
    const theirs = await makeSale(db(), { phone: '+50764440001' });
    await compare();
    const pair = (await pairOf(mine.personId, theirs.personId))!;
    expect((await adviser.get(`${URL}/${pair.id}`)).statusCode).toBe(404);
    const list = async (browser: StaffBrowser, query = '') =>
      (await browser.get(`${URL}?per_page=200${query}`)).json<{ data: CoincidenceRow[] }>().data;
    expect(await list(adviser)).toEqual([]);
    const found = (await list(coordinator, `&persona_id=${mine.personId}`))[0]!;
    expect(found).toMatchObject({ id: pair.id, left: { celular: '+507 6***-**01', email: 'u***@x.test' } });
    const whole = (await coordinator.get(`${URL}/${pair.id}`)).json<{ data: Coincidence }>().data;
    expect(whole).toMatchObject({
      left: { celular: '+50764440001' },
      actions: { merge: { disabled: null } },
    });
    await db().update(sales).set({ adviserId: adviser.user.id }).where(eq(sales.id, theirs.id));
    expect((await list(adviser)).map(({ id }) => id)).toEqual([pair.id]);
    expect(await list(coordinator, '&motivo=lote&estado=ignorada')).toEqual([]);
  });

  test('a user with access to only some of a person’s records cannot decide', async () => {
    const { a, b, pair } = await twins();
    const project = await makeProject(db());
    const prospect = (personId: number, adviserId: number) => ({
      personId,
      projectId: project.id,
      stageId: 1,
      stageSince: START,
      lastActionAt: START,
      answeredAt: START,
      adviserId,
      createdAt: START,
    });
    await db()
      .insert(prospects)
      .values([prospect(a, adviser.user.id), prospect(b, adviser.user.id), prospect(b, coordinator.user.id)]);
    const seen = (await adviser.get(`${URL}/${pair.id}`)).json<{ data: Coincidence }>().data;
    expect(seen.actions).toEqual({ merge: null, link: null, ignore: null, undo: null });
    const body = { queda_id: a, version: 1 };
    expect((await adviser.post(`${URL}/${pair.id}/merge`, body)).statusCode).toBe(403);
    expect((await adviser.post(`${URL}/${pair.id}/ignore`, { motivo: 'x', version: 1 })).statusCode).toBe(
      403,
    );
    const auditor = await signInAs(llave, 'auditor');
    expect((await auditor.post(`${URL}/${pair.id}/merge`, body)).statusCode).toBe(403);
  });

  test('a link or an ignore is decided once, stored, and can be undone', async () => {
    const { a, b, pair } = await twins();
    const post = (what: string, body: object) => coordinator.post(`${URL}/${pair.id}/${what}`, body);
    expect((await post('link', { vinculo: 'familiar', version: 1 })).json()).toMatchObject({
      errors: [{ field: 'parentesco_id' }],
    });
    expect((await post('link', { vinculo: 'codeudor', version: 9 })).json()).toMatchObject({ code: 'STALE' });
    expect((await post('link', { vinculo: 'familiar', parentesco_id: 7, version: 1 })).json()).toMatchObject({
      data: { state: 'vinculada', link: 'familiar', relationship: { name: 'Hermano(a)' } },
    });
    expect((await post('ignore', { motivo: 'x', version: 2 })).statusCode).toBe(422);
    const page = (await coordinator.get(`/api/sale/people/${a}`)).json<{ data: Person }>().data;
    expect(page.linked).toMatchObject([{ person: { id: b }, relationship: 'Hermano(a)' }]);
    expect((await post('reopen', { version: 2 })).json()).toMatchObject({
      data: { state: 'pendiente', link: null },
    });
  });
});
