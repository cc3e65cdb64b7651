import { DAY_MS } from '#contract/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { staffSessions } from '#server/modules/company/auth/auth.table.ts';
import { userRoles, users } from '#server/modules/company/staff/staff.table.ts';

const MANAGEMENT = 2;

/** New colleagues with a session each, in three statements, for measurements and tests with hundreds of clients. */
export async function signInMany(
  db: Db,
  count: number,
  now: Date,
): Promise<{ id: number; name: string; token: string }[]> {
  const made = await db
    .insert(users)
    .values(
      Array.from({ length: count }, (_, n) => ({
        name: `Medida ${n}`,
        email: `medida${n}-${now.getTime()}@llave.test`,
        userTypeId: 1,
        createdAt: now,
      })),
    )
    .returning({ id: users.id, name: users.name });
  await db.insert(userRoles).values(made.map(({ id }) => ({ userId: id, roleId: MANAGEMENT })));
  const signedIn = made.map((user) => ({ ...user, token: newToken() }));
  await db.insert(staffSessions).values(
    signedIn.map(({ id, token }) => ({
      userId: id,
      tokenHash: hashToken(token),
      remember: true,
      secondStepDue: false,
      ip: '127.0.0.1',
      userAgent: 'bench',
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + DAY_MS),
    })),
  );
  return signedIn;
}
