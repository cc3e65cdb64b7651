import { PART_NAMES, PARTS } from '#contract/care/covers/parts.ts';
import type { OrderOptions } from '#contract/care/ticketOrders/model.ts';
import { ORDER_DAYS } from '#contract/care/ticketOrders/rules.ts';
import { CATEGORY_OF_PART } from '#contract/care/tickets/rules.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { z } from 'zod';
import type { Context } from '#server/kernel/context.ts';
import { row, rows, sql, type Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { contractsOfHouse, responsibleOf } from '#server/modules/care/handover/responsible.service.ts';
import { seenTicket } from '#server/modules/care/tickets/supplier.service.ts';

interface Built {
  contractId: number;
  contractorId: number;
  reference: string;
  /** It built the part that the ticket is about. */
  part: string | null;
}

/** Who built a house, first who built the parts of a category of tickets. */
async function builders(db: Db, houseId: number, categoryId: number): Promise<Built[]> {
  const ids = (await contractsOfHouse(db, houseId)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const found = await rows<{ contractId: number; contractorId: number; reference: string }>(
    db,
    sql`select id "contractId", contractor_id "contractorId", reference from contracts
      where id = any(${sql.param(ids)}::bigint[]) order by id desc`,
  );
  const responsible = await responsibleOf(db, houseId);
  const parts = PART_NAMES.filter((part) => CATEGORY_OF_PART[part] === categoryId);
  return found
    .map((one) => {
      const part = parts.find((each) => responsible(each) === one.contractId);
      return { ...one, part: part ? PARTS[part].label.toLowerCase() : null };
    })
    .toSorted((a, b) => Number(b.part !== null) - Number(a.part !== null));
}

/** The contract by which a contractor built a house: the one of that part if there is, else the newest; null if none. */
export const contractFor = async (
  db: Db,
  houseId: number,
  categoryId: number,
  { contractorId }: { contractorId: number },
): Promise<number | null> =>
  (await builders(db, houseId, categoryId)).find((one) => one.contractorId === contractorId)?.contractId ??
  null;

/** The house of a ticket, or one of those of an incident: their part has one builder. Null of a common area. */
export const houseOf = async (
  db: Db,
  { id, houseId }: { id: number; houseId: number | null },
): Promise<number | null> =>
  houseId ??
  (
    await row<{ id: number }>(
      db,
      sql`select house_id id from ticket_houses where ticket_id = ${id} order by house_id limit 1`,
    )
  )?.id ??
  null;

/** The contractors that may do a ticket's work, and who is proposed. Raises 404. */
export async function orderOptions(ctx: Context, ticketId: number): Promise<z.input<typeof OrderOptions>> {
  const ticket = await seenTicket(ctx, ticketId, 'tickets.editar');
  if (!ticket) throw notFound();
  const houseId = await houseOf(ctx.db, ticket);
  const built = houseId === null ? [] : await builders(ctx.db, houseId, ticket.categoryId);
  const all = await rows<{ id: number; name: string }>(
    ctx.db,
    sql`select id, name from partners where kind = 'contratista' and archived_at is null order by name, id`,
  );
  const place = (id: number) => {
    const at = built.findIndex(({ contractorId }) => contractorId === id);
    return at < 0 ? built.length : at;
  };
  const contractors = all
    .map(({ id, name }) => {
      const of = built[place(id)];
      return {
        id,
        name,
        why: of ? `construyó ${of.part ?? 'esta casa'} (${of.reference})` : null,
      };
    })
    .toSorted((a, b) => place(a.id) - place(b.id));
  return {
    contractors,
    suggested_id: contractors[0]?.why ? contractors[0].id : null,
    due_on: addDays(panamaDay(ctx.now), ORDER_DAYS),
  };
}
