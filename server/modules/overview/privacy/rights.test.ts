import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { RightRequest } from '#contract/overview/privacy/rights.ts';
import type { Ticket, TicketRow } from '#contract/care/tickets/model.ts';
import { watchDeadlines } from '#server/modules/care/tickets/tickets.jobs.ts';
import { departmentMembers } from '#server/modules/care/tickets/tickets.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale, type SaleOptions } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const RIGHTS = '/api/privacy/requests';
const one = (answer: { json<T>(): T }) => answer.json<{ data: RightRequest }>().data;

async function ask(admin: StaffBrowser, quien: string, over: object = {}) {
  return admin.post(RIGHTS, {
    quien,
    derecho: 'cancelacion',
    canal: 'correo',
    recibida: '2026-11-20',
    detalle: 'Que borren mis datos.',
    ...over,
  });
}
const personOf = async (saleId: number) => {
  const { db } = llave.database;
  const [sale] = await db.select().from(sales).where(eq(sales.id, saleId));
  const [person] = await db.select().from(people).where(eq(people.id, sale!.personId));
  return person!;
};
const make = (over: SaleOptions) => makeSale(llave.database.db, over);

test('a request has the working days of its right, and its answer closes it', async () => {
  const admin = await signInAs(llave, 'administrador');
  const sale = await make({ stateId: 5 });
  const access = one(await ask(admin, sale.code!, { derecho: 'acceso' }));
  // From Friday 20 November 2026, with the 28th on a Saturday.
  expect(access).toMatchObject({ due_on: '2026-12-04', state: 'abierta', records: [] });
  expect(one(await ask(admin, sale.code!, { derecho: 'rectificacion' })).due_on).toBe('2026-11-27');
  const answered = await admin.post(`${RIGHTS}/${access.id}/answer`, {
    resultado: 'atendida',
    respuesta: 'Se envió la copia a su correo.',
    version: 1,
  });
  expect(one(answered)).toMatchObject({ state: 'atendida', closed_on: '2026-11-21' });
  const again = await admin.post(`${RIGHTS}/${access.id}/answer`, { resultado: 'negada', respuesta: 'Otra' });
  expect(again.json()).toMatchObject({ code: 'CLOSED' });
  const unknown = await ask(admin, 'PC-1999-00001');
  expect(unknown.json()).toMatchObject({ errors: [{ field: 'quien' }] });
  expect((await (await signInAs(llave, 'abogado')).get(RIGHTS)).statusCode).toBe(403);
});

test('a signed promise, a payment and an open complaint hold the data: refused with the reason, and the rest goes', async () => {
  const { db } = llave.database;
  const admin = await signInAs(llave, 'administrador');
  const lawyer = await signInAs(llave, 'abogado');
  const cases: [SaleOptions, string][] = [
    [{ stateId: 10 }, 'contrato de promesa'],
    [{ stateId: 16, separation: 4 }, 'pagos'],
    [{ stateId: 4 }, 'sigue en curso'],
  ];
  for (const [over, reason] of cases) {
    const sale = await make(over);
    const request = one(await ask(admin, sale.code!));
    expect(request.records[0]!.why).toContain(reason);
    const erased = one(await admin.post(`${RIGHTS}/${request.id}/erase`, { version: 1 }));
    expect(erased.state).toBe('negada');
    expect(erased.answer).toContain(reason);
    expect((await personOf(sale.id)).purgedAt).toBeNull();
  }
  const complained = await make({ stateId: 16 });
  await lawyer.post('/api/legal/complaints', {
    venta: complained.code,
    tipo: 'otro',
    presentado: '2026-11-20',
    detalle: 'No devolvieron su separación.',
  });
  const request = one(await ask(admin, complained.code!));
  expect(request.records[0]!.why).toContain('ACODECO');
  await admin.post(`${RIGHTS}/${request.id}/erase`, {});
  const [kept] = await db.select().from(sales).where(eq(sales.id, complained.id));
  expect(kept!.purgedAt).toBeNull();
});

test('what nothing holds is erased, once', async () => {
  const admin = await signInAs(llave, 'administrador');
  const sale = await make({ stateId: 16, email: 'borrar@llave.test' });
  const request = one(await ask(admin, 'borrar@llave.test'));
  expect(request.records).toEqual([{ label: sale.code, why: null }]);
  const twice = await Promise.all([1, 2, 3].map(() => admin.post(`${RIGHTS}/${request.id}/erase`, {})));
  expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  const person = await personOf(sale.id);
  expect(person).toMatchObject({ name: 'Datos borrados', email: null, documentNumber: null });
  expect(one(await admin.get(`${RIGHTS}/${request.id}`))).toMatchObject({ state: 'atendida', records: [] });
});

test('a request is a ticket of Legal with the law’s deadline: it names nobody, never pauses, and ends with the answer', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const { db } = llave.database;
  const admin = await signInAs(llave, 'administrador');
  const lawyer = await signInAs(llave, 'abogado');
  const helper = await signInAs(llave, 'postventa');
  await db.delete(departmentMembers).where(eq(departmentMembers.departmentId, 3));
  await db.insert(departmentMembers).values({ departmentId: 3, userId: lawyer.user.id, head: true });
  const sale = await make({ stateId: 5, name: 'Zoraida Reservada' });
  const asked = one(await ask(admin, sale.code!, { derecho: 'acceso', detalle: 'Mi sueldo secreto.' }));
  const at = `/api/ticket/tickets/${asked.ticket!.id}`;
  const ticket = async (who: StaffBrowser) => (await who.get(at)).json<{ data: Ticket }>().data;
  expect(await ticket(admin)).toMatchObject({
    right_id: asked.id,
    department: { name: 'Legal' },
    assignee: { id: lawyer.user.id },
    project: null,
    // The request's last day, at the close of the office: ten working days, whatever the priority.
    solve_due: '2026-12-04T22:00:00.000Z',
    answer_due: '2026-12-04T22:00:00.000Z',
  });
  // Who may not see the request learns neither who asked nor for what, in the ticket, the list, or by searching.
  for (const who of [lawyer, helper]) {
    expect(await ticket(who)).toMatchObject({ right_id: null, person: null, contact: null });
    expect((await who.get(at)).body).not.toMatch(/Zoraida|secreto/);
  }
  const search = await helper.get('/api/ticket/tickets?q=zoraida');
  expect(search.json<{ data: TicketRow[] }>().data).toEqual([]);
  const step = (estado_id: number) =>
    lawyer.patch(`${at}/status`, { params: { estado_id, motivo: 'Listo.' } });
  expect((await step(3)).statusCode).toBe(200);
  expect((await step(4)).body).toContain('no se detiene');
  expect((await step(6)).body).toContain('al responder la solicitud');
  const edited = await lawyer.patch(at, {
    titulo: 'Otra prioridad',
    departamento_id: 3,
    categoria_id: 11,
    prioridad_id: 1,
  });
  expect(edited.json()).toMatchObject({ data: { solve_due: '2026-12-04T22:00:00.000Z' } });
  // The head hears once that the law's day has passed.
  llave.clock.set(new Date('2026-12-07T14:00:00Z'));
  for (const _ of [1, 2, 3]) await llave.app.core.jobs.run(watchDeadlines, {});
  const late = and(eq(notices.userId, lawyer.user.id), eq(notices.kind, 'ticket_plazo'));
  const told = (await db.select().from(notices).where(late)).map(({ text }) => text);
  expect(told.filter((text) => text.includes('Otra prioridad'))).toEqual([
    expect.stringContaining('pasó su plazo para resolver'),
  ]);
  const answers = await Promise.all(
    [1, 2].map(() =>
      admin.post(`${RIGHTS}/${asked.id}/answer`, { resultado: 'atendida', respuesta: 'Se envió.' }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await ticket(lawyer)).toMatchObject({ state: { id: 7 }, due: null });
  expect((await step(8)).body).toContain('ya se respondió');
});

test('an erasure that nobody of Legal had closes its ticket too', async () => {
  const admin = await signInAs(llave, 'administrador');
  await llave.database.db.delete(departmentMembers).where(eq(departmentMembers.departmentId, 3));
  const sale = await make({ stateId: 16 });
  const request = one(await ask(admin, sale.code!));
  expect((await admin.post(`${RIGHTS}/${request.id}/erase`, {})).statusCode).toBe(200);
  const ticket = await admin.get(`/api/ticket/tickets/${request.ticket!.id}`);
  expect(ticket.json()).toMatchObject({ data: { state: { id: 7 }, assignee: { id: admin.user.id } } });
});
