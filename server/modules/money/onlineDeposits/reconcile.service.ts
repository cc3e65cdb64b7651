import { eq, sql } from 'drizzle-orm';
import { DEPOSIT_STATE as S, type Way } from '#contract/money/onlineDeposits/rules.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { idOf, anyOf, rows } from '#server/kernel/db.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { takeNews } from './news.service.ts';
import { onlineDeposits } from './onlineDeposits.table.ts';
import { ProviderFault, providersOf } from './providers.ts';

const minutes = (ctx: JobContext, count: number) => new Date(ctx.now.getTime() - count * 60_000);
/** Nobody pays later than this; a payment that arrives all the same is taken. */
const EXPIRES_MINUTES = 120;
const MOST = 100;

/** Asks the providers for deposits without news, and for a day for those that were given up: their news may have been lost. */
export async function reconcileDeposits(ctx: JobContext): Promise<void> {
  const providers = providersOf(ctx.config);
  const found = await rows<{ id: number; way: Way; reference: string; old: boolean }>(
    ctx.db,
    sql`select id, way, reference, state_id in ${anyOf([S.made, S.pending])} and created_at < ${minutes(ctx, EXPIRES_MINUTES)} old
      from online_deposits
      where (state_id in ${anyOf([S.made, S.pending])} and coalesce(asked_at, created_at) < ${minutes(ctx, 5)})
        or (state_id = ${idOf(S.failed)} and created_at > ${minutes(ctx, 24 * 60)} and coalesce(asked_at, created_at) < ${minutes(ctx, 60)})
      order by coalesce(asked_at, created_at), id limit ${MOST}`,
  );
  for (const { id, way, reference, old } of found) {
    const known = await providers
      .get(way)
      ?.find(reference)
      .catch((error: unknown) => {
        if (!(error instanceof ProviderFault)) throw error;
        return undefined;
      });
    await inTransaction(ctx, async (inside) => {
      await inside.db.update(onlineDeposits).set({ askedAt: inside.now }).where(eq(onlineDeposits.id, id));
      if (known && known.state !== 'pending') await takeNews(inside, way, reference, known);
      else if (old)
        await takeNews(inside, way, reference, { state: 'failed', remark: 'Se venció sin pagarse.' });
    });
  }
}
