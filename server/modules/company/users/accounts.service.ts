import { WHY_NOT } from '#contract/company/roles/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict } from '#server/kernel/errors.ts';
import {
  resetSecondStep,
  sendInvitation,
  shutOut,
} from '#server/modules/company/auth/staffAccounts.service.ts';
import { keepingAdministrator, lockUser, ownRefused } from './manage.service.ts';
import { updateUser } from '#server/modules/company/staff/staff.service.ts';

/** Mails the invitation, also again: only the latest link works. Raises 409 ALREADY_IN, DEACTIVATED. */
export async function invite(ctx: Context, id: number): Promise<void> {
  const user = await lockUser(ctx, id);
  if (!user.active)
    throw conflict('DEACTIVATED', 'Esa persona está desactivada. Reactívala antes de invitarla.');
  if (user.passwordHash !== null)
    throw conflict('ALREADY_IN', 'Ya tomó su invitación. Si olvidó la contraseña, la cambia al ingresar.');
  await sendInvitation(ctx, user);
  await audit(ctx, 'invited', 'user', id, { email: user.email });
}

/** Ends all sessions of another user and voids their links. Raises 403 SELF. */
export async function endAllSessions(ctx: Context, id: number): Promise<number> {
  if (staffOf(ctx).userId === id) throw ownRefused(WHY_NOT.ownAccount);
  await lockUser(ctx, id);
  const closed = await shutOut(ctx, id);
  await audit(ctx, 'sessions_ended', 'user', id, { closed });
  return closed;
}

/** Removes another user's second step, for example after a lost phone. Raises 403 SELF. */
export async function takeSecondStepOff(ctx: Context, id: number): Promise<void> {
  if (staffOf(ctx).userId === id) throw ownRefused(WHY_NOT.ownAccount);
  await resetSecondStep(ctx, await lockUser(ctx, id));
  await audit(ctx, 'second_step_reset', 'user', id);
}

/**
 * Deactivates a user, who can no longer sign in. `handOver` reassigns the user's open work in the same transaction and
 * returns details for the audit log. Raises 403 SELF; 409 LAST_ADMINISTRATOR, STALE.
 */
export async function deactivate(
  ctx: Context,
  id: number,
  version: number | undefined,
  handOver: (user: { id: number; name: string }) => Promise<object | null>,
): Promise<void> {
  if (staffOf(ctx).userId === id) throw ownRefused(WHY_NOT.ownEnd);
  const user = await lockUser(ctx, id, version);
  if (!user.active) return;
  await keepingAdministrator(
    updateUser(ctx.db, id, {
      active: false,
      deactivatedAt: ctx.now,
      deactivatedBy: staffOf(ctx).userId,
      version: user.version + 1,
    }),
  );
  const handed = await handOver(user);
  const closed = await shutOut(ctx, id);
  await audit(ctx, 'deactivated', 'user', id, { closed, ...(handed && { handed }) });
}

/** Reactivates a user with the former roles and teams. */
export async function reactivate(ctx: Context, id: number, version?: number): Promise<void> {
  const user = await lockUser(ctx, id, version);
  if (user.active) return;
  await updateUser(ctx.db, id, {
    active: true,
    deactivatedAt: null,
    deactivatedBy: null,
    version: user.version + 1,
  });
  await audit(ctx, 'reactivated', 'user', id);
}
