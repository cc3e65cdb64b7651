import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { isUrgent, type NoticeKind } from '#contract/company/notifications/kinds.ts';
import { USER_TYPES } from '#contract/company/users/model.ts';
import type { StaffNotice, Telling } from '#server/kernel/channels.ts';
import type { Db } from '#server/kernel/db.ts';
import { projectTeam, roleGrants, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { notices } from './notifications.table.ts';
import { findRecipients } from './preferences.service.ts';
import { sendOut } from './sendOut.service.ts';

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
  /** The record it is about, if the key does not begin with it. */
  about?: string;
  /** A mail that says more, and goes unless its reader switched it off. `to`: to these of the recipients only. */
  mail?: (NonNullable<StaffNotice['mail']> & { to?: readonly (number | null)[] }) | undefined;
}

/** The record of an event's key: its first two words (`pago:12:confirmado` is about `pago:12`). */
const aboutOf = (event: string) => event.split(':').slice(0, 2).join(':');

/**
 * Creates notices in the caller's transaction, one per event and user, and lets each leave by the channels that its user
 * wants: now, or after the quiet hours and with the digest.
 */
export async function notify(ctx: Telling, notice: Notice): Promise<void> {
  const { kind, to, text, url, event, about = aboutOf(event) } = notice;
  const people = [...new Set(to)].filter((id): id is number => id != null && id !== ctx.staff?.userId);
  if (people.length === 0) return;
  const active = await findRecipients(ctx.db, people);
  if (active.length === 0) return;
  const made = await ctx.db
    .insert(notices)
    .values(active.map(({ userId }) => ({ userId, kind, event, about, text, url, at: ctx.now })))
    .onConflictDoNothing()
    .returning({ id: notices.id, userId: notices.userId });
  const recipients = new Map(active.map((one) => [one.userId, one]));
  await sendOut(
    ctx,
    made.map(({ id, userId }) => ({
      notice: { id, userId, kind, text, url, about, urgent: isUrgent(kind), mail: mailFor(notice, userId) },
      recipient: recipients.get(userId)!,
    })),
  );
}

/** The notice's own mail, if it is for this user. */
function mailFor({ mail }: Notice, userId: number): StaffNotice['mail'] {
  if (!mail) return undefined;
  const { to, ...rest } = mail;
  return to === undefined || to.includes(userId) ? rest : undefined;
}

const COLLEAGUES = USER_TYPES.filter(({ colleague }) => colleague).map(({ id }) => id);

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
        inArray(users.userTypeId, COLLEAGUES),
        eq(roleGrants.permission, permission),
        sql`(${roleGrants.scope} = 'todo' or (${roleGrants.scope} = 'sus_proyectos' and exists (
          select 1 from ${projectTeam} t where t.user_id = ${users.id} and t.project_id = ${projectId ?? 0})))`,
      ),
    );
  return found.map(({ id }) => id);
}
