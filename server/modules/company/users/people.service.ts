import { and, eq, isNull, sql } from 'drizzle-orm';
import { organizationalRoleTypes } from '#contract/company/catalogs/peopleLists.ts';
import { USER_TYPE, USER_TYPES } from '#contract/company/users/model.ts';
import type { UserChange, UserForm, UserRecord } from '#contract/company/users/people.ts';
import { NOT_ONES_OWN, PARTNER_KIND_OF_TYPE, WHY_NOT } from '#contract/company/roles/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint, type Db } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { requireProof } from '#server/modules/company/auth/proof.service.ts';
import { forgetSessions } from '#server/modules/company/auth/sessions.service.ts';
import {
  accountFacts,
  sendInvitation,
  shutOut,
  tellOfAddress,
} from '#server/modules/company/auth/staffAccounts.service.ts';
import { findCatalogItem } from '#server/modules/company/catalogs/catalogs.service.ts';
import { insertUser, setRoles, updateUser } from '#server/modules/company/staff/staff.service.ts';
import { setTeams } from '#server/modules/company/staff/teams.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { keepingAdministrator, lockUser, ownRefused, whyNotManage } from './manage.service.ts';
import { findUserRest, findUserRow } from './people.queries.ts';
import { checkGivable } from '#server/modules/company/roles/roles.service.ts';
import { userRoles, users } from '#server/modules/company/staff/staff.table.ts';

/** A user with all data. Raises 404. */
export async function getUser(
  ctx: Pick<Context, 'db' | 'now' | 'staff' | 'knows'>,
  id: number,
): Promise<UserRecord> {
  const listed = await findUserRow(ctx.db, id, ctx.now);
  const rest = await findUserRest(ctx, id);
  if (!listed || !rest) throw notFound();
  const account = await accountFacts(ctx.db, id, ctx.now);
  const open_work = { processor: rest.openProcessor ?? 0, adviser: rest.openAdviser ?? 0 };
  const why_not = await whyNotManage(ctx, id);
  const iso = (instant: string | null) => (instant === null ? null : new Date(instant).toISOString());
  return {
    ...listed,
    ...account,
    projects: rest.projects,
    lawyer: rest.lawyer,
    invited_at: iso(rest.invitedAt),
    deactivated_at: iso(rest.deactivatedAt),
    deactivated_by: rest.deactivatedBy,
    version: rest.version,
    open_work,
    self: staffOf(ctx).userId === id,
    why_not,
  };
}

/**
 * Creates a user and optionally mails the invitation. Raises 422 at a taken address, or at a role that grants too much.
 */
export async function createPerson(ctx: Context, form: UserForm): Promise<number> {
  await checkGivable(ctx, form.role_ids, 'role_ids');
  await checkPlaces(ctx, form);
  const user = await insertUser(ctx.db, {
    name: form.name,
    email: form.email,
    phone: form.phone,
    userTypeId: form.user_type_id,
    organizationalRoleTypeId: form.organizational_role_type_id,
    partnerId: form.partner_id,
    createdAt: ctx.now,
  });
  if (!user) throw emailTaken();
  await setRoles(ctx.db, user.id, form.role_ids);
  await setTeams(ctx.db, user.id, form.project_ids);
  await audit(ctx, 'created', 'user', user.id, { roles: form.role_ids, type: form.user_type_id });
  if (form.invite) await sendInvitation(ctx, user);
  return user.id;
}

/**
 * Whether the caller may read secret mails to an address. False if it belongs to a more powerful user, because the mail
 * would open that account.
 */
export async function mayReadSecretsOf(ctx: Pick<Context, 'db' | 'staff'>, email: string): Promise<boolean> {
  const [owner] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return !owner || (await whyNotManage(ctx, owner.id)) === null;
}

const emailTaken = () => invalid([{ field: 'email', message: 'Ya hay una cuenta con ese correo.' }]);

/**
 * Changes the given fields. A new e-mail address ends the sessions, voids earlier links, and both addresses are
 * notified; a user who has not accepted the invitation gets a new one. Raises 404; 403 SELF, ESCALATION; 409 STALE,
 * LAST_ADMINISTRATOR; 422.
 */
export async function changePerson(ctx: Context, id: number, change: UserChange): Promise<void> {
  const before = await lockUser(ctx, id, change.version);
  const own = NOT_ONES_OWN.find((field) => change[field] !== undefined);
  if (own && staffOf(ctx).userId === id) throw ownRefused(WHY_NOT.own, own);
  if (change.role_ids) await checkGivable(ctx, await added(ctx, id, change.role_ids), 'role_ids');
  const next = {
    user_type_id: change.user_type_id ?? before.userTypeId,
    partner_id: change.partner_id === undefined ? before.partnerId : change.partner_id,
  };
  await checkPlaces(ctx, { ...change, ...next });
  const moved = change.email !== undefined && change.email !== before.email.toLowerCase();
  // Codes and links go to this address. The proof protects an unattended open browser.
  if (moved && staffOf(ctx).userId === id) await requireProof(ctx);
  const awayFrom = change.away_from === undefined ? before.awayFrom : change.away_from;
  const awayTo = change.away_to === undefined ? before.awayTo : change.away_to;
  if (awayFrom && awayTo && awayTo < awayFrom)
    throw invalid([{ field: 'away_to', message: 'El último día es antes del primero.' }]);

  await taking(
    updateUser(ctx.db, id, {
      name: change.name ?? before.name,
      email: moved ? change.email! : before.email,
      phone: change.phone === undefined ? before.phone : change.phone,
      userTypeId: next.user_type_id,
      partnerId: next.partner_id,
      organizationalRoleTypeId:
        change.organizational_role_type_id === undefined
          ? before.organizationalRoleTypeId
          : change.organizational_role_type_id,
      awayFrom,
      awayTo,
      version: before.version + 1,
    }),
  );
  if (change.role_ids) await keepingAdministrator(setRoles(ctx.db, id, change.role_ids));
  if (change.project_ids) await setTeams(ctx.db, id, change.project_ids);
  const { version: _, ...told } = change;
  await audit(ctx, 'changed', 'user', id, { ...told, ...(moved && { email_before: before.email }) });
  if (moved) await moveAddress(ctx, { id, name: change.name ?? before.name, email: change.email! }, before);
  ctx.afterCommit(() => forgetSessions(id));
}

async function moveAddress(
  ctx: Context,
  user: { id: number; name: string; email: string },
  before: { email: string; passwordHash: string | null; active: boolean },
): Promise<void> {
  await shutOut(ctx, user.id);
  if (before.passwordHash !== null) await tellOfAddress(ctx, user, before.email);
  else if (before.active) await sendInvitation(ctx, user);
}

/** Awaits a write. Raises 422 at `email` for a taken address. */
async function taking<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_unique') throw error;
    throw emailTaken();
  }
}

/** The roles that the user does not have yet. Existing roles may stay without a check. */
async function added(ctx: Context, userId: number, roleIds: readonly number[]): Promise<number[]> {
  const had = await ctx.db
    .select({ id: userRoles.roleId })
    .from(userRoles)
    .where(eq(userRoles.userId, userId));
  return roleIds.filter((id) => !had.some((one) => one.id === id));
}

/** Checks that type, partner, organizational role and teams exist and fit together. Raises 422 at each field. */
async function checkPlaces(
  ctx: Context,
  given: Pick<UserChange, 'organizational_role_type_id' | 'project_ids'> & {
    user_type_id: number;
    partner_id: number | null;
  },
): Promise<void> {
  const fault = (field: string, message: string) => invalid([{ field, message }]);
  if (given.user_type_id === USER_TYPE.customer || !USER_TYPES.some(({ id }) => id === given.user_type_id))
    throw fault('user_type_id', 'Elige el tipo de usuario.');
  const kind = PARTNER_KIND_OF_TYPE[given.user_type_id];
  if (given.partner_id !== null) {
    if (!kind) throw fault('partner_id', 'Solo un contratista o un contratante pertenece a una empresa.');
    const [found] = await ctx.db
      .select({ kind: partners.kind })
      .from(partners)
      .where(and(eq(partners.id, given.partner_id), isNull(partners.archivedAt)));
    if (found?.kind !== kind) throw fault('partner_id', `Elige una empresa de la lista: ${kind}.`);
  }
  const roleType = given.organizational_role_type_id;
  if (roleType && !(await findCatalogItem(ctx.db, organizationalRoleTypes, String(roleType))))
    throw fault('organizational_role_type_id', 'Elige un rol organizacional de la lista.');
  const ids = [...new Set(given.project_ids ?? [])];
  if (ids.length > 0 && (await countProjects(ctx.db, ids)) < ids.length)
    throw fault('project_ids', 'Alguno de esos proyectos ya no está.');
}

async function countProjects(db: Db, ids: readonly number[]): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    sql`select count(*)::int count from projects where id = any(${sql.param([...ids])}::bigint[])`,
  );
  return found!.count;
}
