import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Complaint } from '#contract/legal/complaints/endpoints.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { complaintsNight } from './complaints.jobs.ts';

const llave = useApp();
const COMPLAINTS = '/api/legal/complaints';
const one = (answer: { json<T>(): T }) => answer.json<{ data: Complaint }>().data;
const errorsIn = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;
const step = (who: StaffBrowser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${COMPLAINTS}/${id}/status`, { params: { estado_id, ...params } });
const night = () => llave.app.core.jobs.run(complaintsNight, {});

async function begin(presentado: string) {
  const lawyer = await signInAs(llave, 'abogado');
  const sale = await makeSale(llave.database.db, { stateId: 10, lawyerId: lawyer.user.id });
  const made = await lawyer.post(COMPLAINTS, {
    venta: sale.code,
    tipo: 'aumento',
    presentado,
    detalle: 'Subieron el precio sin adenda.',
  });
  expect(made.statusCode, made.body).toBe(201);
  return { lawyer, sale, complaint: one(made) };
}

test('its clocks are working days, and the extension adds five', async () => {
  const { lawyer, complaint } = await begin('2026-11-02');
  expect(complaint).toMatchObject({ state: { id: 1 }, due_on: '2026-11-19' });
  expect(errorsIn(await step(lawyer, complaint.id, 2, { fecha: '2026-11-01' }))[0]!.field).toBe(
    'params[fecha]',
  );
  const asked = one(await step(lawyer, complaint.id, 2, { fecha: '2026-11-19' }));
  expect(asked).toMatchObject({ due_on: '2026-12-11', asked_on: '2026-11-19' });
  const extended = one(await step(lawyer, complaint.id, 3));
  expect(extended.due_on).toBe('2026-12-18');
  const answered = one(await step(lawyer, complaint.id, 4));
  expect(answered).toMatchObject({ due_on: null, answered_on: '2026-11-21' });
  expect(errorsIn(await step(lawyer, complaint.id, 5))[0]!.field).toBe('params[motivo]');
  expect(one(await step(lawyer, complaint.id, 5, { motivo: 'Resolución 12' }))).toMatchObject({
    state: { name: 'Sustentado' },
    resolved_on: '2026-11-21',
    transitions: [],
  });
});

test('what is not answered in time counts as not supported; the lawyer hears it before', async () => {
  const { db } = llave.database;
  const { lawyer, complaint } = await begin('2026-11-02');
  await step(lawyer, complaint.id, 2, { fecha: '2026-11-19' });
  const told = () =>
    db.$count(notices, and(eq(notices.userId, lawyer.user.id), eq(notices.kind, 'reclamo_plazo')));
  await night();
  expect(await told()).toBe(0);
  // 6 December 2026: four working days are left, because the 8th is a holiday.
  llave.clock.advance(15 * 86_400);
  await night();
  await night();
  expect(await told()).toBe(1);
  llave.clock.advance(6 * 86_400);
  const late = await step(lawyer, complaint.id, 4, { fecha: '2026-12-12' });
  expect(errorsIn(late)[0]!.message).toContain('no sustentado');
  await night();
  expect(one(await lawyer.get(`${COMPLAINTS}/${complaint.id}`)).state).toEqual({
    id: 7,
    name: 'No sustentado',
  });
  expect(await told()).toBe(2);
  expect(one(await step(lawyer, complaint.id, 6, { motivo: 'Resolución 40' })).state.id).toBe(6);
});

test('of ten answers at once one counts; who may not write is refused', async () => {
  const { lawyer, complaint, sale } = await begin('2026-11-02');
  await step(lawyer, complaint.id, 2);
  const answers = await Promise.all(Array.from({ length: 10 }, () => step(lawyer, complaint.id, 4)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const accounting = await signInAs(llave, 'contabilidad');
  expect((await step(accounting, complaint.id, 5, { motivo: 'x' })).statusCode).toBe(403);
  const processor = await signInAs(llave, 'procesador');
  expect((await processor.get(`${COMPLAINTS}/${complaint.id}`)).statusCode).toBe(404);
  const unknown = await lawyer.post(COMPLAINTS, {
    venta: 'PC-1999-00001',
    tipo: 'otro',
    presentado: '2026-11-02',
    detalle: 'Algo',
  });
  expect(errorsIn(unknown)).toEqual([{ field: 'venta', message: 'No hay una venta con ese código.' }]);
  expect(sale.code).not.toBeNull();
});
