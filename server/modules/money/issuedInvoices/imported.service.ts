import { inArray, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Receiver } from '#contract/money/issuedInvoices/model.ts';
import { ISSUED_STATE as S } from '#contract/money/issuedInvoices/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { ENTITY, ofSale, receiverColumns } from './issue.service.ts';
import { issuedInvoiceLines, issuedInvoices, invoiceSeries } from './issuedInvoices.table.ts';

/** An invoice that another system issued and the DGI authorized. Amounts are centavos. */
interface ImportedIssued {
  companyId: number;
  branch: string;
  point: string;
  number: number;
  cufe: string;
  issuedOn: string;
  receiver: Receiver;
  concept: string;
  subtotalCents: number;
  itbmsCents: number;
  rate: number;
  /** The sale whose delivery it invoiced: no other invoice is issued for it. */
  sale: { id: number; projectId: number } | null;
}

/** Takes over an authorized invoice. Returns its id. */
export async function importIssued(ctx: Context, one: ImportedIssued): Promise<number> {
  const [made] = await ctx.db
    .insert(issuedInvoices)
    .values({
      kind: 'factura',
      operation: one.sale ? 'bienes_raices' : 'servicio',
      seriesId: await seriesOf(ctx, one),
      number: one.number,
      stateId: S.authorized,
      ...(one.sale && { sourceRecord: 'precontrato', sourceId: one.sale.id, event: 'entrega.venta' }),
      projectId: one.sale?.projectId ?? null,
      saleId: one.sale?.id ?? null,
      ...receiverColumns(one.receiver),
      issuedOn: one.issuedOn,
      concept: one.concept,
      subtotalCents: one.subtotalCents,
      itbmsCents: one.itbmsCents,
      cufe: one.cufe,
      imported: true,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning();
  await ctx.db.insert(issuedInvoiceLines).values({
    invoiceId: made!.id,
    position: 0,
    description: one.concept,
    cents: one.subtotalCents,
    rate: one.rate,
    itbmsCents: one.itbmsCents,
  });
  await announce(ctx, { record: ENTITY, id: made!.id, from: null, to: S.authorized, ...ofSale(made!) });
  await audit(ctx, 'importar', ENTITY, made!.id, { cufe: one.cufe });
  return made!.id;
}

/** The series of a number that was used elsewhere: its next number is higher. An unknown one is closed. */
async function seriesOf(ctx: Context, { companyId, branch, point, number }: ImportedIssued): Promise<number> {
  const [made] = await ctx.db
    .insert(invoiceSeries)
    .values({
      companyId,
      branch,
      point,
      lastNumber: number,
      issuesFrom: panamaDay(ctx.now),
      closedOn: panamaDay(ctx.now),
      createdAt: ctx.now,
    })
    .onConflictDoUpdate({
      target: [invoiceSeries.companyId, invoiceSeries.branch, invoiceSeries.point],
      set: { lastNumber: sql`greatest(${invoiceSeries.lastNumber}, excluded.last_number)` },
    })
    .returning({ id: invoiceSeries.id });
  return made!.id;
}

/** Takes imported invoices away. False: one is no longer as it came, and nothing was written. */
export async function removeImportedIssued(ctx: Context, ids: readonly number[]): Promise<boolean> {
  const found = await ctx.db
    .select()
    .from(issuedInvoices)
    .where(inArray(issuedInvoices.id, [...ids]))
    .orderBy(issuedInvoices.id)
    .for('no key update');
  if (found.some((one) => !one.imported || one.endedOn !== null || one.entryId !== null)) return false;
  await ctx.db.delete(issuedInvoiceLines).where(inArray(issuedInvoiceLines.invoiceId, [...ids]));
  await ctx.db.delete(issuedInvoices).where(inArray(issuedInvoices.id, [...ids]));
  for (const one of found) {
    await announce(ctx, { record: ENTITY, id: one.id, verb: 'borrar', ...ofSale(one) });
    await audit(ctx, 'deshacer importación', ENTITY, one.id, { cufe: one.cufe });
  }
  return true;
}
