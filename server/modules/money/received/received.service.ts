import { sql } from 'drizzle-orm';
import { ReceivedFilter } from '#contract/money/received/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { chosen } from './received.queries.ts';

/** The money that stayed between two days of the bank, in cents, and the entries of the register between them. */
export async function receivedBetween(
  ctx: Context,
  desde: string,
  hasta: string,
): Promise<{ centavos: number; total: number }> {
  const found = await row<{ centavos: number; total: number }>(
    ctx.db,
    await chosen(
      ctx,
      ReceivedFilter.parse({ desde, hasta }),
      sql`coalesce(sum(e.cents), 0)::bigint centavos, count(*)::int total`,
    ),
  );
  return found!;
}
