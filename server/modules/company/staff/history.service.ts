import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { ofChange } from '#server/kernel/changes.ts';
import type { Db } from '#server/kernel/db.ts';
import { changeDetails, changes } from '#server/kernel/kernel.table.ts';
import { users } from './staff.table.ts';

/** A state change of a record. */
export interface StateChange {
  id: number;
  recordId: number;
  at: Date;
  /** Null for the first state. */
  from: number | null;
  to: number;
  reason: string | null;
  /** Name of the colleague; null: the customer or the system. */
  who: string | null;
  actorKind: string;
}

/** State changes of records of one kind, with user and reason, the newest first; at most 200. */
export async function statesOf(db: Db, record: string, ids: readonly number[]): Promise<StateChange[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({
      id: changes.id,
      recordId: changes.recordId,
      at: changes.at,
      from: changes.from,
      to: sql<number>`${changes.to}`,
      reason: changeDetails.reason,
      who: users.name,
      actorKind: changes.actorKind,
    })
    .from(changes)
    .leftJoin(changeDetails, ofChange)
    .leftJoin(
      users,
      sql`${users.id} = case when ${changes.actorKind} = 'staff' then ${changes.actorId}::bigint end`,
    )
    .where(and(eq(changes.record, record), inArray(changes.recordId, [...ids]), isNotNull(changes.to)))
    .orderBy(desc(changes.id))
    .limit(200);
  return found;
}

/** The changes of one record among those of several, with each state as its list names it. */
export const namedStates = <N>(
  changesOf: readonly StateChange[],
  recordId: number,
  named: (state: number) => N,
): { id: number; at: string; from: N | null; to: N; reason: string | null; who: string | null }[] =>
  changesOf
    .filter((one) => one.recordId === recordId)
    .map(({ id, at, from, to, reason, who }) => ({
      id,
      at: at.toISOString(),
      from: from === null ? null : named(from),
      to: named(to),
      reason,
      who,
    }));
