import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { personInReach } from '#server/modules/sales/people/people.scope.ts';

/**
 * The row scope of conversations, over a table `c`: those of the people whose sales, prospects or proformas are in the
 * caller's scope, and those that were handed to the caller.
 */
export function conversationInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  if (!reach) return sql`false`;
  if (reach.scope === 'todo') return sql`true`;
  return sql`(c.assignee_id = ${reach.userId} or ${personInReach(ctx, permission, sql`c.person_id`)})`;
}
