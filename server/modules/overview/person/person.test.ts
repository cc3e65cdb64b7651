import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#contract/overview/person/model.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { personChanges } from '#server/modules/sales/people/people.table.ts';

const llave = useApp();
let coordinator: StaffBrowser;
let adviser: StaffBrowser;

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  adviser = await signInAs(llave, 'asesor');
});

const db = () => llave.database.db;

describe('a person', () => {
  test('shows only the records in the caller’s scope, and counts the rest', async () => {
    const sale = await makeSale(db(), { adviserId: adviser.user.id });
    const other = await makeSale(db(), {});
    await db().update(sales).set({ personId: sale.personId }).where(eq(sales.id, other.id));
    const page = (await adviser.get(`/api/sale/people/${sale.personId}`)).json<{ data: Person }>().data;
    expect(page).toMatchObject({ hidden: 1, sales: [{ id: sale.id }], actions: { contact: null } });
    expect(
      (await adviser.patch(`/api/sale/people/${sale.personId}`, { celular: '6111-1111' })).statusCode,
    ).toBe(403);
    expect((await adviser.get(`/api/sale/people/${other.personId}`)).statusCode).toBe(404);
  });

  test('old telephones and emails are kept; under review name and document are fixed', async () => {
    const early = await makeSale(db(), { stateId: 2, adviserId: adviser.user.id });
    const url = `/api/sale/people/${early.personId}`;
    const { version } = (await adviser.get(url)).json<{ data: Person }>().data;
    const changed = await adviser.patch(url, { celular: '6888-0001', cedula: '8-0901-22', version });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(
      changed
        .json<{ data: Person }>()
        .data.changes.map(({ field }) => field)
        .toSorted(),
    ).toEqual(['cedula', 'celular']);
    expect((await adviser.patch(url, { email: 'a@b.test', version })).json()).toMatchObject({
      code: 'STALE',
    });
    await db().update(sales).set({ stateId: 6 }).where(eq(sales.id, early.id));
    expect((await adviser.patch(url, { email: 'a@b.test' })).json()).toMatchObject({
      errors: [{ field: 'email' }],
    });
    expect((await coordinator.patch(url, { email: 'a@b.test' })).statusCode).toBe(200);
    expect((await coordinator.patch(url, { nombre: 'Otra Persona' })).json()).toMatchObject({
      errors: [{ field: 'nombre' }],
    });
    const kept = await db().select().from(personChanges).where(eq(personChanges.personId, early.personId));
    expect(kept.map(({ userId }) => userId)).toEqual([adviser.user.id, adviser.user.id, coordinator.user.id]);
  });

  test('a document without the data consent is not stored', async () => {
    const sale = await makeSale(db(), { stateId: 1, document: null, adviserId: adviser.user.id });
    const url = `/api/sale/people/${sale.personId}`;
    expect((await adviser.patch(url, { cedula: '8-1-3' })).json()).toMatchObject({
      errors: [{ field: 'consentimiento_datos' }],
    });
    expect((await adviser.patch(url, { cedula: '8-1-3', consentimiento_datos: true })).statusCode).toBe(200);
  });
});
