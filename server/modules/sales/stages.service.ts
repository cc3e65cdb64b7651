import { asc, eq, sql } from 'drizzle-orm';
import { CELL, STAGES, stageStates } from '#contract/sales/cards.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { saleCards } from './sales.table.ts';

/** Brings the 12 stage cells of a sale in line with its state, payment and papers; made when there are none yet. */
export async function refreshStages(ctx: Pick<Context, 'now'> & { db: Db }, saleId: number): Promise<void> {
  const facts = await row<{ stateId: number; paymentForm: string; separationState: number | null }>(
    ctx.db,
    sql`select state_id "stateId", payment_form "paymentForm",
      (select state_id from payments where sale_id = sales.id and type_id = 1 order by id desc limit 1) "separationState"
      from sales where id = ${saleId}`,
  );
  if (!facts) return;
  const stored = await ctx.db
    .select({ stage: saleCards.stage, stateId: saleCards.stateId })
    .from(saleCards)
    .where(eq(saleCards.saleId, saleId))
    .orderBy(asc(saleCards.stage));
  const now = STAGES.map((_, at) => stored.find(({ stage }) => stage === at + 1)?.stateId ?? null);
  const wanted = stageStates(
    facts,
    now.map((state) => state ?? CELL.notStarted),
  );
  const changed = (wanted ?? []).flatMap((stateId, at) =>
    stateId === now[at]
      ? []
      : [{ saleId, stage: at + 1, stateId, since: ctx.now, blocked: stateId === CELL.blocked }],
  );
  if (changed.length === 0) return;
  await ctx.db
    .insert(saleCards)
    .values(changed)
    .onConflictDoUpdate({
      target: [saleCards.saleId, saleCards.stage],
      set: { stateId: sql`excluded.state_id`, since: ctx.now, blocked: sql`excluded.blocked` },
    });
}
