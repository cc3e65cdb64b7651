import { eq, sql } from 'drizzle-orm';
import { touch } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { sales } from './sales.table.ts';

/**
 * Reassigns the adviser or processor of sales in one statement, because there may be thousands. `to` null: nobody. The
 * sales must be locked.
 */
export async function passSales(
  ctx: Acting,
  hand: 'processor' | 'adviser',
  moved: readonly { id: number; to: number | null }[],
): Promise<void> {
  if (moved.length === 0) return;
  const ids = sql.param(moved.map(({ id }) => id));
  const to = sql.param(moved.map((one) => one.to));
  await ctx.db.execute(sql`update sales set ${sql.raw(`${hand}_id`)} = given.receiver, version = version + 1
    from unnest(${ids}::bigint[], ${to}::bigint[]) given(id, receiver) where sales.id = given.id`);
  for (const { id } of moved) touch(ctx, ['precontrato', id]);
}

/** Sets the lawyer that the sale's new state requires. It is part of that transition, so the version stays. */
export async function giveLawyer(db: Db, saleId: number, lawyerId: number): Promise<void> {
  await db.update(sales).set({ lawyerId }).where(eq(sales.id, saleId));
}
