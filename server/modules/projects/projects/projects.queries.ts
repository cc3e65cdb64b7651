import { NOT_SOLD, LOT_STATE } from '#contract/company/catalogs/states.ts';
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import type { Ordering } from '#contract/paging.ts';
import { anyOf, type Db, hasPart, idOf, inOrder, rows } from '#server/kernel/db.ts';
import { known } from '#server/kernel/known.ts';
import type { Permission } from '#contract/access.ts';
import { roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { projectsInReach } from './projects.scope.ts';
import { houseModels, media, projects } from './projects.table.ts';

/** Users who can join a project, with the names of their roles. */
export const findCandidates = (db: Db) =>
  db
    .select({
      id: users.id,
      name: users.name,
      roles: sql<
        string[]
      >`coalesce(array_agg(${roles.displayName} order by ${roles.id}) filter (where ${roles.id} is not null), '{}')`,
    })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(users.active, true))
    .groupBy(users.id)
    .orderBy(asc(users.name));

/** A project's row, optionally locked; undefined outside the caller's scope. */
export async function findProjectRow(ctx: Context, id: number, permission: Permission, lock = false) {
  const query = ctx.db
    .select()
    .from(projects)
    .where(and(eq(projects.id, id), projectsInReach(ctx, permission)));
  return (await (lock ? query.for('no key update') : query))[0];
}

export const findModels = (db: Db, projectId: number) =>
  db
    .select()
    .from(houseModels)
    .where(eq(houseModels.projectId, projectId))
    .orderBy(asc(houseModels.position), asc(houseModels.id));

export const findMediaOf = (db: Db, projectId: number) =>
  db.select().from(media).where(eq(media.projectId, projectId)).orderBy(asc(media.position), asc(media.id));

/** A page of the caller's projects with counts of free lots and open sales, and the total. */
export async function pageOfProjects(
  ctx: Context,
  filter: {
    q?: string | undefined;
    archived: boolean;
    limit: number;
    offset: number;
  } & Ordering<'name' | 'id'>,
) {
  const where = and(
    projectsInReach(ctx, 'proyectos.ver'),
    filter.archived ? undefined : isNull(projects.archivedAt),
    filter.q ? hasPart(projects.name, filter.q) : undefined,
  );
  const order = inOrder(filter, { name: projects.name, id: projects.id }, projects.id, ['name', 'asc']);
  // Counts only for the projects of the page, not for all projects.
  const page = ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(where)
    .orderBy(order)
    .limit(filter.limit)
    .offset(filter.offset);
  const count = (table: SQL) => sql<number>`(select count(*)::int from ${table})`;
  const list = await ctx.db
    .select({
      id: projects.id,
      slug: projects.slug,
      name: projects.name,
      province: projects.province,
      district: projects.district,
      published: projects.published,
      archived: sql<boolean>`${projects.archivedAt} is not null`,
      models: count(sql`house_models m where m.project_id = ${projects.id} and m.archived_at is null`),
      lots: count(sql`lots l where l.project_id = ${projects.id}`),
      free_lots: count(
        sql`lots l where l.project_id = ${projects.id} and l.state_id = ${idOf(LOT_STATE.available)} and l.type_id not in ${anyOf(NOT_SOLD)}`,
      ),
      open_sales: known<number>(ctx, 'proyecto', 'openSales'),
    })
    .from(projects)
    .where(inArray(projects.id, page))
    .orderBy(order);
  return { list, total: await ctx.db.$count(projects, where) };
}

/** MIME type of a picture or video, by its hash or the hash of a rendering; `open`: its project is published. */
export async function findMediaFile(
  db: Db,
  sha256: string,
): Promise<{ mime: string; open: boolean } | undefined> {
  const [found] = await rows<{ mime: string; open: boolean }>(
    db,
    sql`select case when m.sha256 = ${sha256} then m.mime else 'image/webp' end as mime,
        bool_or(p.published and p.archived_at is null) over () as open
      from media m join projects p on p.id = m.project_id
      where m.sha256 = ${sha256} or m.variants @> ${JSON.stringify([{ sha256 }])}::jsonb
      limit 1`,
  );
  return found;
}
