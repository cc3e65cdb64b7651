import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { advancesInReach, invoicesInReach, isBoss } from './invoices.scope.ts';
import { supplierAdvances, supplierInvoices } from './invoices.table.ts';
import type { Invoice } from './matching.service.ts';

export type Advance = typeof supplierAdvances.$inferSelect;

/** Locks an invoice within the caller's scope. Raises 404. */
export async function lockInvoice(ctx: Context, id: number): Promise<Invoice> {
  const [found] = await ctx.db
    .select()
    .from(supplierInvoices)
    .where(and(eq(supplierInvoices.id, id), invoicesInReach(ctx)))
    .for('no key update');
  if (!found) throw notFound();
  return found;
}

/** Locks an advance within the caller's scope. Raises 404. */
export async function lockAdvance(ctx: Context, id: number): Promise<Advance> {
  const [found] = await ctx.db
    .select()
    .from(supplierAdvances)
    .where(and(eq(supplierAdvances.id, id), advancesInReach(ctx)))
    .for('no key update');
  if (!found) throw notFound();
  return found;
}

/** Whether one of an invoice's projects is of the caller's team. */
export async function ofMyTeam(ctx: Context, invoiceId: number): Promise<boolean> {
  const mine = [...(ctx.staff?.projectIds ?? [])];
  const found = await row<{ yes: boolean }>(
    ctx.db,
    sql`select exists (select from supplier_invoice_lines where invoice_id = ${invoiceId}
      and project_id = any(${sql.param(mine)}::bigint[])) yes`,
  );
  return found!.yes;
}

/** Whether the caller may not approve an amount, in centavos: above the limit only gerencia does. */
export async function passesLimit(ctx: Context, cents: number): Promise<boolean> {
  const { payables } = await readSettings(ctx.db);
  return cents > payables.approvalLimitCents && !isBoss(ctx);
}
