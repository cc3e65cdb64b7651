import { asc, inArray } from 'drizzle-orm';
import { INVOICE_STATE as S } from '#contract/money/invoices/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { supplierInvoiceLines, supplierInvoices } from './invoices.table.ts';

/** An open invoice of the time before the system: approved there, owed here. Amounts are centavos. */
export interface ImportedInvoice {
  partnerId: number;
  rucKey: string;
  companyId: number;
  number: string;
  issuedOn: string;
  dueOn: string;
  concept: string;
  subtotalCents: number;
  itbmsCents: number;
  withheldCents: number;
  accountingAccountId: number;
  projectId: number | null;
}

/** Takes over an open invoice as approved. Returns its id. */
export async function importInvoice(ctx: Context, one: ImportedInvoice): Promise<number> {
  const { accountingAccountId, projectId, ...columns } = one;
  const [made] = await ctx.db
    .insert(supplierInvoices)
    .values({
      ...columns,
      kind: 'factura',
      madeBy: staffOf(ctx).userId,
      approvedOn: one.issuedOn,
      imported: true,
      createdAt: ctx.now,
    })
    .returning({ id: supplierInvoices.id });
  const { id } = made!;
  await ctx.db.insert(supplierInvoiceLines).values({
    invoiceId: id,
    position: 0,
    description: one.concept,
    cents: one.subtotalCents,
    itbmsCents: one.itbmsCents,
    accountingAccountId,
    projectId,
  });
  await ctx.db
    .update(supplierInvoices)
    .set({ stateId: S.approved })
    .where(inArray(supplierInvoices.id, [id]));
  await announce(ctx, {
    record: 'factura_proveedor',
    id,
    from: null,
    to: S.approved,
    of: ['partner', one.partnerId],
  });
  await audit(ctx, 'importar', 'factura_proveedor', id, { number: one.number });
  return id;
}

/** Voids imported invoices while nothing was paid or applied of them. False: something was, and nothing was written. */
export async function removeImportedInvoices(ctx: Context, ids: readonly number[]): Promise<boolean> {
  const found = await ctx.db
    .select()
    .from(supplierInvoices)
    .where(inArray(supplierInvoices.id, [...ids]))
    .orderBy(asc(supplierInvoices.id))
    .for('no key update');
  if (found.some((one) => !one.imported || one.stateId !== S.approved || one.settledCents > 0)) return false;
  for (const one of found) {
    await ctx.db
      .update(supplierInvoices)
      .set({ stateId: S.voided, endReason: 'Se deshizo la importación', version: one.version + 1 })
      .where(inArray(supplierInvoices.id, [one.id]));
    await announce(ctx, {
      record: 'factura_proveedor',
      id: one.id,
      from: one.stateId,
      to: S.voided,
      of: ['partner', one.partnerId],
    });
    await audit(ctx, 'deshacer importación', 'factura_proveedor', one.id, {});
  }
  return true;
}
