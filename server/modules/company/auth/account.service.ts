import { MODULE_LABELS, type Module } from '#contract/access.ts';
import type { Authorization, SignedInUser } from '#contract/company/auth/model.ts';
import { userTypeName } from '#contract/company/users/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { findAccount, rolesOf } from './accounts.queries.ts';
import { endViewAs } from './viewAs.service.ts';
import { endSessions, SECOND_STEP_COOKIE, STAFF_COOKIE } from './sessions.service.ts';

/** The signed-in user; without permissions while the second step is due (rulings.md 7). */
export async function currentUser(ctx: Context): Promise<SignedInUser> {
  const staff = staffOf(ctx);
  const account = await findAccount(ctx.db, staff.userId);
  const roles = await rolesOf(ctx.db, staff);
  // A partner's user sees other pages than a colleague.
  const { userTypeId } = staff.viewAs?.kind === 'user' ? await findAccount(ctx.db, staff.viewAs.id) : account;
  return {
    id: staff.userId,
    name: account.name,
    email: account.email,
    user_type: { id: userTypeId, name: userTypeName(userTypeId) },
    roles: roles.map(({ id, display_name }) => ({ id, display_name })),
    permissions: [...staff.grants.keys()],
    two_factor: staff.secondStepDue,
  };
}

/** The caller's roles, permissions, and the modules with at least one permission. */
export async function checkSettings(ctx: Context): Promise<[boolean, Authorization]> {
  const staff = staffOf(ctx);
  const roles = await rolesOf(ctx.db, staff);
  const permissions = [...staff.grants.keys()];
  const modules = (Object.keys(MODULE_LABELS) as Module[]).filter((module) =>
    permissions.some((permission) => permission.startsWith(`${module}.`)),
  );
  return [true, { roles: roles.map(({ name }) => name), permissions, modules }];
}

/** Ends this session and clears its cookies. */
export async function logout(ctx: Context): Promise<void> {
  const { userId, sessionId, viewAs } = staffOf(ctx);
  if (viewAs) await endViewAs(ctx);
  await endSessions(ctx, userId, { only: sessionId });
  ctx.setCookie(STAFF_COOKIE, '', { maxAge: 0 });
  ctx.setCookie(SECOND_STEP_COOKIE, '', { maxAge: 0, readable: true });
  await audit(ctx, 'signed_out', 'user', userId);
}
