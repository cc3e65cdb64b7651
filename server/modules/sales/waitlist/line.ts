import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Follower } from '#server/kernel/changes.ts';
import type { Db } from '#server/kernel/db.ts';
import { FREE } from '#server/modules/projects/lots/free.service.ts';
import { lotWaitlist } from './waitlist.table.ts';

/** Payload of the job that offers a lot to the first of its waitlist. The job itself is in waitlist.jobs.ts. */
export const PromoteWaiting = {
  name: 'lots.promoteWaiting',
  payload: z.object({ lotId: z.number().int() }),
};

/** Entries that still wait: they have not left and have had no offer. */
export const waiting = and(isNull(lotWaitlist.leftAt), isNull(lotWaitlist.offeredAt));

/** Length of a lot's waitlist. */
export async function lengthOfLine(db: Db, lotId: number): Promise<number> {
  const [found] = await db
    .select({ waiting: sql<number>`count(*)::int` })
    .from(lotWaitlist)
    .where(and(eq(lotWaitlist.lotId, lotId), waiting));
  return found?.waiting ?? 0;
}

/** Offers a lot that became free to the first of its waitlist. */
export const lotFollower: Follower = {
  record: 'lote',
  async follow(ctx, { id, verb }) {
    if (verb === FREE) await ctx.jobs.send(ctx.db, PromoteWaiting, { lotId: id });
  },
};
