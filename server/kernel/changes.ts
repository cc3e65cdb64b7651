import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import { actorOf } from './audit.ts';
import type { Acting } from './context.ts';
import type { Db } from './db.ts';
import { changeDetails, changes } from './kernel.table.ts';

/** Something that happened to a record. */
export interface Change {
  /** Kind of the record: precontrato · documento · pago … */
  record: string;
  id: number;
  /** State before and after, for a change of state; `from` null when the record began. */
  from?: number | null;
  to?: number;
  /** What happened, where it was no change of state. */
  verb?: string;
  /** The record that it is part of. */
  of?: RecordName;
  reason?: string | undefined;
  /** What followers need beyond that; the feed does not keep it. */
  values?: unknown;
}
export type RecordName = readonly [record: string, id: number];

/** Does in the same transaction what a change of one kind of record causes in another feature. */
export interface Follower {
  record: string;
  follow: (ctx: Acting, change: Change) => Promise<void>;
}

/** Brings in line what is derived from a kind of record and its parts, once for all changes of a transaction. */
export interface Keeper {
  record: string;
  keep: (ctx: Acting, ids: readonly number[]) => Promise<void>;
}

/** Who follows what, in the order of the list of modules. */
export interface ChangeRules {
  followers: readonly Follower[];
  keepers: readonly Keeper[];
}

/** What a transaction has changed and its keepers have not looked at yet, and whether its address was written. */
interface Unit {
  touched: Map<string, Set<number>>;
  /** Who touched the first of them. */
  by: Acting | null;
  placed: boolean;
}
const units = new WeakMap<Db, Unit>();
function unitOf(db: Db): Unit {
  let unit = units.get(db);
  if (unit) return unit;
  if (!(db instanceof PgTransaction)) throw new Error('a change is announced in its transaction');
  unit = { touched: new Map(), by: null, placed: false };
  units.set(db, unit);
  return unit;
}

/**
 * Says, inside the transaction that made it so, that records changed: writes the feed and runs the followers, one change after the
 * other. What keepers derive follows at the end of the transaction, or when `keepUp` is called before something of it is read.
 */
export async function announce(ctx: Acting, ...happened: readonly Change[]): Promise<void> {
  if (happened.length === 0) return;
  const { by } = unitOf(ctx.db);
  // Another moment in one transaction, as in the demo's past: what came before it is seen to at its own.
  if (by && by.now.getTime() !== ctx.now.getTime()) await keepUp(by);
  const actor = actorOf(ctx);
  const made = await ctx.db
    .insert(changes)
    .values(
      happened.map(({ record, id, from, to, verb, of }) => ({
        record,
        recordId: id,
        from: from ?? null,
        to: to ?? null,
        verb: verb ?? null,
        ofRecord: of?.[0] ?? null,
        ofId: of?.[1] ?? null,
        actorKind: actor.kind,
        actorId: actor.id,
        at: ctx.now,
      })),
    )
    .returning({ tx: changes.tx, id: changes.id });
  await writeDetails(ctx, happened, made);
  for (const { record, id, of } of happened) {
    touch(ctx, [record, id]);
    if (of) touch(ctx, of);
  }
  for (const change of happened)
    for (const { record, follow } of ctx.changes.followers)
      if (record === change.record) await follow(ctx, change);
}

/** Why, and once for each transaction from where. */
async function writeDetails(
  ctx: Acting,
  happened: readonly Change[],
  made: readonly { tx: string; id: number }[],
): Promise<void> {
  const unit = unitOf(ctx.db);
  const details = made.flatMap(({ tx, id }, at) => {
    const reason = happened[at]!.reason ?? null;
    const ip = at === 0 && !unit.placed ? (ctx.ip ?? null) : null;
    return reason === null && ip === null ? [] : [{ tx, id, reason, ip }];
  });
  unit.placed = true;
  if (details.length > 0) await ctx.db.insert(changeDetails).values(details);
}

/** What is derived from a record has to be looked at again, though nothing of it is worth telling. */
export function touch(ctx: Acting, [record, id]: RecordName): void {
  const unit = unitOf(ctx.db);
  unit.by ??= ctx;
  const ids = unit.touched.get(record);
  if (ids) ids.add(id);
  else unit.touched.set(record, new Set([id]));
}

/** Runs the keepers of all that was touched in this transaction. Call it before reading what they write. */
export async function keepUp(ctx: Acting): Promise<void> {
  const unit = units.get(ctx.db);
  if (!unit?.by) return;
  const { touched } = unit;
  unit.by = null;
  unit.touched = new Map();
  for (const { record, keep } of ctx.changes.keepers) {
    const ids = touched.get(record);
    if (ids)
      await keep(
        ctx,
        [...ids].toSorted((a, b) => a - b),
      );
  }
}

/** A part of a use case in a transaction of its own; inside another one, where its failure leaves the rest whole. */
export const inTransaction = <C extends Acting, A>(ctx: C, act: (inside: C) => Promise<A>): Promise<A> =>
  ctx.db.transaction(async (db) => {
    const inside = { ...ctx, db };
    const answer = await act(inside);
    await keepUp(inside);
    return answer;
  });

/** Where a reader of the feed stands: the transaction and the number of the last change that it has read. */
export interface Mark {
  tx: string;
  id: number;
}
export const START: Mark = { tx: '0', id: 0 };
export type Announced = typeof changes.$inferSelect;

/**
 * The changes after a mark, in the order of their transactions. One that is still open may yet write below what a younger one has
 * committed, so nothing from the oldest open transaction on is answered: whatever overlaps, no change is passed by.
 */
export const readFeed = (db: Db, after: Mark, most: number, where?: SQL): Promise<Announced[]> =>
  db
    .select()
    .from(changes)
    .where(
      and(
        sql`(${changes.tx}, ${changes.id}) > (${after.tx}::xid8, ${after.id}::bigint)`,
        sql`${changes.tx} < pg_snapshot_xmin(pg_current_snapshot())`,
        where,
      ),
    )
    .orderBy(asc(changes.tx), asc(changes.id))
    .limit(most);

/** The details of a change in a query over `changes`. */
export const ofChange = and(eq(changeDetails.tx, changes.tx), eq(changeDetails.id, changes.id));
