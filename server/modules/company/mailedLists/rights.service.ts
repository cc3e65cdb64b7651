import { eq, inArray } from 'drizzle-orm';
import { MESSAGES } from '#contract/errors.ts';
import { admit } from '#server/kernel/auth.ts';
import type { Staff } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { Refused } from '#server/kernel/errors.ts';
import { exportedList, type ExportedList } from '#server/kernel/exports/lists.ts';
import { exporter } from '#server/kernel/exports/produce.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Why a person cannot export a list now; null when they can. Undefined person: no longer active. */
export function whyNotExport(staff: Staff | undefined, list: ExportedList | undefined): string | null {
  if (!list) return 'Esta lista ya no existe.';
  if (!staff) return 'Ya no trabaja en la empresa.';
  if (!staff.colleague) return MESSAGES.FORBIDDEN;
  try {
    admit(list.spec.access, { staff, client: null, bearer: false });
    exporter(staff, list.spec);
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** Names of those who cannot export the list themselves. */
export async function whoMayNot(db: Db, userIds: readonly number[], path: string): Promise<string[]> {
  const list = exportedList(path);
  const names = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  const refused: string[] = [];
  for (const id of userIds)
    if (whyNotExport(await staffById(db, id), list) !== null)
      refused.push(names.find((one) => one.id === id)?.name ?? 'Una persona');
  return refused;
}

/** The name of a user, also of one who left. */
export const nameById = async (db: Db, id: number): Promise<string> =>
  (await db.select({ name: users.name }).from(users).where(eq(users.id, id)))[0]?.name ?? '';
