import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { LOT_TAKEN, LOT_TAKEN_TEXT, waitUrl, type PlaceOffered } from '#contract/sales/claims/claims.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict, type Refused } from '#server/kernel/errors.ts';
import { together } from '#server/kernel/together.ts';
import { lotWaitlist } from '#server/modules/projects/lots/lots.table.ts';

/** What the job is told that offers a lot to the first who waits; the job itself is in waitlist.jobs.ts. */
export const PromoteWaiting = {
  name: 'lots.promoteWaiting',
  payload: z.object({ lotId: z.number().int() }),
};

/** Who waits now: neither left nor offered the lot. */
export const waiting = and(isNull(lotWaitlist.leftAt), isNull(lotWaitlist.offeredAt));

export async function someoneWaits(db: Db, lotId: number): Promise<boolean> {
  const [first] = await db
    .select({ id: lotWaitlist.id })
    .from(lotWaitlist)
    .where(and(eq(lotWaitlist.lotId, lotId), waiting))
    .orderBy(asc(lotWaitlist.place))
    .limit(1);
  return first !== undefined;
}

/** How many wait for a lot. */
export async function lengthOfLine(db: Db, lotId: number): Promise<number> {
  const [found] = await db
    .select({ waiting: sql<number>`count(*)::int` })
    .from(lotWaitlist)
    .where(and(eq(lotWaitlist.lotId, lotId), waiting));
  return found?.waiting ?? 0;
}

/** The refusal of a lot that somebody else has, 409 LOT_TAKEN, with the next place in its line. */
export async function lotTaken(db: Db, lotId: number): Promise<Refused> {
  const length = await together(db, `line: ${lotId}`, () => lengthOfLine(db, lotId));
  const offered: PlaceOffered = {
    lote_id: lotId,
    puesto: length + 1,
    url: waitUrl(lotId),
  };
  return conflict(LOT_TAKEN, LOT_TAKEN_TEXT, offered);
}
