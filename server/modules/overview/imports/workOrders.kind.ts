import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { OPEN_ORDERS } from '#contract/care/ticketOrders/rules.ts';
import { panamaDay } from '#contract/dates.ts';
import { cellText, choiceCell, dayCell, textCell } from '#contract/overview/imports/cells.ts';
import { rows as rowsOf } from '#server/kernel/db.ts';
import { importOrder, takeBackOrder } from '#server/modules/care/ticketOrders/imported.service.ts';
import { ticketOrders } from '#server/modules/care/ticketOrders/ticketOrders.table.ts';
import { whyNotOutside, type OutsideTicket } from '#server/modules/care/tickets/supplier.service.ts';
import { ticketsInReach } from '#server/modules/care/tickets/tickets.scope.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import type { ImportKind } from './kind.ts';

interface Choice {
  id: number;
  name: string;
}
type Ticket = Pick<OutsideTicket, 'id' | 'code' | 'stateId' | 'mergedIntoId' | 'assigneeId' | 'dueOn'>;
interface Known {
  today: string;
  contractors: Choice[];
  tickets: ReadonlyMap<string, Ticket>;
  /** The open order of each ticket. */
  there: ReadonlyMap<number, typeof ticketOrders.$inferSelect>;
}

const ticketCode = (text: string) => text.trim().toUpperCase();

/** Works that contractors have accepted when the company moves in. */
export const workOrdersImport: ImportKind<Known> = {
  name: 'work_orders',
  title: 'Órdenes de trabajo',
  text: 'Trae los trabajos que ya acordaste con contratistas: quedan aceptados y su ticket los espera. Trae antes los tickets.',
  // Not tickets.editar, which contractors have for their own orders.
  permission: 'tickets.crear',
  seenBy: 'tickets.ver',
  most: 500,
  columns: [
    { key: 'ticket', title: 'Ticket', aliases: ['numero', 'codigo'], required: true, example: 'TK-2026-00031', hint: 'Su número aquí.', read: () => textCell(20) },
    { key: 'contratista', title: 'Contratista', aliases: ['empresa'], required: true, example: 'Plomería Rápida, S.A.', hint: 'Como está en Contratistas.', read: ({ contractors }) => choiceCell(contractors), choices: ({ contractors }) => contractors.map(({ name }) => name) },
    { key: 'trabajo', title: 'Trabajo', aliases: ['que hay que hacer', 'detalle'], required: true, example: 'Cambiar la llave del fregador', hint: 'Qué se acordó.', read: () => textCell(2000) },
    { key: 'vence', title: 'Vence', aliases: ['hasta', 'plazo'], required: true, example: '31/12/2026', hint: 'Hasta cuándo.', read: () => dayCell },
  ], // prettier-ignore

  async load(ctx, _lock, rows) {
    const codes = [
      ...new Set(rows.map((row) => ticketCode(cellText(row['ticket'] ?? null))).filter(Boolean)),
    ];
    const found = await rowsOf<Ticket>(
      ctx.db,
      sql`select t.id, t.code, t.state_id "stateId", t.merged_into_id "mergedIntoId", t.assignee_id "assigneeId", t.due_on "dueOn" from tickets t
        where t.code = any(${sql.param(codes)}::text[]) and ${ticketsInReach(ctx, 'tickets.editar')} order by t.id`,
    );
    const there = await ctx.db
      .select()
      .from(ticketOrders)
      .where(
        and(
          inArray(ticketOrders.ticketId, [0, ...found.map(({ id }) => id)]),
          inArray(ticketOrders.stateId, [...OPEN_ORDERS]),
        ),
      );
    return {
      today: panamaDay(ctx.now),
      contractors: await ctx.db
        .select({ id: partners.id, name: partners.name })
        .from(partners)
        .where(and(eq(partners.kind, 'contratista'), isNull(partners.archivedAt))),
      tickets: new Map(found.map((one) => [one.code, one])),
      there: new Map(there.map((one) => [one.ticketId, one])),
    };
  },

  match(values, known) {
    const code = ticketCode(String(values['ticket']));
    const ticket = known.tickets.get(code);
    if (!ticket) return { column: 'Ticket', fault: `no hay un ticket ${code} que puedas cambiar.` };
    const [what, due] = [String(values['trabajo']), String(values['vence'])];
    const contractorId = Number(values['contratista']);
    if (what.length < 3) return { column: 'Trabajo', fault: 'escribe qué hay que hacer.' };
    const contractor = known.contractors.find(({ id }) => id === contractorId)?.name ?? null;
    const next = { ...values, ticket: code, contratista: contractor };
    const there = known.there.get(ticket.id);
    if (there && (there.contractorId !== contractorId || there.what !== what || there.dueOn !== due))
      return { column: 'Ticket', fault: 'ya tiene otra orden en curso: cámbiala en su página.' };
    const refusal = there ? null : whyNotOutside(ticket);
    if (refusal) return { column: 'Ticket', fault: `${refusal.charAt(0).toLowerCase()}${refusal.slice(1)}` };
    return {
      key: code,
      label: `${code} · ${contractor ?? ''}`,
      existing: there ? { id: there.id, values: next } : null,
      values: { ...next, _ticket: ticket.id, _contractor: contractorId },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, values } of rows)
      ids.set(
        row,
        await importOrder(ctx, Number(values['_ticket']), {
          contractorId: Number(values['_contractor']),
          what: String(values['trabajo']),
          dueOn: String(values['vence']),
        }),
      );
    return ids;
  },

  async undo(ctx, rows) {
    for (const { recordId } of rows)
      if (!(await takeBackOrder(ctx, recordId)))
        return 'Alguna de las órdenes se trabajó después: cancélala en su página.';
    return null;
  },
};
