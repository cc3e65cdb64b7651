import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Follower } from '#server/kernel/changes.ts';
import type { Db } from '#server/kernel/db.ts';
import { FREE } from '#server/modules/projects/lots/free.service.ts';
import { lotWaitlist } from './waitlist.table.ts';

/** What the job is told that offers a lot to the first who waits; the job itself is in waitlist.jobs.ts. */
export const PromoteWaiting = {
  name: 'lots.promoteWaiting',
  payload: z.object({ lotId: z.number().int() }),
};

/** Who waits now: neither left nor offered the lot. */
export const waiting = and(isNull(lotWaitlist.leftAt), isNull(lotWaitlist.offeredAt));

/** How many wait for a lot. */
export async function lengthOfLine(db: Db, lotId: number): Promise<number> {
  const [found] = await db
    .select({ waiting: sql<number>`count(*)::int` })
    .from(lotWaitlist)
    .where(and(eq(lotWaitlist.lotId, lotId), waiting));
  return found?.waiting ?? 0;
}

/** A lot that became free is offered to the first who waits for it. */
export const lotFollower: Follower = {
  record: 'lote',
  async follow(ctx, { id, verb }) {
    if (verb === FREE) await ctx.jobs.send(ctx.db, PromoteWaiting, { lotId: id });
  },
};
