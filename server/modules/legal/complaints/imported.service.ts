import { eq, sql } from 'drizzle-orm';
import { complaintDue, type ComplaintKind } from '#contract/legal/complaints/rules.ts';
import { panamaInstant } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, touch } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { complaints } from './complaints.table.ts';

/** A complaint that was filed before the company moved in. Days are YYYY-MM-DD. */
export interface ImportedComplaint {
  stateId: number;
  kind: ComplaintKind;
  number: string;
  detail: string;
  filedOn: string;
  askedOn: string | null;
  answeredOn: string | null;
  resolvedOn: string | null;
}

/** Notes a complaint where it stands; its clock runs from its own days. Returns its id. Raises 409 for a known number. */
export async function importComplaint(ctx: Context, saleId: number, one: ImportedComplaint): Promise<number> {
  if (!(await lockSale(ctx.db, saleId))) throw conflict('STALE');
  const since = one.resolvedOn ?? one.answeredOn ?? one.askedOn ?? one.filedOn;
  try {
    const [made] = await ctx.db
      .insert(complaints)
      .values({
        ...one,
        saleId,
        stateSince: panamaInstant(since, '12:00'),
        dueOn: complaintDue(one.stateId, one),
        createdBy: ctx.staff?.userId ?? null,
        createdAt: ctx.now,
      })
      .returning({ id: complaints.id });
    const id = made!.id;
    await announce(ctx, {
      record: 'reclamo_acodeco',
      id,
      from: null,
      to: one.stateId,
      of: ['precontrato', saleId],
    });
    await audit(ctx, 'importar', 'reclamo_acodeco', id, { sale: saleId, numero: one.number });
    return id;
  } catch (error) {
    if (violatedConstraint(error) !== 'complaints_number') throw error;
    throw conflict('TAKEN', 'Ya hay un reclamo con ese número de expediente.');
  }
}

/** Takes an imported complaint away. Returns false, and does nothing, when it was worked on since. */
export async function takeBackComplaint(ctx: Context, id: number): Promise<boolean> {
  const there = await row<{ saleId: number }>(
    ctx.db,
    sql`select sale_id "saleId" from complaints where id = ${id} and version = 1
      and not exists (select from comments where reference = 'reclamo_acodeco' and reference_id = ${id}) for no key update`,
  );
  if (!there) return false;
  await ctx.db.delete(complaints).where(eq(complaints.id, id));
  touch(ctx, ['precontrato', there.saleId]);
  await audit(ctx, 'deshacer importación', 'reclamo_acodeco', id);
  return true;
}
