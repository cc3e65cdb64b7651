import { and, eq, notInArray } from 'drizzle-orm';
import { INVOICE_STATE as S } from '#contract/money/invoices/rules.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { announce, type Change } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';
import { supplierInvoices } from './invoices.table.ts';

/** The invoice of an account of works is paid with it, and owed again when the bank returns that payment. */
export async function followAccount(ctx: Acting, { id, from, to }: Change): Promise<void> {
  const pays = to === ACCOUNT_STATE.paid;
  if (!pays && from !== ACCOUNT_STATE.paid) return;
  const [invoice] = await ctx.db
    .select()
    .from(supplierInvoices)
    .where(
      and(
        eq(supplierInvoices.progressAccountId, id),
        notInArray(supplierInvoices.stateId, [S.voided, S.rejected]),
      ),
    )
    .for('no key update');
  if (!invoice || invoice.stateId !== (pays ? S.approved : S.paid)) return;
  const [account] = await ctx.db.select().from(progressAccounts).where(eq(progressAccounts.id, id));
  const next = pays ? S.paid : S.approved;
  await ctx.db
    .update(supplierInvoices)
    .set({ stateId: next, version: invoice.version + 1, paidOn: pays ? account!.paidOn : null })
    .where(eq(supplierInvoices.id, invoice.id));
  await announce(ctx, {
    record: 'factura_proveedor',
    id: invoice.id,
    from: invoice.stateId,
    to: next,
    of: ['partner', invoice.partnerId],
  });
}
