import { beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { TicketWork } from '#contract/care/ticketOrders/model.ts';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { helpPage } from '#contract/care/tickets/pages.ts';
import { myAppointmentPage } from '#contract/sales/appointments/pages.ts';
import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { RemindOfAppointment } from '#server/modules/sales/appointments/change.service.ts';
import { appointmentJobs } from '#server/modules/sales/appointments/appointments.jobs.ts';
import { appointments } from '#server/modules/sales/appointments/appointments.table.ts';
import { useApp } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeDeliverable } from '#test/handovers.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { visitsOf } from '#test/visits.ts';
import { one, refusal } from '#test/worksite.ts';

/** Visits to the house of a ticket, in the calendar of citas. */
const llave = useApp();
const { mailsTo } = visitsOf(llave);
const TICKETS = '/api/ticket/tickets';
const NOW = new Date('2026-11-23T15:00:00Z');
let staff: StaffBrowser;
beforeAll(async () => {
  withoutBuild(llave);
  llave.clock.set(NOW);
  staff = await signInAs(llave, 'postventa');
});

let asked = 0;
/** A ticket of a family with keys. */
async function familyTicket() {
  asked += 1;
  const { sale, home } = await makeDeliverable(llave, {
    stateId: SALE.delivered,
    name: `Familia ${asked}`,
  });
  const ticket = one<Ticket>(
    await staff.form(TICKETS, {
      titulo: `No abre la puerta ${asked}`,
      departamento_id: '9',
      categoria_id: '6',
      prioridad_id: '2',
      venta: sale.code!,
      contacto_email: `familia${asked}@casa.test`,
      asignado_id: String(staff.user.id),
    }),
  );
  return { sale, home, ticket, email: `familia${asked}@casa.test` };
}
const book = (id: number, over: object = {}, by = staff) =>
  by.post(`${TICKETS}/${id}/visits`, {
    agente_id: staff.user.id,
    fecha: '2026-11-25',
    hora_inicio: '14:00',
    comentario: 'Llevar la cerradura nueva',
    ...over,
  });
const visitOf = async (ticketId: number) =>
  (await llave.database.db.select().from(appointments).where(eq(appointments.ticketId, ticketId))).at(-1)!;

test('a visit takes its time from the calendar, and its customer sees it, is told and reminded', async () => {
  const { sale, home, ticket, email } = await familyTicket();
  const work = one<TicketWork>(await book(ticket.id));
  expect(work.visits).toMatchObject([
    { state: { id: APPOINTMENT.scheduled }, agent: { id: staff.user.id }, note: 'Llevar la cerradura nueva' },
  ]);
  expect(work.book!.disabled).toContain('Ya tiene una visita por venir');
  expect(refusal(await book(ticket.id, { hora_inicio: '16:00' }))[0]).toBe(409);
  // The same person is not at two houses at once, nor at a house and in the sales office.
  const other = await familyTicket();
  expect(refusal(await book(other.ticket.id))).toEqual([409, expect.any(String)]);
  one(await book(other.ticket.id, { hora_inicio: '16:00' }));

  const visit = await visitOf(ticket.id);
  expect(visit).toMatchObject({ saleId: sale.id, place: expect.stringContaining(home.name) });
  const listed = (await staff.get(`/api/sale/appointments?precontrato_id=${sale.id}`)).json<{
    data: { id: number; house: string; ticket_id: number }[];
  }>().data;
  expect(listed).toMatchObject([{ id: visit.id, ticket_id: ticket.id, house: visit.place }]);

  const browser = await browserOf(llave, sale.id);
  const page = await pageData(browser, helpPage, `/clientes/mi-compra/${sale.code}/ayuda`);
  expect(page.tickets[0]!.visit).toEqual({
    href: `/citas/mi-cita/${visit.uid}`,
    at: visit.startsAt.toISOString(),
    who: staff.user.name,
  });
  expect((await browser.get(`/clientes/mi-compra/${sale.code}`)).body).toContain(visit.uid);
  expect(await pageData(browser, myAppointmentPage, `/citas/mi-cita/${visit.uid}`)).toMatchObject({
    house: visit.place,
    days: [],
  });

  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['visita_agendada']);
  llave.clock.set(new Date('2026-11-24T19:00:00Z'));
  const remind = appointmentJobs.find(({ name }) => name === RemindOfAppointment.name)!;
  await llave.app.core.jobs.run(remind, { id: visit.id, sequence: visit.sequence });
  expect((await mailsTo(email)).at(-1)!.kind).toBe('visita_recordatorio');
  llave.clock.set(NOW);

  // Nobody is asked to come another time when the colleague was not let in.
  one(
    await staff.patch(`/api/sale/appointments/${visit.id}/status`, {
      params: { estado_id: APPOINTMENT.cancelledByCompany, motivo: 'Se enfermó' },
    }),
  );
  expect((await mailsTo(email)).at(-1)!.kind).toBe('visita_cancelada');
  one(await book(ticket.id, { fecha: '2026-11-26' }));
});

const to = (id: number, estado_id: number) =>
  staff.patch(`${TICKETS}/${id}/status`, { params: { estado_id, motivo: 'Se arregló por teléfono' } });
const cancelled = async (email: string) =>
  (await mailsTo(email)).filter(({ kind }) => kind === 'visita_cancelada').map(({ body }) => body);

test('at the end of a ticket its visit to come is cancelled, its time is free, and its family hears why', async () => {
  const day = { fecha: '2026-12-01' };
  const solved = await familyTicket();
  one(await book(solved.ticket.id, day));
  const dropped = await familyTicket();
  one(await book(dropped.ticket.id, { ...day, hora_inicio: '09:00' }));
  await to(solved.ticket.id, TICKET.working);
  one(await to(solved.ticket.id, TICKET.solved));
  one(await to(dropped.ticket.id, TICKET.cancelled));
  for (const { ticket } of [solved, dropped])
    expect(await visitOf(ticket.id)).toMatchObject({ stateId: APPOINTMENT.cancelledByCompany });
  expect(await cancelled(solved.email)).toEqual([
    expect.stringContaining(`El ticket ${solved.ticket.code} quedó resuelto.`),
  ]);
  expect(await cancelled(dropped.email)).toEqual([
    expect.stringContaining(`El ticket ${dropped.ticket.code} se canceló.`),
  ]);
  const browser = await browserOf(llave, solved.sale.id);
  const page = await pageData(browser, helpPage, `/clientes/mi-compra/${solved.sale.code}/ayuda`);
  expect(page.tickets[0]!.visit).toBeNull();
  // The time is free again, and a ticket that is reopened is visited again.
  one(await to(solved.ticket.id, TICKET.reopened));
  one(await book(solved.ticket.id, day));
});

test('a visit that has begun stays as who is there says, and one of a merged ticket ends with the other', async () => {
  const [here, led] = [await familyTicket(), await familyTicket()];
  one(await book(here.ticket.id, { fecha: '2026-12-02' }));
  one(await book(led.ticket.id, { fecha: '2026-12-03' }));
  one(await staff.post(`${TICKETS}/${led.ticket.id}/merge`, { en: here.ticket.code }));
  expect(await visitOf(led.ticket.id)).toMatchObject({ stateId: APPOINTMENT.scheduled });
  llave.clock.set(new Date('2026-12-02T19:20:00Z'));
  await to(here.ticket.id, TICKET.working);
  one(await to(here.ticket.id, TICKET.solved));
  llave.clock.set(NOW);
  expect(await visitOf(here.ticket.id)).toMatchObject({ stateId: APPOINTMENT.scheduled });
  expect(await visitOf(led.ticket.id)).toMatchObject({ stateId: APPOINTMENT.cancelledByCompany });
  const [told] = await cancelled(led.email);
  expect(told).toContain(`El ticket ${led.ticket.code} quedó resuelto.`);
  expect(told).not.toContain(here.ticket.code);
});

test('a visit keeps the calendar’s rules, needs somebody to call, and is for who may book', async () => {
  const { ticket } = await familyTicket();
  const at = async (over: object) => refusal(await book(ticket.id, over))[1];
  expect(await at({ fecha: '2026-11-29' })).toContain('Ese día no se atiende');
  expect(await at({ fecha: '2026-11-23', hora_inicio: '09:00' })).toContain('ya pasó');
  const inspector = await signInAs(llave, 'inspector');
  expect(await at({ agente_id: inspector.user.id })).toBe('Esa persona no atiende citas. Elige otra.');
  expect((await book(ticket.id, {}, inspector)).statusCode).toBe(403);
  const contractor = await signInAs(llave, 'contratista');
  expect((await book(ticket.id, {}, contractor)).statusCode).toBe(403);
  const area = one<Ticket>(
    await staff.form(TICKETS, {
      titulo: 'Se cayó la cerca del parque',
      departamento_id: '9',
      categoria_id: '8',
      prioridad_id: '2',
      proyecto_id: String(ticket.project!.id),
      area_comun: 'Parque',
      asignado_id: String(staff.user.id),
    }),
  );
  expect(refusal(await book(area.id))[1]).toBe('Escribe el nombre y el celular del contacto en el ticket.');
});
