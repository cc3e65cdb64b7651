import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { diaries, diaryEntries } from './diary.table.ts';

/** Row scope of entries; propio: what the caller wrote, or what belongs to a contract of the caller's company. */
export function entriesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return undefined;
    case 'sus_proyectos':
      return sql`${diaryEntries.diaryId} in (select d.id from diaries d where d.project_id = any(${sql.param([...reach.projectIds])}))`;
    case 'propio':
      return sql`(${diaryEntries.authorId} = ${reach.userId} or ${diaryEntries.contractId} in (select c.id from contracts c
        join users u on u.partner_id = c.contractor_id where u.id = ${reach.userId}))`;
    default:
      return sql`false`;
  }
}

/** Row scope of diaries, with the tables' names in full, because a query of one table leaves them out; propio: those with an entry in reach, so that a contractor learns of no other's days. */
export function diariesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'todo') return undefined;
  if (reach?.scope === 'sus_proyectos')
    return sql`${diaries.projectId} = any(${sql.param([...reach.projectIds])})`;
  return sql`exists (select from ${diaryEntries} where diary_entries.diary_id = diaries.id and ${entriesInReach(ctx, permission)})`;
}
