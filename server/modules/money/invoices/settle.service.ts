import { eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { SettlementForm } from '#contract/money/invoices/model.ts';
import { ADVANCE_STATE, balanceOf, INVOICE_STATE as S } from '#contract/money/invoices/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, transitionRefused } from '#server/kernel/errors.ts';
import { invoiceSettlements, supplierAdvances, supplierInvoices } from './invoices.table.ts';
import { lockInvoice } from './lock.service.ts';
import type { Invoice } from './matching.service.ts';

type Source = Pick<typeof invoiceSettlements.$inferInsert, 'creditId' | 'advanceId'>;

async function settle(ctx: Context, invoice: Invoice, source: Source, cents: number): Promise<void> {
  const today = panamaDay(ctx.now);
  const [made] = await ctx.db
    .insert(invoiceSettlements)
    .values({
      invoiceId: invoice.id,
      ...source,
      cents,
      settledOn: today,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: invoiceSettlements.id });
  const whole = balanceOf(invoice) === cents;
  await ctx.db
    .update(supplierInvoices)
    .set({ version: invoice.version + 1, ...(whole && { stateId: S.paid, paidOn: today }) })
    .where(eq(supplierInvoices.id, invoice.id));
  const of = ['partner', invoice.partnerId] as const;
  await announce(ctx, {
    record: 'factura_proveedor',
    id: invoice.id,
    of,
    ...(whole ? { from: invoice.stateId, to: S.paid } : { verb: 'aplicar' }),
  });
  if (source.advanceId)
    await announce(ctx, { record: 'anticipo_proveedor', id: source.advanceId, verb: 'aplicar', of });
  if (source.creditId) await closeCredit(ctx, source.creditId, today);
  await audit(ctx, 'aplicar', 'factura_proveedor', invoice.id, { settlement: made!.id, ...source, cents });
}

/** A credit note that was applied whole is settled. */
async function closeCredit(ctx: Context, id: number, today: string): Promise<void> {
  const [credit] = await ctx.db.select().from(supplierInvoices).where(eq(supplierInvoices.id, id));
  const whole = balanceOf(credit!) === 0;
  await ctx.db
    .update(supplierInvoices)
    .set({ version: credit!.version + 1, ...(whole && { stateId: S.paid, paidOn: today }) })
    .where(eq(supplierInvoices.id, id));
  await announce(ctx, {
    record: 'factura_proveedor',
    id,
    of: ['partner', credit!.partnerId],
    ...(whole ? { from: credit!.stateId, to: S.paid } : { verb: 'aplicar' }),
  });
}

/**
 * Applies a credit note or an advance to an approved invoice of the same supplier and company. Raises 404, 422 at `cents`
 * or `source_id`.
 */
export async function settleInvoice(ctx: Context, id: number, form: SettlementForm): Promise<void> {
  const invoice = await lockInvoice(ctx, id);
  if (invoice.kind !== 'factura' || invoice.stateId !== S.approved || invoice.progressAccountId !== null)
    throw transitionRefused('Se aplica a una factura aprobada que no está en un lote de pago.');
  const { left, source } = await leftOf(ctx, invoice, form);
  const most = Math.min(left, balanceOf(invoice));
  if (form.cents > most)
    throw invalid([{ field: 'cents', message: `Como máximo se pueden aplicar ${formatMoney(most)}.` }]);
  await settle(ctx, invoice, source, form.cents);
}

/** What is left of a credit note or an advance, locked. */
async function leftOf(
  ctx: Context,
  invoice: Invoice,
  { kind, source_id }: SettlementForm,
): Promise<{ left: number; source: Source }> {
  const other = () =>
    invalid([{ field: 'source_id', message: 'Es de otro proveedor o empresa, o no está vigente.' }]);
  if (kind === 'credito') {
    const [credit] = await ctx.db
      .select()
      .from(supplierInvoices)
      .where(eq(supplierInvoices.id, source_id))
      .for('no key update');
    if (
      !credit ||
      credit.kind !== 'nota_credito' ||
      credit.rucKey !== invoice.rucKey ||
      credit.companyId !== invoice.companyId ||
      credit.stateId !== S.approved
    )
      throw other();
    return { left: balanceOf(credit), source: { creditId: credit.id } };
  }
  const [advance] = await ctx.db
    .select()
    .from(supplierAdvances)
    .where(eq(supplierAdvances.id, source_id))
    .for('no key update');
  if (
    !advance ||
    advance.partnerId !== invoice.partnerId ||
    advance.companyId !== invoice.companyId ||
    advance.stateId !== ADVANCE_STATE.paid
  )
    throw other();
  return { left: advance.cents - advance.settledCents, source: { advanceId: advance.id } };
}

/** Applies a credit note that was just approved to the invoice that it corrects, as far as that is still owed. */
export async function settleCredit(ctx: Context, creditId: number): Promise<void> {
  const [credit] = await ctx.db.select().from(supplierInvoices).where(eq(supplierInvoices.id, creditId));
  if (credit?.kind !== 'nota_credito' || credit.correctsId === null) return;
  const [invoice] = await ctx.db
    .select()
    .from(supplierInvoices)
    .where(eq(supplierInvoices.id, credit.correctsId))
    .for('no key update');
  if (invoice?.stateId !== S.approved || invoice.progressAccountId !== null) return;
  const cents = Math.min(balanceOf(credit), balanceOf(invoice));
  if (cents > 0) await settle(ctx, invoice, { creditId }, cents);
}
