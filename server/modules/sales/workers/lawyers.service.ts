import { giveLawyer } from '#server/modules/sales/sale/hands.service.ts';
import type { Follower } from '#server/kernel/changes.ts';
import { eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { away, isLawyer, legalLoad, waitForAssignments } from './processors.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Legal work begins with the letter of promise; for a cash sale, with the complete file (domain.md §3, 5 or 8 → 9). */
const needsLawyer = (stateId: number, paymentForm: string): boolean =>
  stateId === SALE.promiseLetter || (stateId === SALE.complete && paymentForm === 'contado');

/**
 * The lawyer with the fewest running sales: from the project's team, else from all; not one who is away. Null if there
 * is none. As for processors, a lock makes concurrent assignments run one after the other, so they spread evenly: call
 * it late in the transaction.
 */
export async function chooseLawyer(
  ctx: Pick<Context, 'now'> & { db: Db },
  projectId: number,
): Promise<number | null> {
  await waitForAssignments(ctx.db);
  const chosen = await row<{ id: number }>(
    ctx.db,
    sql`select u.id from users u where u.active and ${isLawyer} and not ${away(panamaDay(ctx.now))}
      order by not exists (select from project_team t where t.user_id = u.id and t.project_id = ${projectId}),
        ${legalLoad}, u.id limit 1`,
  );
  return chosen?.id ?? null;
}

/** Assigns a lawyer when the legal work of a sale begins; an existing lawyer stays. The sale must be locked. */
async function assignLawyer(
  ctx: Pick<Context, 'now'> & { db: Db },
  saleId: number,
  stateId: number,
): Promise<void> {
  const [sale] = await ctx.db
    .select({ projectId: sales.projectId, lawyerId: sales.lawyerId, paymentForm: sales.paymentForm })
    .from(sales)
    .where(eq(sales.id, saleId));
  if (!sale || sale.lawyerId !== null || !needsLawyer(stateId, sale.paymentForm)) return;
  const lawyerId = await chooseLawyer(ctx, sale.projectId);
  if (lawyerId !== null) await giveLawyer(ctx.db, saleId, lawyerId);
}

/** Assigns the lawyer when the legal work of a sale begins. */
export const lawyerFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to }) {
    if (to === SALE.promiseLetter || to === SALE.complete) await assignLawyer(ctx, id, to);
  },
};
