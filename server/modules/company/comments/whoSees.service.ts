import { sql } from 'drizzle-orm';
import { mayWrite } from '#contract/access.ts';
import type { Context, Staff } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { invalid } from '#server/kernel/errors.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';

/** A record as comments name it. */
type Record = readonly [reference: string, id: number];

/** Colleagues shown at once, and how many are asked about: one query each. */
const SHOWN = 8;
const ASKED = 24;

/** Whether a colleague may see a record, by the record's own rule with the colleague's own permissions. */
async function sees(ctx: Context, staff: Staff | undefined, [reference, id]: Record): Promise<boolean> {
  const rule = ctx.records.get(reference);
  return staff !== undefined && rule !== undefined && rule({ ...ctx, staff, client: null }, id);
}

/** The first colleagues who may see a record, with a name that contains `q`, by name. */
export async function findWhoSees(
  ctx: Context,
  record: Record,
  q: string | undefined,
): Promise<{ id: number; name: string }[]> {
  const like = `%${(q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const named = await rows<{ id: number; name: string }>(
    ctx.db,
    sql`select id, name from users where active and name ilike ${like} order by name, id limit ${ASKED}`,
  );
  const found: { id: number; name: string }[] = [];
  for (const one of named)
    if (found.length < SHOWN && (await sees(ctx, await staffById(ctx.db, one.id), record))) found.push(one);
  return found;
}

/**
 * These colleagues, if each may see the record; `toWork`: and has a role that writes anything. Raises 422 at the field, the
 * same for who does not exist.
 */
export async function requireWhoSees(
  ctx: Context,
  record: Record,
  ids: readonly number[],
  field: string,
  { toWork = false }: { toWork?: boolean } = {},
): Promise<{ id: number; name: string }[]> {
  const found: { id: number; name: string }[] = [];
  for (const id of new Set(ids)) {
    const staff = await staffById(ctx.db, id);
    const able = staff !== undefined && (!toWork || mayWrite(staff.grants.keys()));
    if (!able || !(await sees(ctx, staff, record)))
      throw invalid([{ field, message: 'Elige a alguien que pueda ver este registro.' }]);
    found.push({ id, name: staff.name });
  }
  return found;
}
