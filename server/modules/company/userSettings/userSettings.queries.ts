import { and, asc, eq, max, sql } from 'drizzle-orm';
import type { TablePrefs, TableView } from '#contract/company/userSettings/settings.ts';
import { holdName, type Db } from '#server/kernel/db.ts';
import { tableViews, userSettings, userTables } from './userSettings.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

export const findSettings = async (db: Db, userId: number) =>
  (await db.select().from(userSettings).where(eq(userSettings.userId, userId)))[0];

/** Updates the given settings of a user; others stay. */
export const putSettings = async (
  db: Db,
  userId: number,
  set: Partial<Omit<typeof userSettings.$inferInsert, 'userId' | 'updatedAt'>>,
  updatedAt: Date,
) =>
  (
    await db
      .insert(userSettings)
      .values({ userId, ...set, updatedAt })
      .onConflictDoUpdate({ target: userSettings.userId, set: { ...set, updatedAt } })
      .returning()
  )[0]!;

export const findPrefs = async (db: Db, userId: number, table: string) =>
  (
    await db
      .select({ prefs: userTables.prefs })
      .from(userTables)
      .where(and(eq(userTables.userId, userId), eq(userTables.table, table)))
  )[0]?.prefs;

export const putPrefs = (db: Db, userId: number, table: string, prefs: TablePrefs, updatedAt: Date) =>
  db
    .insert(userTables)
    .values({ userId, table, prefs, updatedAt })
    .onConflictDoUpdate({ target: [userTables.userId, userTables.table], set: { prefs, updatedAt } });

export const countTables = (db: Db, userId: number) => db.$count(userTables, eq(userTables.userId, userId));

const SHARED_MAX = 60;

/** The user's own views in their order, then views shared by others, by name. */
export async function findViews(
  db: Db,
  userId: number,
  table: string,
  { shared }: { shared: boolean },
): Promise<TableView[]> {
  const mine = eq(tableViews.userId, userId);
  const found = await db
    .select({ view: tableViews, owner: users.name })
    .from(tableViews)
    .innerJoin(users, eq(users.id, tableViews.userId))
    .where(
      and(
        eq(tableViews.table, table),
        shared ? sql`(${mine} or (${tableViews.shared} and ${users.active}))` : mine,
      ),
    )
    .orderBy(
      sql`(${mine}) desc`,
      sql`case when ${mine} then ${tableViews.position} end`,
      asc(tableViews.name),
    )
    .limit(SHARED_MAX + 30);
  return found.map(({ view, owner }) => present(view, view.userId === userId ? null : owner));
}

/** A view in wire format; `owner` null: the reader's own. */
export const present = (view: typeof tableViews.$inferSelect, owner: string | null): TableView => ({
  id: view.id,
  name: view.name,
  search: view.search,
  columns: view.columns,
  shared: view.shared,
  own: owner === null,
  owner,
  version: view.version,
});

export async function lockOwnViews(db: Db, userId: number, table: string) {
  await holdName(db, `vistas ${userId} ${table}`);
  return db
    .select()
    .from(tableViews)
    .where(and(eq(tableViews.userId, userId), eq(tableViews.table, table)))
    .orderBy(asc(tableViews.position));
}

export const nextPosition = async (db: Db, userId: number, table: string) =>
  ((
    await db
      .select({ last: max(tableViews.position) })
      .from(tableViews)
      .where(and(eq(tableViews.userId, userId), eq(tableViews.table, table)))
  )[0]?.last ?? 0) + 1;
