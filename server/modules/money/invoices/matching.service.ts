import { asc, eq, sql } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import { LIVE_STATES, mismatchesOf, type MatchedLine } from '#contract/money/invoices/rules.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { ORDER_STATE } from '#contract/works/purchasing/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, rows } from '#server/kernel/db.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';
import { purchaseOrders } from '#server/modules/works/purchasing/purchasing.table.ts';
import type { supplierInvoices } from './invoices.table.ts';

type Reading = Pick<Context, 'db'>;
export type Invoice = typeof supplierInvoices.$inferSelect;

/**
 * What does not agree between an invoice and its order, what arrived, or its account of works: a sentence each. With
 * `lock` two invoices of one order are compared one after the other.
 */
export async function mismatches(
  { db }: Reading,
  invoice: Pick<
    Invoice,
    'id' | 'partnerId' | 'orderId' | 'progressAccountId' | 'subtotalCents' | 'itbmsCents'
  >,
  lock = false,
): Promise<string[]> {
  return [
    ...(invoice.orderId === null ? [] : await againstOrder({ db }, invoice.id, invoice.orderId, lock)),
    ...(invoice.progressAccountId === null
      ? []
      : await againstAccount({ db }, invoice, invoice.progressAccountId)),
  ];
}

async function againstOrder(
  { db }: Reading,
  invoiceId: number,
  orderId: number,
  lock: boolean,
): Promise<string[]> {
  if (lock)
    await db
      .select({ id: purchaseOrders.id })
      .from(purchaseOrders)
      .where(eq(purchaseOrders.id, orderId))
      .for('no key update');
  const [order] = await db
    .select({ stateId: purchaseOrders.stateId })
    .from(purchaseOrders)
    .where(eq(purchaseOrders.id, orderId));
  const lines = await rows<MatchedLine>(
    db,
    sql`select m.name material, m.unit, sum(l.quantity)::float8 invoiced, sum(l.cents)::float8 cents, o.quantity::float8 ordered,
        (o.received - o.returned)::float8 received, o.price_cents::float8 "priceCents",
        coalesce((select sum(x.quantity) from supplier_invoice_lines x join supplier_invoices i on i.id = x.invoice_id
          where x.order_line_id = o.id and x.invoice_id <> ${invoiceId} and i.kind = 'factura' and i.state_id in ${anyOf(LIVE_STATES)}), 0)::float8 before
      from supplier_invoice_lines l join purchase_order_lines o on o.id = l.order_line_id join materials m on m.id = o.material_id
      where l.invoice_id = ${invoiceId} group by o.id, m.id order by o.id`,
  );
  const [free] = await rows<{ n: number; cents: number }>(
    db,
    sql`select count(*)::int n, coalesce(sum(cents), 0)::float8 cents from supplier_invoice_lines
      where invoice_id = ${invoiceId} and order_line_id is null`,
  );
  return [
    ...(order?.stateId === ORDER_STATE.voided ? ['La orden de compra está anulada.'] : []),
    ...mismatchesOf(lines, formatMoney),
    ...(free && free.n > 0 ? [`Se cobran ${formatMoney(free.cents)} que no están en la orden.`] : []),
  ];
}

async function againstAccount(
  { db }: Reading,
  invoice: Pick<Invoice, 'partnerId' | 'subtotalCents' | 'itbmsCents'>,
  accountId: number,
): Promise<string[]> {
  const [found] = await db
    .select({ account: progressAccounts, contractorId: contracts.contractorId })
    .from(progressAccounts)
    .innerJoin(contracts, eq(contracts.id, progressAccounts.contractId))
    .where(eq(progressAccounts.id, accountId))
    .orderBy(asc(progressAccounts.id));
  if (!found) return [];
  const { account, contractorId } = found;
  const standing = [ACCOUNT_STATE.approved, ACCOUNT_STATE.paid] as number[];
  return [
    ...(contractorId === invoice.partnerId ? [] : ['La cuenta de obra es de otro contratista.']),
    ...(standing.includes(account.stateId) ? [] : ['La cuenta de obra no está aprobada.']),
    ...(account.grossCents === invoice.subtotalCents
      ? []
      : [
          `La factura cobra ${formatMoney(invoice.subtotalCents)} sin ITBMS, y la cuenta aprobada dice ${formatMoney(account.grossCents)}.`,
        ]),
    ...(account.itbmsCents === invoice.itbmsCents
      ? []
      : [
          `El ITBMS de la factura es ${formatMoney(invoice.itbmsCents)}, y el de la cuenta ${formatMoney(account.itbmsCents)}.`,
        ]),
  ];
}
