import { beforeAll, expect, test } from 'vitest';
import { and, eq } from 'drizzle-orm';
import type { Order, TicketWork } from '#contract/care/ticketOrders/model.ts';
import { ORDER } from '#contract/care/ticketOrders/rules.ts';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { useApp } from '#test/app.ts';
import { makePartner } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { makeWorksite, one, refusal, type Answer, type Worksite } from '#test/worksite.ts';
import { tellLateOrders } from './ticketOrders.jobs.ts';

const llave = useApp();
const TICKETS = '/api/ticket/tickets';
const ORDERS = '/api/ticket/orders';
const MORNING = new Date('2026-11-23T15:00:00Z');

let site: Worksite;
let staff: StaffBrowser;
let colleague: StaffBrowser;
beforeAll(async () => {
  llave.clock.set(new Date('2026-11-20T15:00:00Z'));
  site = await makeWorksite(llave);
  llave.clock.set(MORNING);
  staff = await signInAs(llave, 'postventa');
  colleague = await signInAs(llave, 'postventa');
});

let asked = 0;
/** A ticket about the plumbing of a house that El Roble built, given to `staff`. */
async function openTicket(over: Record<string, string> = {}): Promise<Ticket> {
  const { houseId } = await site.inForce();
  asked += 1;
  return one<Ticket>(
    await staff.form(TICKETS, {
      titulo: `Gotea el fregador ${asked}`,
      departamento_id: '9',
      categoria_id: '2',
      prioridad_id: '2',
      vivienda_id: String(houseId),
      contacto: 'ocupante',
      contacto_nombre: 'Marta Vega',
      contacto_celular: '6677-8899',
      contacto_email: 'marta.vega@casa.test',
      asignado_id: String(staff.user.id),
      fotos: site.photo(),
      ...over,
    }),
  );
}
const ticketOf = async (id: number) => one<Ticket>(await staff.get(`${TICKETS}/${id}`));
const stateOf = async (id: number) => (await ticketOf(id)).state.id;
const offer = (ticketId: number, over: object = {}, by = staff) =>
  by.post(`${TICKETS}/${ticketId}/orders`, {
    contratista_id: site.roble,
    trabajo: 'Cambiar la llave del fregador',
    vence: '2026-11-27',
    ...over,
  });
const offered = async (ticketId: number, over: object = {}) => one<Order>(await offer(ticketId, over));
const answer = (by: StaffBrowser, id: number, body: object = { acepta: true }) =>
  by.post(`${ORDERS}/${id}/answer`, body);
const done = (by: StaffBrowser, id: number, clave = crypto.randomUUID() as string) =>
  by.form(`${ORDERS}/${id}/done`, { clave, nota: 'Se cambió', fotos: site.photo() });
const move = (by: StaffBrowser, id: number, estado_id: number, motivo?: string) =>
  by.patch(`${ORDERS}/${id}/status`, { params: { estado_id, ...(motivo && { motivo }) } });
const seen = async (by: StaffBrowser, id: number) => one<Order>(await by.get(`${ORDERS}/${id}`));
const listed = async (by: StaffBrowser) =>
  (await by.get(ORDERS)).json<{ data: Order[] }>().data.map(({ id }) => id);
const told = (
  { user }: StaffBrowser,
  kind: 'orden_trabajo' | 'orden_trabajo_respuesta' | 'orden_trabajo_vencida',
) => llave.database.db.$count(notices, and(eq(notices.userId, user.id), eq(notices.kind, kind)));
const status = ({ statusCode }: Answer) => statusCode;

test('an order goes from its offer to verified, and its ticket waits and comes back with it', async () => {
  const ticket = await openTicket();
  expect(ticket.state.id).toBe(TICKET.assigned);
  const options = one<{ contractors: { id: number; why: string | null }[]; suggested_id: number }>(
    await staff.get(`${TICKETS}/${ticket.id}/order-options`),
  );
  expect(options.suggested_id).toBe(site.roble);
  expect(options.contractors[0]).toMatchObject({ id: site.roble, why: expect.stringContaining('construyó') });

  const order = await offered(ticket.id);
  expect(order).toMatchObject({
    code: expect.stringMatching(/^OT-2026-\d{5}$/),
    state: { id: ORDER.offered },
    contractor: { id: site.roble },
    contract: { name: expect.stringMatching(/^J-/) },
    contact: 'Marta Vega',
  });
  expect(await stateOf(ticket.id)).toBe(TICKET.waitsSupplier);
  expect(await told(site.contractor, 'orden_trabajo')).toBe(1);
  expect(refusal(await offer(ticket.id))).toEqual([
    409,
    'Este ticket ya tiene una orden en curso: espérala o cancélala.',
  ]);
  // By hand nobody takes it from its contractor.
  const takes = await staff.patch(`${TICKETS}/${ticket.id}/status`, {
    params: { estado_id: TICKET.working },
  });
  expect(refusal(takes)[1]).toContain('Un contratista tiene su orden de trabajo');

  one(await answer(site.contractor, order.id));
  expect(refusal(await move(staff, order.id, ORDER.verified))[0]).toBe(422);
  const reported = one<Order>(await done(site.contractor, order.id));
  expect(reported).toMatchObject({ state: { id: ORDER.done }, done_note: 'Se cambió' });
  expect(await stateOf(ticket.id)).toBe(TICKET.working);
  expect(await told(staff, 'orden_trabajo_respuesta')).toBe(2);
  // Not solved before somebody has verified.
  const solve = () =>
    staff.patch(`${TICKETS}/${ticket.id}/status`, {
      params: { estado_id: TICKET.solved, motivo: 'Quedó reparado.' },
    });
  expect(refusal(await solve())[1]).toContain('primero verifícala');

  expect(refusal(await move(staff, order.id, ORDER.returned))[1]).toBe('Escribe el motivo.');
  one(await move(staff, order.id, ORDER.returned, 'Todavía gotea'));
  expect(await stateOf(ticket.id)).toBe(TICKET.waitsSupplier);
  expect(await seen(site.contractor, order.id)).toMatchObject({ reason: 'Todavía gotea' });
  one(await done(site.contractor, order.id));
  const verified = one<Order>(await move(staff, order.id, ORDER.verified));
  expect(verified).toMatchObject({ state: { id: ORDER.verified }, verified_by: staff.user.name });
  expect(verified.done_photos).toHaveLength(2);
  expect(verified.history.map(({ to }) => to)).toContain('Devuelta por corregir');
  expect(status(await solve())).toBe(200);
  expect(await stateOf(ticket.id)).toBe(TICKET.solved);
  const paper = await site.contractor.get(`${ORDERS}/${order.id}/pdf`);
  expect([paper.statusCode, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
});

test('a refused or cancelled order gives its ticket back, and another contractor may get it', async () => {
  const ticket = await openTicket();
  const order = await offered(ticket.id);
  expect(refusal(await answer(site.contractor, order.id, { acepta: false }))).toEqual([
    422,
    'Escribe por qué no la aceptas.',
  ]);
  one(await answer(site.contractor, order.id, { acepta: false, motivo: 'No hay cuadrilla' }));
  expect(await stateOf(ticket.id)).toBe(TICKET.working);
  expect(refusal(await done(site.contractor, order.id))[1]).toBe('Esta orden ya terminó.');
  // Who has no work there any more needs neither the family's telephone nor its photographs.
  expect(await seen(site.contractor, order.id)).toMatchObject({ contact: null, phone: null, photos: [] });
  expect(await seen(staff, order.id)).toMatchObject({ contact: 'Marta Vega', photos: [expect.anything()] });
  const stranger = await makePartner(llave.database.db, 'contratista', 'Otra cuadrilla');
  const supplier = await makePartner(llave.database.db, 'proveedor', 'Ferretería');
  expect(refusal(await offer(ticket.id, { contratista_id: supplier.id }))[1]).toBe(
    'Elige un contratista de la lista.',
  );
  expect(refusal(await offer(ticket.id, { vence: '2026-11-22' }))[1]).toBe('Escribe un día desde hoy.');
  const next = await offered(ticket.id, { contratista_id: stranger.id });
  expect(next.contract).toBeNull();
  one(await move(staff, next.id, ORDER.cancelled, 'Lo hace la empresa'));
  expect(await stateOf(ticket.id)).toBe(TICKET.working);
  const work = one<TicketWork>(await staff.get(`${TICKETS}/${ticket.id}/work`));
  expect(work.orders.map(({ state }) => state.id)).toEqual([ORDER.cancelled, ORDER.refused]);
  expect(work.offer).toEqual({ disabled: null });
});

test('what a phone sends twice happens once, and done may arrive before its acceptance', async () => {
  const ticket = await openTicket();
  const order = await offered(ticket.id);
  const clave = crypto.randomUUID();
  const both = await Promise.all([
    done(site.contractor, order.id, clave),
    done(site.contractor, order.id, clave),
  ]);
  expect(both.map(status)).toEqual([200, 200]);
  one(await answer(site.contractor, order.id));
  const after = await seen(site.contractor, order.id);
  expect(after).toMatchObject({ state: { id: ORDER.done } });
  expect(after.done_photos).toHaveLength(1);
  expect(after.history.map(({ to }) => to)).toEqual(expect.arrayContaining(['Aceptada']));
  expect(refusal(await done(site.contractor, order.id))[1]).toContain('Ya se reportó hecha');
  expect(refusal(await answer(site.contractor, order.id, { acepta: false, motivo: 'Tarde' }))[1]).toBe(
    'Esta orden ya no espera respuesta.',
  );
  const bare = await offered((await openTicket()).id);
  expect(
    refusal(await site.contractor.form(`${ORDERS}/${bare.id}/done`, { clave: crypto.randomUUID() }))[1],
  ).toBe('Adjunta al menos una fotografía.');
});

test('two offers at once make one order', async () => {
  const ticket = await openTicket();
  const both = await Promise.all([offer(ticket.id), offer(ticket.id, {}, colleague)]);
  expect(both.map(status).toSorted()).toEqual([201, 409]);
});

test('a contractor has the own orders alone, and nothing of the customer but who, where, what and photographs', async () => {
  const ticket = await openTicket();
  const order = await offered(ticket.id);
  expect(await listed(site.contractor)).toContain(order.id);
  expect(await listed(site.stranger)).toEqual([]);
  for (const path of [`${ORDERS}/${order.id}`, `${ORDERS}/${order.id}/pdf`])
    expect(status(await site.stranger.get(path)), path).toBe(404);
  for (const act of [answer(site.stranger, order.id), done(site.stranger, order.id)])
    expect(status(await act)).toBe(404);
  const comments = `/api/comments?reference=orden_trabajo&reference_id=${order.id}`;
  expect([status(await site.contractor.get(comments)), status(await site.stranger.get(comments))]).toEqual([
    200, 404,
  ]);

  const mine = await site.contractor.get(`${ORDERS}/${order.id}`);
  expect(mine.body).not.toMatch(/marta\.vega@|centavos|sale|quote|email/);
  expect(one<Order>(mine)).toMatchObject({ phone: '+50766778899', sees_ticket: false, edit: null });
  const [photo] = one<Order>(mine).photos;
  expect(status(await site.contractor.get(photo!.url))).toBe(200);
  expect(status(await site.stranger.get(photo!.url))).toBe(403);
  // Its ticket stays closed, and so are the office's steps.
  for (const path of [
    `${TICKETS}/${ticket.id}`,
    `${TICKETS}/${ticket.id}/work`,
    `${TICKETS}/${ticket.id}/order-options`,
  ])
    expect(status(await site.contractor.get(path)), path).toBe(404);
  expect(status(await offer(ticket.id, {}, site.contractor))).toBe(404);
  one(await done(site.contractor, order.id));
  for (const to of [ORDER.verified, ORDER.cancelled])
    expect(status(await move(site.contractor, order.id, to, 'Yo mismo'))).toBe(403);
  expect(
    status(
      await site.contractor.patch(`${ORDERS}/${order.id}`, {
        trabajo: 'Otro',
        vence: '2026-12-01',
        version: 2,
      }),
    ),
  ).toBe(403);
  const field = one<Order[]>(await site.contractor.get(`${ORDERS}/field`));
  expect(field.map(({ id }) => id)).not.toContain(order.id);
  expect(one<Order[]>(await staff.get(`${ORDERS}/field`))).toEqual([]);
  const tasks = (await site.contractor.get('/api/office/home/tasks?tipo=orden_trabajo')).json<{
    data: { tasks: { id: number }[] };
  }>().data.tasks;
  expect(tasks.map(({ id }) => id)).not.toContain(order.id);
});

test('for a contractor without a phone its steps are taken by who has the ticket, and another verifies', async () => {
  const order = await offered((await openTicket()).id);
  one(await answer(staff, order.id));
  one(await done(staff, order.id));
  expect(refusal(await move(staff, order.id, ORDER.verified))[1]).toBe(
    'La reportaste tú: la verifica otra persona.',
  );
  expect(one<Order>(await move(colleague, order.id, ORDER.verified)).state.id).toBe(ORDER.verified);
});

test('an order changes while its contractor has it, and is told once when it is late', async () => {
  const order = await offered((await openTicket()).id);
  const change = (version: number, vence: string) =>
    staff.patch(`${ORDERS}/${order.id}`, { trabajo: 'Cambiar toda la tubería', vence, version });
  expect(status(await change(9, '2026-11-25'))).toBe(409);
  one(await change(1, '2026-11-25'));
  llave.clock.set(new Date('2026-11-26T13:10:00Z'));
  const before = await told(site.contractor, 'orden_trabajo_vencida');
  await llave.app.core.jobs.run(tellLateOrders, {});
  await llave.app.core.jobs.run(tellLateOrders, {});
  expect(await told(site.contractor, 'orden_trabajo_vencida')).toBe(before + 1);
  expect(await told(staff, 'orden_trabajo_vencida')).toBeGreaterThan(0);
  expect((await seen(staff, order.id)).late).toBe(true);
  llave.clock.set(MORNING);
});

test('a ticket whose order is open is not merged into another; another is merged into it', async () => {
  const [ticket, other] = [await openTicket(), await openTicket()];
  const order = await offered(ticket.id);
  const why = 'Tiene una orden de trabajo en curso: verifícala o cancélala antes de unirlo.';
  expect((await ticketOf(ticket.id)).actions.merge).toEqual({ disabled: why });
  const merge = () => staff.post(`${TICKETS}/${ticket.id}/merge`, { en: other.code });
  expect(refusal(await merge())).toEqual([422, why]);
  one(await staff.post(`${TICKETS}/${other.id}/merge`, { en: ticket.code }));
  expect(await stateOf(other.id)).toBe(TICKET.waitsSupplier);
  one(await staff.post(`${TICKETS}/${other.id}/separate`, {}));
  one(await move(staff, order.id, ORDER.cancelled, 'Es el mismo daño'));
  one(await merge());
});

test('the menu counts the orders that wait for the caller, as the home lists them', async () => {
  const waiting = async (by: StaffBrowser) => {
    const { orders } = one<{ orders: number | null }>(await by.get('/api/office/counters'));
    const home = one<{ totals: { kind: string; total: number }[] }>(await by.get('/api/office/home/tasks'));
    expect(orders).toBe(home.totals.find(({ kind }) => kind === 'orden_trabajo')?.total ?? null);
    return orders;
  };
  const before = [await waiting(site.contractor), await waiting(staff)] as const;
  const order = await offered((await openTicket()).id);
  expect([await waiting(site.contractor), await waiting(staff)]).toEqual([before[0]! + 1, before[1]]);
  one(await done(site.contractor, order.id));
  expect([await waiting(site.contractor), await waiting(staff)]).toEqual([before[0], before[1]! + 1]);
  expect(await waiting(site.stranger)).toBe(0);
});
