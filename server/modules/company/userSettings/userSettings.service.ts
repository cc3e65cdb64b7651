import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  MAX_TABLES,
  MAX_VIEWS,
  type changeView as ChangeViewCall,
  type createView as CreateViewCall,
  type TablePrefs,
  type TableState,
  type TableView,
  type UserSettings,
} from '#contract/company/userSettings/settings.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context, type Staff } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import {
  countTables,
  findPrefs,
  findSettings,
  findViews,
  lockOwnViews,
  nextPosition,
  present,
  putPrefs,
  putSettings,
} from './userSettings.queries.ts';
import { tableViews, type userSettings } from './userSettings.table.ts';

/** The caller, if the settings are their own. Raises 403 for another user's (product.md). */
export function own(ctx: Context, userId: number): Staff {
  const staff = staffOf(ctx);
  if (staff.userId !== userId) throw forbidden();
  return staff;
}

const shown = (row: typeof userSettings.$inferSelect | undefined): UserSettings => ({
  expand_costumer_detail: row?.expandCostumerDetail ?? false,
  coincidences_columns_width: row?.coincidencesColumnsWidth ?? {},
});

export const readUserSettings = async (ctx: Context, userId: number): Promise<UserSettings> =>
  shown(await findSettings(ctx.db, own(ctx, userId).userId));

/** Changes one of the settings. Returns all of them. */
export const writeUserSettings = async (
  ctx: Context,
  userId: number,
  set: Parameters<typeof putSettings>[2],
): Promise<UserSettings> => shown(await putSettings(ctx.db, own(ctx, userId).userId, set, ctx.now));

export const readKeySettings = async (ctx: Context, userId: number) => ({
  single_keys: (await findSettings(ctx.db, own(ctx, userId).userId))?.singleKeys ?? true,
});

export const writeKeySettings = async (
  ctx: Context,
  userId: number,
  { single_keys }: { single_keys: boolean },
) => ({
  single_keys: (await putSettings(ctx.db, own(ctx, userId).userId, { singleKeys: single_keys }, ctx.now))
    .singleKeys,
});

export const newsSeen = async (ctx: Pick<Context, 'db'>, userId: number): Promise<string | null> =>
  (await findSettings(ctx.db, userId))?.newsSeen ?? null;

/** Raises 403 for another user's. */
export async function seeNews(ctx: Context, userId: number, day: string): Promise<void> {
  const before = await newsSeen(ctx, own(ctx, userId).userId);
  if (before === null || before < day) await putSettings(ctx.db, userId, { newsSeen: day }, ctx.now);
}

/** Users who approve something beyond their own records may share views: they lead others' work. */
export const mayShare = ({ grants, colleague }: Pick<Staff, 'grants' | 'colleague'>): boolean =>
  colleague &&
  [...grants].some(
    ([permission, scope]) =>
      permission.endsWith('.aprobar') && (scope === 'todo' || scope === 'sus_proyectos'),
  );

/** The caller's settings and views of a table; only colleagues see shared views (rulings.md 33). */
export async function readTable(ctx: Context, userId: number, table: string): Promise<TableState> {
  const staff = own(ctx, userId);
  const prefs = await findPrefs(ctx.db, userId, table);
  const views = await findViews(ctx.db, userId, table, { shared: staff.colleague });
  return { prefs: prefs ?? null, views, may_share: mayShare(staff) };
}

/** Saves the caller's settings of a table. Raises 422 beyond a hundred tables. */
export async function writeTable(
  ctx: Context,
  userId: number,
  table: string,
  prefs: TablePrefs,
): Promise<TableState> {
  own(ctx, userId);
  const known = await findPrefs(ctx.db, userId, table);
  if (!known && (await countTables(ctx.db, userId)) >= MAX_TABLES)
    throw new Refused(422, 'TOO_MANY', 'Ya se recuerdan demasiadas tablas.');
  await putPrefs(ctx.db, userId, table, prefs, ctx.now);
  return readTable(ctx, userId, table);
}

type NewView = z.output<(typeof CreateViewCall)['body']>;
type ViewChange = z.output<(typeof ChangeViewCall)['body']>;

const nameTaken = () =>
  new Refused(409, 'NAME_TAKEN', 'Ya tienes una vista con ese nombre.', {
    errors: [{ field: 'name', message: 'Ya tienes una vista con ese nombre.' }],
  });

/** Adds a view. Raises 409 NAME_TAKEN, 422 beyond thirty views, 403 when the caller may not share it. */
export async function addView(
  ctx: Context,
  userId: number,
  table: string,
  view: NewView,
): Promise<TableView> {
  const staff = own(ctx, userId);
  if (view.shared && !mayShare(staff)) throw forbidden();
  const views = await lockOwnViews(ctx.db, userId, table);
  if (views.length >= MAX_VIEWS)
    throw invalid([{ field: 'name', message: `Ya tienes ${MAX_VIEWS} vistas: quita una que no uses.` }]);
  if (views.some(({ name }) => name.toLowerCase() === view.name.toLowerCase())) throw nameTaken();
  const position = await nextPosition(ctx.db, userId, table);
  const [made] = await ctx.db
    .insert(tableViews)
    .values({ ...view, userId, table, position, createdAt: ctx.now, updatedAt: ctx.now })
    .returning();
  if (view.shared) await audit(ctx, 'shared', 'vista', made!.id, { table, name: view.name });
  return present(made!, null);
}

const ofOwn = (userId: number, viewId: number) =>
  and(eq(tableViews.id, viewId), eq(tableViews.userId, userId));

/** Changes an own view. Raises 404 for another user's, 409 STALE with the current view, 409 NAME_TAKEN. */
export async function editView(
  ctx: Context,
  userId: number,
  viewId: number,
  { version, ...set }: ViewChange,
): Promise<TableView> {
  const staff = own(ctx, userId);
  const [before] = await ctx.db.select().from(tableViews).where(ofOwn(userId, viewId)).for('no key update');
  if (!before) throw notFound();
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, present(before, null));
  if (set.shared && !before.shared && !mayShare(staff)) throw forbidden();
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
  try {
    const [row] = await ctx.db.transaction((tx) =>
      tx
        .update(tableViews)
        .set({ ...given, version: before.version + 1, updatedAt: ctx.now })
        .where(ofOwn(userId, viewId))
        .returning(),
    );
    if (set.shared !== undefined && set.shared !== before.shared)
      await audit(ctx, set.shared ? 'shared' : 'unshared', 'vista', viewId, { table: before.table });
    return present(row!, null);
  } catch (error) {
    throw violatedConstraint(error) === 'table_views_name' ? nameTaken() : error;
  }
}

/** Reorders the caller's views of a table. Raises 409 unless the ids are exactly these views. */
export async function sortViews(
  ctx: Context,
  userId: number,
  table: string,
  ids: readonly number[],
): Promise<TableState> {
  own(ctx, userId);
  const views = await lockOwnViews(ctx.db, userId, table);
  const known = new Set(views.map(({ id }) => id));
  if (ids.length !== known.size || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
    throw conflict('CONFLICT');
  await ctx.db.execute(sql`
    update ${tableViews} set position = o.position
    from unnest(${sql.param([...ids])}::bigint[]) with ordinality as o(id, position)
    where ${tableViews.id} = o.id and ${eq(tableViews.userId, userId)}`);
  return readTable(ctx, userId, table);
}

/** Deletes an own view. Raises 404 for another user's. To undo, the client saves it again. */
export async function dropView(ctx: Context, userId: number, viewId: number): Promise<void> {
  own(ctx, userId);
  const gone = await ctx.db
    .delete(tableViews)
    .where(ofOwn(userId, viewId))
    .returning({ id: tableViews.id, shared: tableViews.shared, table: tableViews.table });
  if (!gone[0]) throw notFound();
  if (gone[0].shared) await audit(ctx, 'unshared', 'vista', viewId, { table: gone[0].table });
}
