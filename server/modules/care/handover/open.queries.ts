import { and, asc, eq, inArray } from 'drizzle-orm';
import { OPEN_PUNCH } from '#contract/care/handover/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { punchItems } from './handover.table.ts';

/** The items of a delivery that nobody has verified yet. */
export const openItems = (db: Db, handoverId: number) =>
  db
    .select()
    .from(punchItems)
    .where(and(eq(punchItems.handoverId, handoverId), inArray(punchItems.stateId, [...OPEN_PUNCH])))
    .orderBy(asc(punchItems.id));
