import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { COMMISSION, OWED_COMMISSIONS } from '#contract/sales/commissions/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, type Db, anyOf } from '#server/kernel/db.ts';
import { commissionLines, commissionOffsets, commissions } from './commissions.table.ts';
import { move } from './release.service.ts';

type Payee = Pick<typeof commissions.$inferSelect, 'userId' | 'brokerId'>;
type Line = typeof commissionLines.$inferSelect;

/** Key of a payee: adviser or broker. */
export const payeeKey = ({ userId, brokerId }: Payee) => (userId === null ? `c${brokerId}` : `a${userId}`);

/** The debt of each of these payees in centavos, by `payeeKey`; payees without debt are missing. */
export async function owedBack(db: Db, people: readonly Payee[]): Promise<Map<string, number>> {
  const ids = (key: keyof Payee) => sql.param(people.flatMap((one) => one[key] ?? []));
  const found = await rows<Payee & { cents: number }>(
    db,
    sql`select c.user_id "userId", c.broker_id "brokerId",
        sum(-l.cents - coalesce((select sum(o.cents) from commission_offsets o where o.reverse_id = l.id), 0))::bigint cents
      from commission_lines l join commissions c on c.id = l.commission_id
      where l.reverses_id is not null and l.state_id in ${anyOf(OWED_COMMISSIONS)}
        and (c.user_id = any(${ids('userId')}::bigint[]) or c.broker_id = any(${ids('brokerId')}::bigint[]))
      group by c.user_id, c.broker_id`,
  );
  return new Map(found.map((one) => [payeeKey(one), one.cents]));
}

/** The deductions stored for these lines; for reverse entries, the amount already recovered. Centavos by line id. */
export async function keptBack(db: Db, lineIds: readonly number[]): Promise<Map<number, number>> {
  const found = await rows<{ id: number; cents: number }>(
    db,
    sql`select l.id, sum(o.cents)::bigint cents from commission_lines l
      join commission_offsets o on (l.reverses_id is null and o.line_id = l.id) or (l.reverses_id is not null and o.reverse_id = l.id)
      where l.id = any(${sql.param([...lineIds])}::bigint[]) group by l.id`,
  );
  return new Map(found.map(({ id, cents }) => [id, cents]));
}

/**
 * Deducts the payee's debt for ended sales from a part that is being paid, oldest first, and carries the rest forward.
 * Returns the deducted centavos. Locks serialize two payouts to one person.
 */
export async function keepBack(ctx: Acting, line: Line, payee: Payee): Promise<number> {
  const owed = await ctx.db
    .select({ reverse: commissionLines })
    .from(commissionLines)
    .innerJoin(commissions, eq(commissions.id, commissionLines.commissionId))
    .where(
      and(
        isNotNull(commissionLines.reversesId),
        inArray(commissionLines.stateId, OWED_COMMISSIONS),
        payee.userId === null
          ? eq(commissions.brokerId, payee.brokerId ?? 0)
          : eq(commissions.userId, payee.userId),
      ),
    )
    .orderBy(asc(commissionLines.id))
    .for('no key update', { of: commissionLines });
  // Read after the locks, so that the deductions of another payout are included.
  const before = await keptBack(ctx.db, owed.map(({ reverse }) => reverse.id)); // prettier-ignore
  let left = line.cents;
  for (const { reverse } of owed) {
    const open = -reverse.cents - (before.get(reverse.id) ?? 0);
    const cents = Math.min(left, open);
    if (cents <= 0) continue;
    await ctx.db
      .insert(commissionOffsets)
      .values({ lineId: line.id, reverseId: reverse.id, cents, at: ctx.now });
    if (cents === open)
      await move(ctx, reverse, COMMISSION.offset, {}, `Descontado de la comisión ${line.id}`);
    left -= cents;
  }
  return line.cents - left;
}
