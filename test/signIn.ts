import type { RoleName } from '#contract/access.ts';
import type { Grant } from '#contract/company/roles/roles.ts';
import { DAY_MS } from '#contract/dates.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { STAFF_COOKIE } from '#server/modules/company/auth/sessions.service.ts';
import { staffSessions } from '#server/modules/company/auth/auth.table.ts';
import { userRoles } from '#server/modules/company/staff/staff.table.ts';
import type { Browser, TestApp } from './app.ts';
import { makeRole, makeUser } from './factories.ts';

export type StaffBrowser = Browser & { user: Awaited<ReturnType<typeof makeUser>>; token: string };
type Parts = Pick<TestApp, 'database' | 'clock' | 'browser'>;

/** A browser signed in as a new user with that role and projects, as after POST /api/login and the second step. */
export async function signInAs(
  llave: Parts,
  who: RoleName | { role: RoleName; projectIds?: readonly number[] },
): Promise<StaffBrowser> {
  const { role, projectIds = [] } = typeof who === 'string' ? { role: who } : who;
  const { db } = llave.database;
  return signInUser(llave, await makeUser(db, { name: `Prueba ${role}`, roles: [role], projectIds }));
}

/** A browser signed in as a new user whose new role has exactly these grants. */
export async function signInWith(
  llave: Parts,
  grants: readonly Grant[],
  { projectIds = [] }: { projectIds?: readonly number[] } = {},
): Promise<StaffBrowser & { roleId: number }> {
  const { db } = llave.database;
  const user = await makeUser(db, { roles: [], projectIds });
  const { id: roleId } = await makeRole(db, grants);
  await db.insert(userRoles).values({ userId: user.id, roleId });
  return Object.assign(await signInUser(llave, user), { roleId });
}

/** A browser signed in as that user. */
export async function signInUser(llave: Parts, user: StaffBrowser['user']): Promise<StaffBrowser> {
  const token = newToken();
  const now = llave.clock.now();
  await llave.database.db.insert(staffSessions).values({
    userId: user.id,
    tokenHash: hashToken(token),
    remember: true,
    secondStepDue: false,
    ip: '127.0.0.1',
    userAgent: 'test',
    createdAt: now,
    lastUsedAt: now,
    provedAt: now,
    expiresAt: new Date(now.getTime() + 365 * DAY_MS),
  });
  const browser = llave.browser();
  browser.cookies.set(STAFF_COOKIE, token);
  return Object.assign(browser, { user, token });
}
