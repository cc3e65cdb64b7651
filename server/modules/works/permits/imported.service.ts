import { sql } from 'drizzle-orm';
import { panamaInstant } from '#contract/dates.ts';
import { auditMany } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { permits } from './permits.table.ts';
import { removePermit } from './permits.service.ts';

/** A permit as it stands when the company moves in. Days are YYYY-MM-DD. */
type ImportedPermit = Pick<
  typeof permits.$inferInsert,
  | 'projectId'
  | 'modelId'
  | 'houseId'
  | 'typeId'
  | 'entity'
  | 'number'
  | 'enteredOn'
  | 'approvedOn'
  | 'expiresOn'
  | 'expectedOn'
  | 'costCents'
> & { stateId: number };

/**
 * Notes permits where they stand; houses' legal files are imported by themselves. Answers their ids. Raises 409 for a permit
 * that is there.
 */
export async function importPermits(ctx: Context, list: readonly ImportedPermit[]): Promise<number[]> {
  if (list.length === 0) return [];
  const since = (one: ImportedPermit) => one.approvedOn ?? one.enteredOn;
  try {
    const made = await ctx.db
      .insert(permits)
      .values(
        list.map((one) => ({
          ...one,
          stateSince: since(one) ? panamaInstant(since(one)!, '12:00') : ctx.now,
          createdBy: ctx.staff?.userId ?? null,
          createdAt: ctx.now,
        })),
      )
      .returning({ id: permits.id });
    const ids = made.map(({ id }) => id);
    await announce(
      ctx,
      ...ids.map((id, at) => ({ record: 'permiso' as const, id, from: null, to: list[at]!.stateId })),
    );
    await auditMany(
      ctx,
      'importar',
      'permiso',
      ids.map((id, at) => ({ id, data: { type: list[at]!.typeId } })),
    );
    return ids;
  } catch (error) {
    if (!violatedConstraint(error)?.startsWith('permits_')) throw error;
    throw conflict('TAKEN', 'Alguno de estos permisos ya está aquí: prueba el archivo otra vez.');
  }
}

/** Takes an imported permit away. Returns false, and does nothing, when it was worked on since. */
export async function takeBackPermit(ctx: Context, id: number): Promise<boolean> {
  const there = await row(
    ctx.db,
    sql`select id from permits p where p.id = ${id} and p.version = 1 and not exists (select from permit_dependencies where ${id} in (permit_id, needs_id))
      and not exists (select from files where reference = 'permiso' and reference_id = ${id})
      and not exists (select from comments where reference = 'permiso' and reference_id = ${id})
      and not exists (select from tasks where reference = 'permiso' and reference_id = ${id}) for no key update`,
  );
  if (!there) return false;
  await removePermit(ctx, id);
  return true;
}
