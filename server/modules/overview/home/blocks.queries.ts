import { USER_TYPE } from '#contract/company/users/model.ts';
import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { BLOCK_ROWS } from '#contract/overview/home/blocks.ts';
import { PAPER_KINDS, PAPER_WARNING_DAYS, type PaperKind } from '#contract/company/partners/partners.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { projectTeam, roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { partnerPapers, partners } from '#server/modules/company/partners/partners.table.ts';

/** Count of all matching rows, next to the few that are shown. */
const total = sql<number>`count(*) over ()::int`;

/** Active users without a password yet, longest waiting first. */
export async function openInvitations(db: Db) {
  const waiting = sql<Date>`coalesce(${users.invitedAt}, ${users.createdAt})`.mapWith(users.createdAt);
  const found = await db
    .select({ id: users.id, name: users.name, email: users.email, since: waiting, total })
    .from(users)
    .where(and(users.active, isNull(users.passwordHash)))
    .orderBy(waiting, asc(users.id))
    .limit(BLOCK_ROWS);
  return {
    total: found[0]?.total ?? 0,
    rows: found.map(({ id, name, email, since }) => ({ id, name, email, since: since.toISOString() })),
  };
}

export const failedMails = (db: Db): Promise<number> =>
  db.$count(outboxMails, eq(outboxMails.state, 'failed'));

/** Current documents of active partners that have expired or expire soon, earliest first. */
export async function endingPapers(ctx: Pick<Context, 'db' | 'now'>) {
  const until = addDays(panamaDay(ctx.now), PAPER_WARNING_DAYS);
  const found = await ctx.db
    .select({
      id: partnerPapers.id,
      partner_id: partners.id,
      partner: partners.name,
      kind: partners.kind,
      paper: partnerPapers.kind,
      expires_on: partnerPapers.expiresOn,
      total,
    })
    .from(partnerPapers)
    .innerJoin(partners, eq(partners.id, partnerPapers.partnerId))
    .where(
      and(isNull(partnerPapers.replacedAt), isNull(partners.archivedAt), lte(partnerPapers.expiresOn, until)),
    )
    .orderBy(asc(partnerPapers.expiresOn), asc(partnerPapers.id))
    .limit(BLOCK_ROWS);
  return {
    total: found[0]?.total ?? 0,
    rows: found.map(({ id, partner_id, partner, kind, paper, expires_on }) => ({
      id,
      partner_id,
      partner,
      partner_kind: kind === 'contratante' ? ('contratante' as const) : ('contratista' as const),
      paper: PAPER_KINDS[paper as PaperKind] ?? paper,
      expires_on: expires_on ?? '',
    })),
  };
}

/** Seed roles to ask for help: administrador, coordinador (contract/access.ts). */
const ASKED = [1, 3];

/** Active users in the teams of these projects, and administrators and coordinators; without the caller. */
export async function contactsOf(
  db: Db,
  { userId, projectIds }: { userId: number; projectIds: readonly number[] },
) {
  const inTeam = sql<boolean>`exists (select from ${projectTeam} t where t.user_id = users.id
    and t.project_id = any(${sql.param([...projectIds])}::bigint[]))`;
  const isAsked = sql<boolean>`exists (select from ${userRoles} ur where ur.user_id = users.id
    and ur.role_id in ${ASKED})`;
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      phone: users.phone,
      roles: sql<string>`string_agg(${roles.displayName}, ', ' order by ${roles.id})`,
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(
      and(
        users.active,
        ne(users.id, userId),
        inArray(users.userTypeId, [USER_TYPE.staff, USER_TYPE.inspector]),
        or(inTeam, isAsked),
      ),
    )
    .groupBy(users.id)
    .orderBy(sql`${isAsked} desc`, sql`${inTeam} desc`, asc(users.name), asc(users.id))
    .limit(BLOCK_ROWS);
}
