import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { projectTeam, roleGrants, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { notices } from './notifications.table.ts';

export interface Notice {
  kind: NoticeKind;
  /** Who is told; null and repeats are skipped, and so is whoever caused it. */
  to: readonly (number | null | undefined)[];
  /** One short sentence that stands alone: what happened, to whom. */
  text: string;
  /** Path in the office: /oficina/ventas/7 */
  url: string;
  /** Names the event among all of the house (`pago:12:confirmado`): a repeat of it tells nobody twice. */
  event: string;
}

type Telling = Pick<Context, 'now'> & Partial<Pick<Context, 'staff'>> & { db: Db };

/** Tells colleagues in the office, in the caller's transaction: one event, one notice a person. */
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

/** Active colleagues who hold a permission over everything, or over that project. */
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
