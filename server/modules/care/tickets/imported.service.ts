import { eq } from 'drizzle-orm';
import { panamaInstant } from '#contract/dates.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { touch } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, row, sql } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { openTicket, SALE_PLACE, type Opening } from './tickets.service.ts';
import { tickets } from './tickets.table.ts';

/** An open ticket of the time before the company moved in. */
export interface ImportedTicket extends Pick<
  Opening,
  'title' | 'description' | 'departmentId' | 'categoryId' | 'priorityId'
> {
  /** YYYY-MM-DD */
  openedOn: string;
}

/** Opens a ticket of a sale as of its own day: its deadlines run from there. Returns its id. Raises 409 when the sale is gone. */
export async function importTicket(
  ctx: Context,
  saleId: number,
  { openedOn, ...one }: ImportedTicket,
): Promise<number> {
  type Place = Pick<Opening, 'projectId' | 'houseId' | 'lotId' | 'saleId' | 'personId'>;
  const place = await row<Place>(ctx.db, sql`${SALE_PLACE} where s.id = ${saleId} for no key update of s`);
  if (!place) throw conflict('STALE');
  const noon = panamaInstant(openedOn, '12:00');
  return openTicket(ctx, {
    ...place,
    ...one,
    contactKind: 'comprador',
    origin: 'oficina',
    openedAt: noon < ctx.now ? noon : ctx.now,
  });
}

/** Takes an imported ticket away. Returns false, and does nothing, when it was worked on since. */
export async function takeBackTicket(ctx: Context, id: number): Promise<boolean> {
  const there = await row<{ saleId: number }>(
    ctx.db,
    sql`select sale_id "saleId" from tickets t where id = ${id} and version <= 2
      and state_id in ${anyOf([TICKET.open, TICKET.assigned])} and merged_into_id is null
      and not exists (select from ticket_messages m where m.ticket_id = t.id)
      and not exists (select from ticket_photos f where f.ticket_id = t.id)
      and not exists (select from ticket_links k where t.id in (k.ticket_id, k.other_id))
      and not exists (select from tickets m where m.merged_into_id = t.id)
      and not exists (select from appointments v where v.ticket_id = t.id)
      and not exists (select from comments where reference = 'ticket' and reference_id = t.id) for no key update`,
  );
  if (!there) return false;
  await ctx.db.delete(tickets).where(eq(tickets.id, id));
  touch(ctx, ['precontrato', there.saleId]);
  await audit(ctx, 'deshacer importación', 'ticket', id);
  return true;
}
