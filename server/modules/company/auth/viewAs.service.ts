import { and, eq, isNull } from 'drizzle-orm';
import { VIEW_AS_MINUTES } from '#contract/company/auth/viewAs.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { forbidden, invalid } from '#server/kernel/errors.ts';
import { roles, users } from '#server/modules/company/staff/staff.table.ts';
import { staffSessions } from './auth.table.ts';
import { forgetSessions } from './sessions.service.ts';
import { mayLookAs } from './viewAs.ts';

type Whom = { role_id: number } | { user_id: number };

/**
 * Starts "Ver como" in this session: the office as a role or a user sees it, read-only, for an hour. Returns the name.
 * Raises 403 without administracion.ver and administracion.editar; 422 at `role_id` (archived, unknown, customers) or
 * `user_id` (inactive, unknown, the caller).
 */
export async function beginViewAs(ctx: Context, whom: Whom): Promise<string> {
  const staff = staffOf(ctx);
  if (!mayLookAs(staff)) throw forbidden();
  const { id, name } = await findViewed(ctx, whom, staff.userId);
  const until = new Date(ctx.now.getTime() + VIEW_AS_MINUTES * 60_000);
  const kind = 'role_id' in whom ? 'role' : 'user';
  await ctx.db
    .update(staffSessions)
    .set({
      viewAsRole: kind === 'role' ? id : null,
      viewAsUser: kind === 'user' ? id : null,
      viewAsUntil: until,
    })
    .where(eq(staffSessions.id, staff.sessionId));
  await audit(ctx, 'view_as_began', kind, id, { name, until: until.toISOString() });
  ctx.afterCommit(() => forgetSessions(staff.userId));
  return name;
}

async function findViewed(ctx: Context, whom: Whom, self: number): Promise<{ id: number; name: string }> {
  if ('role_id' in whom) {
    const [role] = await ctx.db
      .select({ id: roles.id, name: roles.displayName, word: roles.name })
      .from(roles)
      .where(and(eq(roles.id, whom.role_id), isNull(roles.archivedAt)));
    if (role && role.word !== 'cliente') return role;
    throw invalid([{ field: 'role_id', message: 'Elige un rol de la oficina que esté en uso.' }]);
  }
  const [user] = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, whom.user_id), users.active));
  if (!user) throw invalid([{ field: 'user_id', message: 'Elige a una persona activa.' }]);
  if (user.id === self)
    throw invalid([{ field: 'user_id', message: 'Ya ves la oficina como tú: elige a otra persona.' }]);
  return user;
}

/** Ends "Ver como". Idempotent. */
export async function endViewAs(ctx: Context): Promise<void> {
  const { userId, sessionId, viewAs } = staffOf(ctx);
  await ctx.db
    .update(staffSessions)
    .set({ viewAsRole: null, viewAsUser: null, viewAsUntil: null })
    .where(eq(staffSessions.id, sessionId));
  if (viewAs) await audit(ctx, 'view_as_ended', viewAs.kind, viewAs.id, { name: viewAs.name });
  ctx.afterCommit(() => forgetSessions(userId));
}
