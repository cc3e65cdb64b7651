import { and, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import { DATA_LABELS } from '#contract/company/audit/dataWords.ts';
import { actionsOf } from '#contract/company/audit/words.ts';
import type { Db } from '#server/kernel/db.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const MOST = 10;

/** Who changed a record after an instant, the last one first, and which fields, by the audit log. */
export async function changedFields(
  db: Db,
  { record, id }: { record: string; id: number },
  after: Date,
): Promise<{ at: string; by: { id: number; name: string }; fields: string[] }[]> {
  const done = actionsOf('hizo');
  const found = await db
    .select({ at: auditLog.at, id: users.id, name: users.name, data: auditLog.data })
    .from(auditLog)
    .innerJoin(users, sql`${users.id}::text = ${auditLog.actorId}`)
    .where(
      and(
        eq(auditLog.entity, record),
        eq(auditLog.entityId, String(id)),
        eq(auditLog.actorKind, 'staff'),
        gt(auditLog.at, after),
        'not' in done ? notInArray(auditLog.action, [...done.not]) : inArray(auditLog.action, [...done.only]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MOST);
  return found.map(({ at, data, ...by }) => ({ at: at.toISOString(), by, fields: fieldsIn(data) }));
}

/** The names of the fields that an audit line says were changed. */
function fieldsIn({ before, after, fields }: Record<string, unknown>): string[] {
  const keys = Array.isArray(fields)
    ? fields.map(String)
    : isObject(before) && isObject(after)
      ? Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      : [];
  return keys.map((key) => DATA_LABELS[key] ?? key.replaceAll('_', ' '));
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
