import { sql } from 'drizzle-orm';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { numberKey, INVOICE_STATES } from '#contract/money/invoices/rules.ts';
import { ISSUED_STATES } from '#contract/money/issuedInvoices/rules.ts';
import { BATCH_STATES } from '#contract/money/paymentBatches/rules.ts';
import { containing } from '#server/kernel/db.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import { invoicesInReach } from '#server/modules/money/invoices/invoices.scope.ts';
import { issuedInReach } from '#server/modules/money/issuedInvoices/issuedInvoices.scope.ts';
import { batchesInReach } from '#server/modules/money/paymentBatches/batches.scope.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { LOAN_STATES } from '#contract/money/interimLoans/rules.ts';
import { loansInReach } from '#server/modules/money/interimLoans/interimLoans.scope.ts';
import { fundsInReach } from '#server/modules/money/pettyCash/pettyCash.scope.ts';
import { join, type Source } from './source.ts';

/** By its number, however it is written, its supplier, or its concept. */
export const invoicesFound: Source = {
  kind: 'factura_proveedor',
  permission: 'contabilidad.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select supplier_invoices.id, supplier_invoices.number title, json_build_object('supplier', s.name, 'state', supplier_invoices.state_id) detail
        from supplier_invoices join partners s on s.id = supplier_invoices.partner_id
        where (searchable(concat_ws(' ', supplier_invoices.number, supplier_invoices.concept, s.name)) like searchable(${containing(q)})
            or (${numberKey(q)} <> '' and supplier_invoices.number_key like ${containing(numberKey(q))}))
          and ${invoicesInReach(ctx) ?? sql`true`}
        order by supplier_invoices.id desc limit ${limit}`,
  subtitle: ({ supplier, state }) => join(supplier, INVOICE_STATES[Number(state)]),
  url: (id) => recordUrl('factura_proveedor', id),
};

/** By its number, its receiver, its CUFE, or its concept. */
export const issuedFound: Source = {
  kind: 'factura_emitida',
  permission: 'contabilidad.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select issued_invoices.id, concat(s.point, '-', lpad(issued_invoices.number::text, 10, '0')) title,
          json_build_object('receiver', issued_invoices.receiver_name, 'state', issued_invoices.state_id) detail
        from issued_invoices join invoice_series s on s.id = issued_invoices.series_id
        where searchable(concat_ws(' ', s.point || '-' || lpad(issued_invoices.number::text, 10, '0'), issued_invoices.receiver_name,
            issued_invoices.receiver_document, issued_invoices.concept, issued_invoices.cufe)) like searchable(${containing(q)})
          and ${issuedInReach(ctx) ?? sql`true`}
        order by issued_invoices.id desc limit ${limit}`,
  subtitle: ({ receiver, state }) => join(receiver, ISSUED_STATES[Number(state)]),
  url: (id) => recordUrl('factura_emitida', id),
};

export const batchesFound: Source = {
  kind: 'lote_pago',
  permission: 'contabilidad.ver',
  select: (ctx, { q, limit }) =>
    sql`select payment_batches.id, ${yearlyCodeOf('LP', 'payment_batches')} title,
        json_build_object('account', b.name, 'state', payment_batches.state_id) detail
      from payment_batches join bank_accounts b on b.id = payment_batches.bank_account_id
      where searchable(concat_ws(' ', ${yearlyCodeOf('LP', 'payment_batches')}, reference)) like searchable(${containing(q)})
        and ${batchesInReach(ctx) ?? sql`true`}
      order by payment_batches.id desc limit ${limit}`,
  subtitle: ({ account, state }) => join(account, BATCH_STATES[Number(state)]),
  url: (id) => recordUrl('lote_pago', id),
};

export const fundsFound: Source = {
  kind: 'caja_menuda',
  permission: 'contabilidad.ver',
  select: (ctx, { q, limit }) =>
    sql`select petty_funds.id, petty_funds.name title, json_build_object('custodian', u.name) detail
      from petty_funds join users u on u.id = petty_funds.custodian_id
      where searchable('caja menuda ' || petty_funds.name) like searchable(${containing(q)}) and ${fundsInReach(ctx) ?? sql`true`}
      order by petty_funds.id limit ${limit}`,
  subtitle: ({ custodian }) => join(custodian),
  url: (id) => recordUrl('caja_menuda', id),
};

/** By its bank, its number or its project. */
export const loansFound: Source = {
  kind: 'prestamo_interino',
  permission: 'contabilidad.ver',
  select: (ctx, { q, limit }) =>
    sql`select interim_loans.id, concat_ws(' ', c.label, interim_loans.number) title,
        json_build_object('project', p.name, 'state', interim_loans.state_id) detail
      from interim_loans join projects p on p.id = interim_loans.project_id
      left join catalog_items c on c.catalog = ${banks.name} and c.id = interim_loans.bank_id
      where searchable(concat_ws(' ', 'préstamo interino', c.label, interim_loans.number, p.name)) like searchable(${containing(q)})
        and ${loansInReach(ctx) ?? sql`true`}
      order by interim_loans.id desc limit ${limit}`,
  subtitle: ({ project, state }) => join(project, LOAN_STATES[Number(state)]),
  url: (id) => recordUrl('prestamo_interino', id),
};
