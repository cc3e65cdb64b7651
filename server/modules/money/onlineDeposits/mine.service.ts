import { desc, inArray } from 'drizzle-orm';
import type { OnlinePay } from '#contract/money/onlineDeposits/mine.ts';
import { DEPOSIT_STATE as S } from '#contract/money/onlineDeposits/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { payments } from '#server/modules/money/payments/payments.table.ts';
import { onlineDeposits } from './onlineDeposits.table.ts';
import { isPayable } from './pay.service.ts';
import { providersOf } from './providers.ts';

/** How a buyer may pay these dues online, by payment; empty where nothing is configured. */
export async function onlineOf(
  ctx: Pick<Context, 'db' | 'config'>,
  dues: readonly Pick<typeof payments.$inferSelect, 'id' | 'typeId' | 'stateId'>[],
): Promise<ReadonlyMap<number, OnlinePay>> {
  const ways = [...providersOf(ctx.config).keys()];
  const ids = dues.filter(isPayable).map(({ id }) => id);
  if (ways.length === 0 || ids.length === 0) return new Map();
  const tries = await ctx.db
    .select()
    .from(onlineDeposits)
    .where(inArray(onlineDeposits.paymentId, ids))
    .orderBy(desc(onlineDeposits.id));
  return new Map(
    ids.map((paymentId) => {
      const last = tries.find((one) => one.paymentId === paymentId);
      const live = last?.stateId === S.pending ? { way: last.way, payUrl: last.payUrl } : null;
      return [paymentId, { paymentId, ways, live, failed: last?.stateId === S.failed }];
    }),
  );
}
