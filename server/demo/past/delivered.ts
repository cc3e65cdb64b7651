import { lte } from 'drizzle-orm';
import type { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { rows, sql, type Db } from '#server/kernel/db.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { importHandover } from '#server/modules/care/handover/imported.service.ts';
import { contextAt } from '../actors.ts';
import { holdDemo } from '../hold.ts';
import { COUNT } from './course.ts';
import { openBooks } from './opening.ts';
import type { DeliverPast } from './past.job.ts';

/** The houses of the past's sales that passed to their deed, which are built. */
export async function buildHouses(db: Db): Promise<void> {
  await db.execute(sql`insert into houses (project_id, lot_id, model_id, name, progress_percent, delivery_on, created_at)
    select s.project_id, l.id, s.model_id, 'Casa ' || l.name, 100, (s.state_since at time zone 'America/Panama')::date, s.received_at
    from sales s join lot_claims c on c.sale_id = s.id and c.released_at is null join lots l on l.id = c.lot_id
    where s.id <= ${COUNT} and s.state_id between ${SALE.inDeed} and ${SALE.closed}
    on conflict do nothing`);
}

/** Opens the books, and notes the deliveries of the past: of them only the day is known, and the warranties run from it. */
export async function deliverPast(
  ctx: JobContext,
  { at, accountant, manager }: z.output<typeof DeliverPast.payload>,
): Promise<void> {
  const { db } = ctx;
  if (!(await holdDemo(db)) || (await db.$count(handovers, lte(handovers.saleId, COUNT))) > 0) return;
  const staff = new Map([
    ['contabilidad', accountant],
    ['gerencia', manager],
  ]);
  const by = (role: 'contabilidad' | 'gerencia') =>
    contextAt({ core: { services: ctx }, log: ctx.log }, db, staff, new Date(at), { signIn: role, role });
  await openBooks(by('contabilidad'), by('gerencia'), COUNT);
  const delivered = await rows<{ id: number; since: string }>(
    db,
    sql`select id, state_since since from sales where id <= ${COUNT} and state_id in (${SALE.delivered}, ${SALE.closed})
      order by state_since, id`,
  );
  for (const { id, since } of delivered) await importHandover(by('gerencia'), id, panamaDay(new Date(since)));
}
