import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { projectTeam, roleGrants, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { notices } from './notifications.table.ts';

export interface Notice {
  kind: NoticeKind;
  /** Ids of the recipients; null, duplicates and the user who caused the event are skipped. */
  to: readonly (number | null | undefined)[];
  /** One short sentence that needs no context: what happened, to whom. */
  text: string;
  /** Office path: /oficina/ventas/7 */
  url: string;
  /** Unique key of the event (`pago:12:confirmado`): a repeated event creates no second notice. */
  event: string;
}

type Telling = Pick<Context, 'now'> & Partial<Pick<Context, 'staff'>> & { db: Db };

/** Creates notices in the caller's transaction: one per event and user. */
export async function notify(ctx: Telling, { kind, to, text, url, event }: Notice): Promise<void> {
  const people = [...new Set(to)].filter((id): id is number => id != null && id !== ctx.staff?.userId);
  if (people.length === 0) return;
  const active = await ctx.db
    .select({ userId: users.id })
    .from(users)
    .where(and(inArray(users.id, people), users.active));
  if (active.length === 0) return;
  await ctx.db
    .insert(notices)
    .values(active.map(({ userId }) => ({ userId, kind, event, text, url, at: ctx.now })))
    .onConflictDoNothing();
}

/** Active colleagues with a permission, for everything or for that project. */
export async function whoMay(db: Db, permission: Permission, projectId?: number): Promise<number[]> {
  const found = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roleGrants, eq(roleGrants.roleId, userRoles.roleId))
    .where(
      and(
        users.active,
        eq(roleGrants.permission, permission),
        sql`(${roleGrants.scope} = 'todo' or (${roleGrants.scope} = 'sus_proyectos' and exists (
          select 1 from ${projectTeam} t where t.user_id = ${users.id} and t.project_id = ${projectId ?? 0})))`,
      ),
    );
  return found.map(({ id }) => id);
}
