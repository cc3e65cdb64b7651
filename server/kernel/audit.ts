import type { Context } from './context.ts';
import type { Db } from './db.ts';
import { auditLog } from './kernel.table.ts';

type Actor = Pick<Context, 'staff' | 'client' | 'now'> &
  Partial<Pick<Context, 'ip' | 'userAgent' | 'requestId'>> & { db: Db };

/** The actor as stored in histories: staff:7, client:…, system. */
export function actorOf(ctx: Partial<Pick<Context, 'staff' | 'client' | 'ip'>>): {
  kind: string;
  id: string | null;
} {
  if (ctx.staff) return { kind: 'staff', id: String(ctx.staff.userId) };
  if (ctx.client) return { kind: 'client', id: ctx.client.sessionId };
  return { kind: ctx.ip ? 'nobody' : 'system', id: null };
}

/** Writes one line of the audit log in the caller's transaction. `data` must hold no secret and no document content. */
export async function audit(
  ctx: Actor,
  action: string,
  entity: string,
  entityId: string | number,
  data: Record<string, unknown> = {},
): Promise<void> {
  await ctx.db.insert(auditLog).values(lineOf(ctx, action, entity, entityId, data));
}

function lineOf(
  ctx: Actor,
  action: string,
  entity: string,
  entityId: string | number,
  data: Record<string, unknown>,
): typeof auditLog.$inferInsert {
  const actor = actorOf(ctx);
  return {
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
  };
}

/** Rows per statement: each row has eleven parameters, and PostgreSQL allows 65,535 per statement. */
const AT_ONCE = 2000;

/** Like `audit`, for one action on many records. */
export async function auditMany(
  ctx: Actor,
  action: string,
  entity: string,
  records: readonly { id: string | number; data?: Record<string, unknown> }[],
): Promise<void> {
  const lines = records.map(({ id, data = {} }) => lineOf(ctx, action, entity, id, data));
  for (let at = 0; at < lines.length; at += AT_ONCE)
    await ctx.db.insert(auditLog).values(lines.slice(at, at + AT_ONCE));
}
