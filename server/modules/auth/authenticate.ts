import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { isPermission, widestScope, type Permission, type Scope } from '#contract/access.ts';
import type { Callers } from '#server/kernel/auth.ts';
import type { Client, Staff } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { hashToken } from '#server/kernel/secrets.ts';
import { projectTeam } from '#server/modules/projects/projects.table.ts';
import { roleGrants, userRoles, users } from '#server/modules/users/users.table.ts';
import { customerSessions, customerSessionSales, staffSessions } from './auth.table.ts';

export const STAFF_COOKIE = 'token';
export const CUSTOMER_COOKIE = 'llave_cliente';

/** User types that are partners, not colleagues: contractor, contracting party, outside lawyer, customer, bank officer. */
const PARTNERS = new Set([2, 3, 4, 6, 7]);

/** How long a looked-up session is believed without asking the database; revocation clears it at once. */
const BELIEVED_MS = 10_000;
const staffCache = new Map<string, { staff: Staff; until: number }>();

/** Forgets what is known of a user's sessions (all, without a user): after sign-out, a changed role, a new team. */
export function forgetSessions(userId?: number): void {
  for (const [key, { staff }] of staffCache)
    if (userId === undefined || staff.userId === userId) staffCache.delete(key);
}

/** Who is asking: the office's session by Bearer header or cookie, and the customer's by its own cookie. */
export async function authenticate(db: Db, request: FastifyRequest, now: Date): Promise<Callers> {
  const header = request.headers.authorization;
  const bearer = header?.startsWith('Bearer ') ? header.slice(7) : undefined;
  const staffToken = bearer ?? request.cookies[STAFF_COOKIE];
  const customerToken = request.cookies[CUSTOMER_COOKIE];
  return {
    staff: staffToken ? await findStaff(db, staffToken, now) : null,
    client: customerToken && !bearer ? await findClient(db, customerToken, now) : null,
    bearer: bearer !== undefined,
  };
}

async function findStaff(db: Db, token: string, now: Date): Promise<Staff | null> {
  const tokenHash = hashToken(token);
  const known = staffCache.get(tokenHash);
  if (known && known.until > now.getTime() && known.until - BELIEVED_MS <= now.getTime()) return known.staff;

  const [found] = await db
    .select({
      sessionId: staffSessions.id,
      secondStepDue: staffSessions.secondStepDue,
      lastUsedAt: staffSessions.lastUsedAt,
      userId: users.id,
      name: users.name,
      email: users.email,
      userTypeId: users.userTypeId,
      grants: sql<
        { permission: string; scope: Scope }[]
      >`coalesce((select json_agg(json_build_object('permission', g.permission, 'scope', g.scope))
        from ${userRoles} ur join ${roleGrants} g on g.role_id = ur.role_id where ur.user_id = ${users.id}), '[]')`,
      projectIds: sql<
        number[]
      >`coalesce((select json_agg(t.project_id) from ${projectTeam} t where t.user_id = ${users.id}), '[]')`,
    })
    .from(staffSessions)
    .innerJoin(users, eq(users.id, staffSessions.userId))
    .where(
      and(
        eq(staffSessions.tokenHash, tokenHash),
        isNull(staffSessions.revokedAt),
        gt(staffSessions.expiresAt, now),
        users.active,
      ),
    );
  if (!found) {
    staffCache.delete(tokenHash);
    return null;
  }
  if (now.getTime() - found.lastUsedAt.getTime() > 60_000)
    await db.update(staffSessions).set({ lastUsedAt: now }).where(eq(staffSessions.id, found.sessionId));
  const { userTypeId, grants, lastUsedAt: _, ...rest } = found;
  const staff: Staff = { ...rest, colleague: !PARTNERS.has(userTypeId), grants: grantsOf(grants) };
  if (staffCache.size > 5000) staffCache.clear();
  staffCache.set(tokenHash, { staff, until: now.getTime() + BELIEVED_MS });
  return staff;
}

function grantsOf(list: readonly { permission: string; scope: Scope }[]): Map<Permission, Scope> {
  const grants = new Map<Permission, Scope>();
  for (const { permission, scope } of list) {
    if (!isPermission(permission)) continue;
    const known = grants.get(permission);
    grants.set(permission, known ? (widestScope([known, scope]) ?? scope) : scope);
  }
  return grants;
}

async function findClient(db: Db, token: string, now: Date): Promise<Client | null> {
  const found = await db
    .select({
      sessionId: customerSessions.id,
      saleId: customerSessionSales.saleId,
      verifiedUntil: customerSessionSales.verifiedUntil,
    })
    .from(customerSessions)
    .leftJoin(
      customerSessionSales,
      and(eq(customerSessionSales.sessionId, customerSessions.id), gt(customerSessionSales.expiresAt, now)),
    )
    .where(eq(customerSessions.tokenHash, hashToken(token)));
  const [first] = found;
  if (!first) return null;
  const open = found.filter((one) => one.saleId !== null);
  return {
    sessionId: first.sessionId,
    saleIds: open.map((one) => one.saleId as number),
    verifiedUntil: new Map(
      open.flatMap((one) => (one.verifiedUntil ? [[one.saleId as number, one.verifiedUntil]] : [])),
    ),
  };
}
