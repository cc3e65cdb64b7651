import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Payee, SupplierOpen } from '#contract/money/invoices/model.ts';
import { INVOICE_STATE, LIVE_STATES } from '#contract/money/invoices/rules.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { ORDER_STATE } from '#contract/works/purchasing/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, idOf, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';

/** Suppliers and contractors that are not archived. */
export const payees = ({ db }: Pick<Context, 'db'>): Promise<Payee[]> =>
  db
    .select({ id: partners.id, name: partners.name, ruc: partners.ruc, dv: partners.dv, kind: partners.kind })
    .from(partners)
    .where(and(ne(partners.kind, 'contratante'), isNull(partners.archivedAt)))
    .orderBy(asc(partners.name), asc(partners.id));

/** The companies of the group. */
export const companiesOf = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(and(eq(partners.kind, 'contratante'), isNull(partners.archivedAt)))
    .orderBy(asc(partners.name), asc(partners.id));

/** What an invoice of a supplier may refer to: its orders with what is not invoiced, accounts and invoices. Raises 404. */
export async function openOf(ctx: Context, partnerId: number): Promise<SupplierOpen> {
  const { db } = ctx;
  const [partner] = await db
    .select()
    .from(partners)
    .where(and(eq(partners.id, partnerId), ne(partners.kind, 'contratante')));
  if (!partner) throw notFound();
  const { payables } = await readSettings(db);
  const orders = await rows<SupplierOpen['orders'][number]>(
    db,
    sql`select o.id::int, ${yearlyCodeOf('OC', 'o')} name, o.project_id::int, o.house_id::int,
        (select json_agg(json_build_object('id', l.id, 'material', m.name, 'unit', m.unit, 'price_centavos', l.price_cents,
            'taxed', l.taxed, 'cost_code_id', m.cost_code_id, 'open', greatest(0, l.received - l.returned - coalesce((select sum(x.quantity)
              from supplier_invoice_lines x join supplier_invoices i on i.id = x.invoice_id
              where x.order_line_id = l.id and i.kind = 'factura' and i.state_id in ${anyOf(LIVE_STATES)}), 0))) order by l.id)
          from purchase_order_lines l join materials m on m.id = l.material_id where l.order_id = o.id) lines
      from purchase_orders o where o.supplier_id = ${partnerId} and o.state_id <> ${idOf(ORDER_STATE.voided)}
      order by o.id desc limit 100`,
  );
  const accounts = await rows<SupplierOpen['accounts'][number]>(
    db,
    sql`select a.id::int, c.name || ', cuenta ' || a.number name, a.gross_cents::float8 gross_centavos, a.itbms_cents::float8 itbms_centavos,
        a.withheld_cents::float8 withheld_centavos, c.project_id::int
      from progress_accounts a join contracts c on c.id = a.contract_id
      where c.contractor_id = ${partnerId} and a.state_id in ${anyOf([ACCOUNT_STATE.approved, ACCOUNT_STATE.paid])}
        and not exists (select from supplier_invoices i where i.progress_account_id = a.id
          and i.state_id not in ${anyOf([INVOICE_STATE.voided, INVOICE_STATE.rejected])})
      order by a.id desc limit 100`,
  );
  const invoices = await rows<{ id: number; name: string }>(
    db,
    sql`select id::int, number name from supplier_invoices where partner_id = ${partnerId} and kind = 'factura'
      and state_id not in ${anyOf([INVOICE_STATE.voided, INVOICE_STATE.rejected])} order by id desc limit 200`,
  );
  return {
    due_days: payables.dueDays,
    withholds: partner.itbmsWithholding === 'retiene',
    orders: orders.filter(({ lines }) => lines !== null),
    accounts,
    invoices,
  };
}
