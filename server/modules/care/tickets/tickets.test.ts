import { expect, test } from 'vitest';
import { and, eq } from 'drizzle-orm';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { makeDeliverable } from '#test/handovers.ts';
import { useApp } from '#test/app.ts';
import { makeHouse, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { closeSolved, watchDeadlines } from './tickets.jobs.ts';
import { departmentMembers } from './tickets.table.ts';

const llave = useApp();
const TICKETS = '/api/ticket/tickets';
const one = (answer: { json<T>(): T }) => answer.json<{ data: Ticket }>().data;
const errorsIn = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;
const step = (who: StaffBrowser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${TICKETS}/${id}/status`, { params: { estado_id, ...params } });
const run = (job: Parameters<typeof llave.app.core.jobs.run>[0]) => llave.app.core.jobs.run(job, {});

let next = 100;
/** A department of its own with two people; its id is free in the list's rows. */
async function team(departmentId: number) {
  const { db } = llave.database;
  await db.delete(departmentMembers).where(eq(departmentMembers.departmentId, departmentId));
  const [head, other] = [
    await makeUser(db, { roles: ['inspector'] }),
    await makeUser(db, { roles: ['inspector'] }),
  ];
  await db.insert(departmentMembers).values([
    { departmentId, userId: head.id, head: true },
    { departmentId, userId: other.id },
  ]);
  return { head: await signInUser(llave, head), other: await signInUser(llave, other) };
}
const open = async (who: StaffBrowser, over: Record<string, string> = {}) => {
  next += 1;
  const fields = {
    titulo: `Gotea el techo ${next}`,
    departamento_id: '9',
    categoria_id: '7',
    prioridad_id: '4',
    ...over,
  };
  return who.form(TICKETS, fields);
};

test('opens, is assigned by load, moves by its machine, pauses, and is reopened', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const { db } = llave.database;
  const { head, other } = await team(9);
  const boss = await signInAs(llave, 'postventa');
  const place = await makeHouse(db);
  const made = await open(boss, { vivienda_id: String(place.id) });
  expect(made.statusCode, made.body).toBe(201);
  const ticket = one(made);
  expect(ticket).toMatchObject({
    state: { id: 2 },
    assignee: { id: head.user.id },
    turn: 'empresa',
    // Urgente: 4 hours to answer, 18 to solve.
    answer_due: '2026-11-23T19:00:00.000Z',
    solve_due: '2026-11-25T15:00:00.000Z',
  });
  expect(ticket.code).toMatch(/^TK-2026-\d{5}$/);
  expect(one(await open(boss, { vivienda_id: String(place.id) })).assignee!.id).toBe(other.user.id);

  expect((await step(other, ticket.id, 3)).statusCode).toBe(404);
  expect(one(await step(head, ticket.id, 3)).answered_at).not.toBeNull();
  const waits = one(await step(head, ticket.id, 4));
  expect(waits).toMatchObject({ paused: true, due: null, turn: 'cliente' });
  llave.clock.advance(3 * 3600);
  const goes = one(await step(head, ticket.id, 3));
  expect(goes).toMatchObject({ paused_minutes: 180, solve_due: '2026-11-25T18:00:00.000Z' });
  expect(errorsIn(await step(head, ticket.id, 6))[0]!.field).toBe('params[motivo]');
  expect(errorsIn(await step(head, ticket.id, 7))[0]!.field).toBe('estado');
  await step(head, ticket.id, 6, { motivo: 'Se selló la cumbrera.' });
  await run(closeSolved);
  llave.clock.advance(72 * 3600);
  await run(closeSolved);
  expect(one(await head.get(`${TICKETS}/${ticket.id}`)).state.id).toBe(7);
  const again = one(await step(head, ticket.id, 8, { motivo: 'Volvió a gotear.' }));
  expect(again).toMatchObject({ state: { id: 8 }, reopened: 1, answered_at: null });
});

test('tells assignee and head at 80 % and when late, and nobody at night; a merged ticket never escalates', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const { db } = llave.database;
  const { head, other } = await team(6);
  const boss = await signInAs(llave, 'postventa');
  const [sale, neighbour] = [await makeSale(db, { stateId: 14 }), await makeSale(db, { stateId: 14 })];
  const first = one(
    await open(boss, { departamento_id: '6', venta: sale.code!, asignado_id: String(other.user.id) }),
  );
  const second = one(
    await open(boss, { departamento_id: '6', venta: neighbour.code!, asignado_id: String(other.user.id) }),
  );
  const merged = await boss.post(`${TICKETS}/${second.id}/merge`, { en: first.code });
  expect(one(merged), merged.body).toMatchObject({ merged_into: { id: first.id }, due: null });
  const told = (who: StaffBrowser) =>
    db.$count(notices, and(eq(notices.userId, who.user.id), eq(notices.kind, 'ticket_plazo')));
  await run(watchDeadlines);
  expect(await told(other)).toBe(0);
  // 80 % of four hours: 3 h 12 min.
  llave.clock.advance(3 * 3600 + 13 * 60);
  await run(watchDeadlines);
  await run(watchDeadlines);
  expect([await told(other), await told(head)]).toEqual([1, 1]);
  // Past the deadline, but the office is closed.
  llave.clock.set(new Date('2026-11-24T03:00:00Z'));
  await run(watchDeadlines);
  expect(await told(other)).toBe(1);
  llave.clock.set(new Date('2026-11-24T13:05:00Z'));
  await run(watchDeadlines);
  expect([await told(other), await told(head)]).toEqual([2, 2]);
  // A message of the main one reaches the other customer only when somebody says so.
  await other.form(`${TICKETS}/${first.id}/messages`, { texto: 'Vamos el jueves.' });
  expect(one(await boss.get(`${TICKETS}/${second.id}`)).messages).toHaveLength(0);
  await other.form(`${TICKETS}/${first.id}/messages`, {
    texto: 'El jueves llega el plomero.',
    a_todos: 'true',
  });
  const neighbours = one(await boss.get(`${TICKETS}/${second.id}`));
  expect(neighbours.messages.map(({ text }) => text)).toEqual(['El jueves llega el plomero.']);
  await step(other, first.id, 3);
  expect(one(await boss.get(`${TICKETS}/${second.id}`)).state.id).toBe(3);
  const apart = one(await boss.post(`${TICKETS}/${second.id}/separate`));
  expect(apart).toMatchObject({ merged_into: null, state: { id: 2 }, late: false });
});

test('a defect that comes back is more urgent, out of cover it needs a quote, and the place is checked', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const { db } = llave.database;
  const { head } = await team(5);
  const boss = await signInAs(llave, 'soporte');
  const place = await makeHouse(db);
  const lost = await open(boss, { vivienda_id: '999999', departamento_id: '777' });
  expect(errorsIn(lost).map(({ field }) => field)).toEqual(['departamento_id', 'vivienda_id']);
  const fields = {
    vivienda_id: String(place.id),
    departamento_id: '5',
    prioridad_id: '2',
    garantia: 'true',
    asignado_id: String(head.user.id),
  };
  const first = one(await open(boss, fields));
  expect(first).toMatchObject({ priority: { id: 2 }, cover: 'fuera' });
  await step(head, first.id, 3);
  const unquoted = await step(head, first.id, 6, { motivo: 'Listo.' });
  expect(errorsIn(unquoted)[0]!.message).toContain('cotización');
  const quoted = await head.patch(`${TICKETS}/${first.id}`, {
    titulo: first.title,
    departamento_id: 5,
    categoria_id: 7,
    prioridad_id: 2,
    garantia: true,
    cotizacion_centavos: 12_500,
  });
  expect(one(quoted).quote_centavos, quoted.body).toBe(12_500);
  expect((await step(head, first.id, 6, { motivo: 'Listo.' })).statusCode).toBe(200);
  expect(one(await open(boss, fields)).priority.id).toBe(3);
  const area = one(
    await open(boss, { proyecto_id: String(place.projectId), area_comun: 'Parque', departamento_id: '5' }),
  );
  expect(area).toMatchObject({ common_area: 'Parque', house: null });
  const contractor = await signInAs(llave, 'contratista');
  expect((await contractor.get(`${TICKETS}/${area.id}`)).statusCode).toBe(404);
});

test('a claim of a delivered house is covered by its part, until somebody decides otherwise', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const { db } = llave.database;
  const boss = await signInAs(llave, 'postventa');
  const { sale, home } = await makeDeliverable(llave, { stateId: 14 });
  await db.insert(handovers).values({
    code: 'EN-2026-70001',
    saleId: sale.id,
    houseId: home.id,
    modelId: home.modelId,
    stateId: HANDOVER.delivered,
    stateSince: llave.clock.now(),
    scheduledOn: '2025-11-01',
    deliveredOn: '2025-11-01',
    imported: true,
    createdAt: llave.clock.now(),
  });
  const fields = { vivienda_id: String(home.id), garantia: 'true' };
  // A year of finishes is over, roofs have three.
  expect(one(await open(boss, { ...fields, parte: 'pintura' }))).toMatchObject({ cover: 'fuera' });
  const roof = one(await open(boss, { ...fields, parte: 'techo' }));
  expect(roof).toMatchObject({ cover: 'dentro', part: 'techo' });
  expect(errorsIn(await open(boss, { ...fields, parte: 'piscina' }))[0]!.field).toBe('parte');
  const change = async (over: object) =>
    one(
      await boss.patch(`${TICKETS}/${roof.id}`, {
        titulo: roof.title,
        departamento_id: 9,
        categoria_id: 7,
        prioridad_id: 4,
        garantia: true,
        ...over,
      }),
    );
  expect(await change({ parte: 'pintura', cubre: 'dentro' })).toMatchObject({
    cover: 'fuera',
    part: 'pintura',
  });
  expect(await change({ parte: 'pintura', cubre: 'dentro' })).toMatchObject({ cover: 'dentro' });
  expect(await change({ parte: 'pintura' })).toMatchObject({ cover: 'dentro' });
  expect(await change({ garantia: false, parte: 'techo' })).toMatchObject({ cover: null, part: null });
});
