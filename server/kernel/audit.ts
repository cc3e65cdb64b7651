import type { Context } from './context.ts';
import type { Db } from './db.ts';
import { auditLog } from './kernel.table.ts';

type Actor = Pick<Context, 'staff' | 'client' | 'now'> &
  Partial<Pick<Context, 'ip' | 'userAgent' | 'requestId'>> & { db: Db };

/** Who is acting, as kept in histories: staff:7, client:…, system. */
export function actorOf(ctx: Partial<Pick<Context, 'staff' | 'client' | 'ip'>>): {
  kind: string;
  id: string | null;
} {
  if (ctx.staff) return { kind: 'staff', id: String(ctx.staff.userId) };
  if (ctx.client) return { kind: 'client', id: ctx.client.sessionId };
  return { kind: ctx.ip ? 'nobody' : 'system', id: null };
}

/** Writes one line of the audit log in the caller's transaction. `data` must hold no secret and no paper's content. */
export async function audit(
  ctx: Actor,
  action: string,
  entity: string,
  entityId: string | number,
  data: Record<string, unknown> = {},
): Promise<void> {
  const actor = actorOf(ctx);
  await ctx.db.insert(auditLog).values({
    at: ctx.now,
    actorKind: actor.kind,
    actorId: actor.id,
    action,
    entity,
    entityId: String(entityId),
    data: ctx.staff?.viewAs ? { ...data, view_as: `${ctx.staff.viewAs.kind}:${ctx.staff.viewAs.id}` } : data,
    ip: ctx.ip ?? null,
    userAgent: ctx.userAgent ?? null,
    requestId: ctx.requestId ?? null,
  });
}
