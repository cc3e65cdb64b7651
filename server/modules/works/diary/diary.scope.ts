import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { diaries, diaryEntries } from './diary.table.ts';

/** Row scope of entries; propio: what the caller wrote, or what belongs to a contract of the caller's company. */
export function entriesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  // Whatever a role grants: who is no colleague reads only of the contracts of the own company.
  switch (reach && (ctx.staff?.colleague ? reach.scope : 'propio')) {
    case 'todo':
      return undefined;
    case 'sus_proyectos':
      return sql`${diaryEntries.diaryId} in (select d.id from diaries d where d.project_id = any(${sql.param([...reach!.projectIds])}))`;
    case 'propio':
      return sql`(${diaryEntries.authorId} = ${reach!.userId} or ${diaryEntries.contractId} in (select c.id from contracts c
        join users u on u.partner_id = c.contractor_id where u.id = ${reach!.userId}))`;
    default:
      return sql`false`;
  }
}

/** Row scope of diaries, with the tables' names in full, because a query of one table leaves them out; propio: those with an entry in reach, so that a contractor learns of no other's days. */
export function diariesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = ctx.staff?.colleague ? scopeOf(ctx, permission) : null;
  if (reach?.scope === 'todo') return undefined;
  if (reach?.scope === 'sus_proyectos')
    return sql`${diaries.projectId} = any(${sql.param([...reach.projectIds])})`;
  return sql`exists (select from ${diaryEntries} where diary_entries.diary_id = diaries.id and ${entriesInReach(ctx, permission)})`;
}

/**
 * Whether the caller may open a day. Guards its comments and files, which tell of all its entries: a contractor, who
 * reaches only some, sees those with their photographs and nothing else.
 */
export async function mayOpenDiary(ctx: Context, id: number): Promise<boolean> {
  if (!ctx.staff?.colleague) return false;
  const found = await ctx.db
    .select({ id: diaries.id })
    .from(diaries)
    .where(and(eq(diaries.id, id), diariesInReach(ctx, 'bitacora.ver')));
  return found.length > 0;
}
