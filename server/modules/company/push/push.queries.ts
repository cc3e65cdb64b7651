import { and, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { deviceOf } from '#contract/company/auth/deviceOf.ts';
import type { DeviceFilter, OwnedDevice, PushDevice } from '#contract/company/push/model.ts';
import { offsetOf } from '#contract/paging.ts';
import { newestFirst, type Db } from '#server/kernel/db.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { pushSubscriptions } from './push.table.ts';
import { ownedBy } from './subscriptions.service.ts';

type Row = typeof pushSubscriptions.$inferSelect;
const presentDevice = (row: Row): PushDevice => ({
  id: row.id,
  device: row.device ? deviceOf(row.device).name : 'Navegador',
  created_at: row.createdAt.toISOString(),
  sent: row.sent,
  failures: row.failures,
  last_success_at: row.lastSuccessAt?.toISOString() ?? null,
  last_failure_at: row.lastFailureAt?.toISOString() ?? null,
  trouble: row.trouble,
  ended_at: row.endedAt?.toISOString() ?? null,
});

export const findOwnDevices = async (db: Db, userId: number): Promise<PushDevice[]> =>
  (
    await db.select().from(pushSubscriptions).where(ownedBy({ userId })).orderBy(desc(pushSubscriptions.id))
  ).map(presentDevice);

const STATES: Record<NonNullable<DeviceFilter['estado']>, SQL | undefined> = {
  bien: and(isNull(pushSubscriptions.endedAt), eq(pushSubscriptions.failures, 0)),
  falla: and(isNull(pushSubscriptions.endedAt), sql`${pushSubscriptions.failures} > 0`),
  terminada: isNotNull(pushSubscriptions.endedAt),
};

/** A page of all browsers that receive notices, the newest first, and the total. */
export async function pageOfDevices(
  db: Db,
  filter: DeviceFilter,
): Promise<{ list: OwnedDevice[]; total: number }> {
  const where = filter.estado && STATES[filter.estado];
  const found = await db
    .select({ row: pushSubscriptions, owner: users.name })
    .from(pushSubscriptions)
    .leftJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(where)
    .orderBy(newestFirst(pushSubscriptions.id, filter))
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  return {
    list: found.map(({ row, owner }) => ({
      ...presentDevice(row),
      owner: owner ?? 'Comprador',
      customer: owner === null,
    })),
    total: await db.$count(pushSubscriptions, where),
  };
}
