import { eq } from 'drizzle-orm';
import { WORK_KINDS, type HandedOver, type Handover } from '#contract/company/users/handover.ts';
import { WHY_NOT } from '#contract/company/roles/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import {
  resetSecondStep,
  sendInvitation,
  shutOut,
} from '#server/modules/company/auth/staffAccounts.service.ts';
import { countOpenWork, handOver } from '#server/modules/sales/workers/leaving.service.ts';
import { waitForAssignments } from '#server/modules/sales/workers/processors.service.ts';
import { keepingAdministrator, lockUser, ownRefused } from './people.manage.ts';
import { users } from './users.table.ts';

/** Mails the invitation, again where it was sent before: only the latest link opens. 409 ALREADY_IN. */
export async function invite(ctx: Context, id: number): Promise<void> {
  const user = await lockUser(ctx, id);
  if (!user.active)
    throw conflict('DEACTIVATED', 'Esa persona está desactivada. Reactívala antes de invitarla.');
  if (user.passwordHash !== null)
    throw conflict('ALREADY_IN', 'Ya tomó su invitación. Si olvidó la contraseña, la cambia al ingresar.');
  await sendInvitation(ctx, user);
  await audit(ctx, 'invited', 'user', id, { email: user.email });
}

/** Ends all sessions of somebody else, and voids the links they were sent. */
export async function endAllSessions(ctx: Context, id: number): Promise<number> {
  if (staffOf(ctx).userId === id) throw ownRefused(WHY_NOT.ownAccount);
  await lockUser(ctx, id);
  const closed = await shutOut(ctx, id);
  await audit(ctx, 'sessions_ended', 'user', id, { closed });
  return closed;
}

/** For somebody who lost the telephone. */
export async function takeSecondStepOff(ctx: Context, id: number): Promise<void> {
  if (staffOf(ctx).userId === id) throw ownRefused(WHY_NOT.ownAccount);
  await resetSecondStep(ctx, await lockUser(ctx, id));
  await audit(ctx, 'second_step_reset', 'user', id);
}

/**
 * Somebody leaves: signs in no more, and what is open goes to others in the same act. 403 SELF; 409 HAS_WORK with what is open when
 * nobody was named for it, LAST_ADMINISTRATOR, STALE.
 */
export async function deactivate(
  ctx: Context,
  id: number,
  { handover, version }: { handover?: Handover | undefined; version?: number | undefined },
): Promise<void> {
  if (staffOf(ctx).userId === id) throw ownRefused(WHY_NOT.ownEnd);
  const user = await lockUser(ctx, id, version);
  if (!user.active) return;
  await keepingAdministrator(
    ctx.db
      .update(users)
      .set({
        active: false,
        deactivatedAt: ctx.now,
        deactivatedBy: staffOf(ctx).userId,
        version: user.version + 1,
      })
      .where(eq(users.id, id))
      .execute(),
  );
  await waitForAssignments(ctx.db);
  const open = await countOpenWork(ctx.db, id);
  const left = WORK_KINDS.filter((kind) => open[kind] > 0);
  if (left.some((kind) => !handover?.[kind])) throw conflict('HAS_WORK', WHY_NOT.hasWork, open);
  const handed = left.length > 0 && handover ? await handOver(ctx, user, handover) : null;
  const closed = await shutOut(ctx, id);
  await audit(ctx, 'deactivated', 'user', id, { closed, ...(handed && { handed }) });
}

/** Comes back as before, with the roles and teams that were left. */
export async function reactivate(ctx: Context, id: number, version?: number): Promise<void> {
  const user = await lockUser(ctx, id, version);
  if (user.active) return;
  await ctx.db
    .update(users)
    .set({ active: true, deactivatedAt: null, deactivatedBy: null, version: user.version + 1 })
    .where(eq(users.id, id));
  await audit(ctx, 'reactivated', 'user', id);
}

/** Moves somebody's open sales without deactivating them. 404, 409 NO_WORK, 422. */
export async function handOverOf(ctx: Context, id: number, plan: Handover): Promise<HandedOver> {
  if (WORK_KINDS.every((kind) => !plan[kind]))
    throw invalid([{ field: 'processor[to]', message: 'Elige quién sigue con las ventas.' }]);
  const [user] = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  if (!user) throw notFound();
  const handed = await handOver(ctx, user, plan);
  await audit(ctx, 'handed_over', 'user', id, { ...handed, motivo: plan.motivo, temporal: plan.temporal });
  return handed;
}
