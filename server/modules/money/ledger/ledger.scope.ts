import { inArray, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

type Reaching = Pick<Context, 'staff'>;

/** Condition for the books in scope: all of them, or those of the promotoras of the caller's projects. */
export function booksInReach(
  ctx: Reaching,
  permission: Permission,
  column: AnyPgColumn | SQL,
): SQL | undefined {
  const scope = scopeOf(ctx, permission);
  if (!scope) return sql`false`;
  if (scope.scope === 'todo') return undefined;
  return sql`${column} in (select ${projects.promoterId} from ${projects} where ${inArray(projects.id, [0, ...scope.projectIds])})`;
}
