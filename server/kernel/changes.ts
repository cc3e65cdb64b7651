import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import { OWN_RECORDS, type RecordKind } from '#contract/records.ts';
import { actorOf } from './audit.ts';
import type { Acting } from './context.ts';
import type { Db } from './db.ts';
import { changeDetails, changes } from './kernel.table.ts';

/** Something that happened to a record. */
export interface Change {
  record: RecordKind;
  id: number;
  /** State before and after, for a change of state; `from` is null when the record was created. */
  from?: number | null;
  to?: number;
  /** What happened, if it was not a change of state. */
  verb?: string;
  /** The parent record. */
  of?: RecordName;
  reason?: string | undefined;
  /** More values for followers; the feed does not store them. */
  values?: unknown;
}
export type RecordName = readonly [record: RecordKind, id: number];

/** In the same transaction, does what a change of one kind of record causes in another feature. */
export interface Follower {
  record: RecordKind;
  follow: (ctx: Acting, change: Change) => Promise<void>;
}

/** Updates the columns derived from a kind of record and its parts, once for all changes of a transaction. */
export interface Keeper {
  record: RecordKind;
  keep: (ctx: Acting, ids: readonly number[]) => Promise<void>;
}

/** All followers and keepers, in the order of the list of modules. */
export interface ChangeRules {
  followers: readonly Follower[];
  keepers: readonly Keeper[];
}

/** Per transaction: the changed records whose keepers have not run yet, and whether the IP address was written. */
interface Unit {
  touched: Map<RecordKind, Set<number>>;
  /** The context of the first touch. */
  by: Acting | null;
  placed: boolean;
  announced: boolean;
}
const units = new WeakMap<Db, Unit>();
function unitOf(db: Db): Unit {
  let unit = units.get(db);
  if (unit) return unit;
  if (!(db instanceof PgTransaction)) throw new Error('a change is announced in its transaction');
  unit = { touched: new Map(), by: null, placed: false, announced: false };
  units.set(db, unit);
  return unit;
}

/**
 * Announces changes inside the transaction that made them: writes the feed, then runs the followers, one change after
 * the other. Keepers run at the end of the transaction, or earlier if `keepUp` is called before reading what they write.
 */
export async function announce(ctx: Acting, ...happened: readonly Change[]): Promise<void> {
  if (happened.length === 0) return;
  const { by } = unitOf(ctx.db);
  // The demo's past changes the clock within a transaction: run the earlier changes' keepers at their own time.
  if (by && by.now.getTime() !== ctx.now.getTime()) await keepUp(by);
  unitOf(ctx.db).announced = true;
  await writeFeed(ctx, happened);
  for (const { record, id, of } of happened) {
    touch(ctx, [record, id]);
    if (of) touch(ctx, of);
  }
  for (const change of happened)
    for (const { record, follow } of ctx.changes.followers)
      if (record === change.record) await follow(ctx, change);
}

/**
 * After a use case that announced nothing: tells the feed which kinds of record it may have changed (`touches`), as record 0,
 * so that open pages of others ask again. Nothing if it wrote nothing, and nothing of records that belong to one user.
 */
export async function announceTouched(ctx: Acting, kinds: readonly RecordKind[]): Promise<void> {
  const told = kinds.filter((kind) => !OWN_RECORDS.has(kind));
  if (told.length === 0 || units.get(ctx.db)?.announced) return;
  const actor = actorOf(ctx);
  await ctx.db.execute(sql`insert into ${changes} (at, record, record_id, verb, actor_kind, actor_id)
    select ${ctx.now}, kind, 0, 'tocado', ${actor.kind}, ${actor.id} from unnest(${sql.param(told)}::text[]) kind
    where pg_current_xact_id_if_assigned() is not null`);
}

/** Writes the changes, with the reasons, and the IP address once for each transaction. */
async function writeFeed({ db, now, ...ctx }: Acting, happened: readonly Change[]): Promise<void> {
  const unit = unitOf(db);
  const actor = actorOf(ctx);
  const details = happened.map(({ reason = null }, at) => ({
    reason,
    ip: at === 0 && !unit.placed ? (ctx.ip ?? null) : null,
  }));
  unit.placed = true;
  const written = db
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
        at: now,
      })),
    )
    .returning({ tx: changes.tx, id: changes.id });
  const [first] = details;
  if (details.every(({ reason, ip }) => reason === null && ip === null)) await written;
  else if (first && details.length === 1) {
    // One change, as almost always: both rows in one round trip.
    const made = db.$with('made').as(written);
    await db
      .with(made)
      .insert(changeDetails)
      .select((query) =>
        query
          .select({
            tx: made.tx,
            id: made.id,
            reason: sql`${first.reason}::text`.as('reason'),
            ip: sql`${first.ip}::text`.as('ip'),
          })
          .from(made),
      );
  } else
    await db.insert(changeDetails).values(
      (await written).flatMap((name, at) => {
        const { reason, ip } = details[at]!;
        return reason === null && ip === null ? [] : [{ ...name, reason, ip }];
      }),
    );
}

/** Marks a record so that its keepers run, without announcing a change in the feed. */
export function touch(ctx: Acting, [record, id]: RecordName): void {
  const unit = unitOf(ctx.db);
  unit.by ??= ctx;
  const ids = unit.touched.get(record);
  if (ids) ids.add(id);
  else unit.touched.set(record, new Set([id]));
}

/** Runs the keepers of every record touched in this transaction. Call it before reading what they write. */
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

/** Runs part of a use case in its own transaction. Inside another one it is a savepoint, which can fail on its own. */
export const inTransaction = <C extends Acting, A>(ctx: C, act: (inside: C) => Promise<A>): Promise<A> =>
  ctx.db.transaction(async (db) => {
    const inside = { ...ctx, db };
    const answer = await act(inside);
    await keepUp(inside);
    if (units.get(db)?.announced && ctx.db instanceof PgTransaction) unitOf(ctx.db).announced = true;
    return answer;
  });

/** The position of a feed reader: transaction and number of the last change it read. */
export interface Mark {
  tx: string;
  id: number;
}
export const START: Mark = { tx: '0', id: 0 };
export type Announced = typeof changes.$inferSelect;

/**
 * The changes after a mark, in the order of their transactions. An open transaction may still commit below a younger one
 * that has committed, so changes from the oldest open transaction on are left out. This way a reader misses no change.
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

/** Join condition: the details of a change, in a query over `changes`. */
export const ofChange = and(eq(changeDetails.tx, changes.tx), eq(changeDetails.id, changes.id));
