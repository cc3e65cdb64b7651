import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { ORDER } from '#contract/care/ticketOrders/rules.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { ticketOrders } from '#server/modules/care/ticketOrders/ticketOrders.table.ts';
import { useApp } from '#test/app.ts';
import { makeHouse, makePartner } from '#test/factories.ts';
import { importDesk } from '#test/imports.ts';
import { signInAs } from '#test/signIn.ts';
import { one } from '#test/worksite.ts';

const llave = useApp();

test('orders agreed before come accepted, once, and undoing gives their tickets back', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const { db } = llave.database;
  const staff = await signInAs(llave, 'postventa');
  const desk = importDesk(staff);
  const contractor = await makePartner(db, 'contratista', 'Plomería Rápida, S.A.');
  const place = await makeHouse(db);
  const ticket = one<Ticket>(
    await staff.form('/api/ticket/tickets', {
      titulo: 'Gotea el fregador',
      departamento_id: '9',
      categoria_id: '2',
      prioridad_id: '2',
      vivienda_id: String(place.id),
      asignado_id: String(staff.user.id),
    }),
  );
  const row = {
    Ticket: ticket.code,
    Contratista: contractor.name,
    Trabajo: 'Cambiar la llave',
    Vence: '30/11/2026',
  };
  const tried = await desk.tried('work_orders', [
    row,
    { ...row, Ticket: 'TK-1999-00001' },
    { ...row, Contratista: 'Nadie' },
  ]);
  expect(tried.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 2 });
  const made = () => db.select().from(ticketOrders).where(eq(ticketOrders.ticketId, ticket.id));
  const state = async () => one<Ticket>(await staff.get(`/api/ticket/tickets/${ticket.id}`)).state.id;
  expect(await made()).toEqual([]);
  expect((await desk.confirm(tried)).statusCode).toBe(200);
  expect(await made()).toMatchObject([
    { contractorId: contractor.id, stateId: ORDER.accepted, dueOn: '2026-11-30' },
  ]);
  expect(await state()).toBe(TICKET.waitsSupplier);
  expect((await desk.tried('work_orders', [row])).counts).toMatchObject({ same: 1, bad: 0 });
  expect((await desk.undo(tried)).statusCode).toBe(200);
  expect([await made(), await state()]).toEqual([[], TICKET.working]);
});
