import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { together } from '#server/kernel/together.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

export type OpenProject = NonNullable<Awaited<ReturnType<typeof openProject>>>;

/** A public project: published and not archived. */
export const openProject = (db: Db, by: { id: number } | { slug: string }) =>
  together(db, `open project:${JSON.stringify(by)}`, () => findOpen(db, by));

async function findOpen(db: Db, by: { id: number } | { slug: string }) {
  const [found] = await db
    .select({
      id: projects.id,
      slug: projects.slug,
      name: projects.name,
      address: projects.address,
      district: projects.district,
      province: projects.province,
      latitude: projects.latitude,
      longitude: projects.longitude,
    })
    .from(projects)
    .where(
      and(
        'id' in by ? eq(projects.id, by.id) : eq(projects.slug, by.slug),
        projects.published,
        isNull(projects.archivedAt),
      ),
    );
  return found;
}
