import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import { changeInvoiceStatus, type InvoiceFilter } from '#contract/money/invoices/endpoints.ts';
import type { Invoice, InvoiceLine, InvoiceRow } from '#contract/money/invoices/model.ts';
import {
  ADVANCE_STATE,
  balanceOf,
  EDITABLE_STATES,
  INVOICE_STATE as S,
  INVOICE_STATES,
  invoiceMachine,
  numberKey,
  OWED_STATES,
} from '#contract/money/invoices/rules.ts';
import { LINE_STATES, type LineState } from '#contract/money/paymentBatches/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, hasPart, idOf, inOrder, row, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { advanceCode } from './advances.service.ts';
import { factsOf } from './invoices.service.ts';
import { invoicesInReach, mayPayables } from './invoices.scope.ts';
import { supplierInvoiceLines, supplierInvoices } from './invoices.table.ts';
import { ofMyTeam } from './lock.service.ts';
import { dueInvoices } from './due.service.ts';
import { mismatches } from './matching.service.ts';

const companies = alias(partners, 'companies');

const selectInvoices = (ctx: Context) =>
  ctx.db
    .select({
      invoice: supplierInvoices,
      supplier: {
        id: partners.id,
        name: partners.name,
        ruc: partners.ruc,
        dv: partners.dv,
        kind: partners.kind,
      },
      company: { id: companies.id, name: companies.name },
      project: sql<{ id: number; name: string } | null>`(select case when count(distinct p.id) = 1
          then json_build_object('id', min(p.id), 'name', min(p.name)) end
        from supplier_invoice_lines l join projects p on p.id = l.project_id where l.invoice_id = supplier_invoices.id)`,
    })
    .from(supplierInvoices)
    .innerJoin(partners, eq(partners.id, supplierInvoices.partnerId))
    .innerJoin(companies, eq(companies.id, supplierInvoices.companyId));
type Found = Awaited<ReturnType<typeof selectInvoices>>[number];

/** A credit note is applied, not paid. */
const stateName = ({ kind, stateId }: Found['invoice']) =>
  kind === 'nota_credito' && stateId === S.paid ? 'Aplicada' : (INVOICE_STATES[stateId] ?? '');
/** What is owed; of an invoice that is no longer owed, nothing. */
const owedOf = (invoice: Found['invoice']) =>
  [S.paid, S.voided, S.rejected].includes(invoice.stateId as never) ? 0 : balanceOf(invoice);

function presentRow({ invoice, supplier, company, project }: Found, today: string): InvoiceRow {
  return {
    id: invoice.id,
    version: invoice.version,
    kind: invoice.kind,
    number: invoice.number,
    supplier,
    company,
    project,
    state: { id: invoice.stateId, name: stateName(invoice) },
    issued_on: invoice.issuedOn,
    due_on: invoice.dueOn,
    late: invoice.kind === 'factura' && OWED_STATES.includes(invoice.stateId) && invoice.dueOn < today,
    subtotal_centavos: invoice.subtotalCents,
    itbms_centavos: invoice.itbmsCents,
    total_centavos: invoice.totalCents,
    withheld_centavos: invoice.withheldCents,
    balance_centavos: owedOf(invoice),
  };
}

function matching(ctx: Context, query: InvoiceFilter): SQL | undefined {
  const today = panamaDay(ctx.now);
  return and(
    invoicesInReach(ctx),
    query.tipo === undefined ? undefined : eq(supplierInvoices.kind, query.tipo),
    query.proveedor_id === undefined ? undefined : eq(supplierInvoices.partnerId, query.proveedor_id),
    query.estado_id === undefined ? undefined : eq(supplierInvoices.stateId, query.estado_id),
    query.proyecto_id === undefined
      ? undefined
      : sql`exists (select from supplier_invoice_lines l where l.invoice_id = ${supplierInvoices.id} and l.project_id = ${query.proyecto_id})`,
    query.vence === undefined ? undefined : dueInvoices(query.vence, today),
    query.q
      ? or(
          numberKey(query.q) ? hasPart(supplierInvoices.numberKey, numberKey(query.q)) : undefined,
          hasPart(supplierInvoices.concept, query.q),
          sql`exists (select from partners s where s.id = ${supplierInvoices.partnerId} and ${hasPart(sql`s.name || ' ' || s.ruc`, query.q)})`,
        )
      : undefined,
  );
}

/** A page of invoices, the last first, and the total. */
export async function pageOfInvoices(ctx: Context, query: InvoiceFilter) {
  const where = matching(ctx, query);
  const list = await selectInvoices(ctx)
    .where(where)
    .orderBy(
      inOrder(
        query,
        { id: supplierInvoices.id, issued_on: supplierInvoices.issuedOn, due_on: supplierInvoices.dueOn },
        supplierInvoices.id,
        ['id', 'desc'],
      ),
    )
    .limit(query.per_page)
    .offset(offsetOf(query));
  const today = panamaDay(ctx.now);
  return {
    list: list.map((one) => presentRow(one, today)),
    total: await ctx.db.$count(supplierInvoices, where),
  };
}

/** Sums over the whole filter, in centavos; credit notes count against. What was rejected or voided is not owed. */
export async function sumsOfInvoices(ctx: Context, query: InvoiceFilter) {
  const found = await row<{ total: number; saldo: number }>(
    ctx.db,
    sql`select coalesce(sum(sign * total_cents), 0)::float8 total,
        coalesce(sum(sign * (total_cents - withheld_cents - settled_cents))
          filter (where state_id not in ${anyOf([S.paid, S.rejected, S.voided])}), 0)::float8 saldo
      from (select supplier_invoices.*, case kind when 'factura' then 1 else -1 end sign from supplier_invoices
        where ${matching(ctx, query) ?? sql`true`}) i`,
  );
  return found!;
}

/** Guards its comments and files. */
export const mayOpenInvoice = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(supplierInvoices, and(eq(supplierInvoices.id, id), invoicesInReach(ctx)))) > 0;

async function linesOf(ctx: Context, invoiceId: number): Promise<InvoiceLine[]> {
  const accounts = await catalogLabels(ctx.db, accountingAccounts);
  const codes = await catalogLabels(ctx.db, costCodes);
  const named = (labels: ReadonlyMap<number, string>, id: number | null) =>
    id === null ? null : { id, name: labels.get(id) ?? '' };
  const found = await ctx.db
    .select({
      line: supplierInvoiceLines,
      project: { id: projects.id, name: projects.name },
      house: { id: houses.id, name: houses.name },
    })
    .from(supplierInvoiceLines)
    .leftJoin(projects, eq(projects.id, supplierInvoiceLines.projectId))
    .leftJoin(houses, eq(houses.id, supplierInvoiceLines.houseId))
    .where(eq(supplierInvoiceLines.invoiceId, invoiceId))
    .orderBy(asc(supplierInvoiceLines.position));
  return found.map(({ line, project, house }) => ({
    id: line.id,
    description: line.description,
    quantity: line.quantity,
    cents: line.cents,
    itbms_centavos: line.itbmsCents,
    order_line_id: line.orderLineId,
    account: named(accounts, line.accountingAccountId),
    cost_code: named(codes, line.costCodeId),
    project,
    house,
    after_delivery: line.afterDelivery,
  }));
}

const settlementsOf = (ctx: Context, id: number) =>
  rows<{ id: number; text: string; on: string; cents: number; by: string }>(
    ctx.db,
    sql`select s.id::int, case when s.credit_id is not null then
          case when s.invoice_id = ${id} then 'Nota de crédito ' || c.number else 'Aplicada a la factura ' || i.number end
          else 'Anticipo ' || ${yearlyCodeOf('AN', 'a')} end "text",
        s.settled_on::text "on", s.cents::float8 cents, u.name by
      from invoice_settlements s join users u on u.id = s.made_by join supplier_invoices i on i.id = s.invoice_id
        left join supplier_invoices c on c.id = s.credit_id left join supplier_advances a on a.id = s.advance_id
      where s.invoice_id = ${id} or s.credit_id = ${id} order by s.id`,
  );

async function paymentsOf(
  ctx: Context,
  { id, progressAccountId }: Found['invoice'],
): Promise<Invoice['payments']> {
  const found = await rows<
    Omit<Invoice['payments'][number], 'batch' | 'state'> & { batchId: number; code: string; state: LineState }
  >(
    ctx.db,
    sql`select l.id::int, b.id::int "batchId", ${yearlyCodeOf('LP', 'b')} code, l.cents::float8 cents,
        l.state, l.paid_on::text, l.returned_on::text, l.return_reason reason
      from payment_batch_lines l join payment_batches b on b.id = l.batch_id
      where l.invoice_id = ${id} or l.progress_account_id = ${progressAccountId} order by l.id`,
  );
  return found.map(({ batchId, code, state, ...one }) => ({
    ...one,
    batch: { id: batchId, name: code },
    state: LINE_STATES[state],
  }));
}

async function applicableTo(ctx: Context, invoice: Found['invoice']): Promise<Invoice['applicable']> {
  const found = await rows<{
    kind: 'credito' | 'anticipo';
    id: number;
    text: string;
    cents: number;
    year: number;
    number: number;
  }>(
    ctx.db,
    sql`select 'credito' kind, id::int, 'Nota de crédito ' || number "text", (total_cents - withheld_cents - settled_cents)::float8 cents, 0 "year", 0 "number"
        from supplier_invoices where kind = 'nota_credito' and ruc_key = ${invoice.rucKey} and company_id = ${invoice.companyId}
          and state_id = ${idOf(S.approved)} and total_cents - withheld_cents > settled_cents
      union all select 'anticipo', id::int, '', (cents - settled_cents)::float8, year::int, number from supplier_advances
        where partner_id = ${invoice.partnerId} and company_id = ${invoice.companyId} and state_id = ${idOf(ADVANCE_STATE.paid)} and cents > settled_cents
      order by 1, 2`,
  );
  return found.map(({ kind, id, text, cents, ...code }) => ({
    kind,
    id,
    cents,
    text: kind === 'credito' ? text : `Anticipo ${advanceCode(code)}`,
  }));
}

async function fileOf(ctx: Context, id: string | null) {
  if (id === null) return null;
  const [file] = await ctx.db.select().from(files).where(eq(files.id, id));
  return file ? { name: file.name, mime: file.mime, url: fileUrl(ctx, id) } : null;
}

/** Names of what an invoice refers to. */
async function refersTo(ctx: Context, invoice: Found['invoice']) {
  const found = await row<Record<'order' | 'account' | 'corrects', string | null>>(
    ctx.db,
    sql`select (select ${yearlyCodeOf('OC', 'purchase_orders')} from purchase_orders where id = ${invoice.orderId}) "order",
        (select c.name || ', cuenta ' || a.number from progress_accounts a join contracts c on c.id = a.contract_id where a.id = ${invoice.progressAccountId}) account,
        (select number from supplier_invoices where id = ${invoice.correctsId}) corrects`,
  );
  const named = (id: number | null, name: string | null | undefined) =>
    id === null ? null : { id, name: name ?? '' };
  return {
    order: named(invoice.orderId, found?.order),
    progress_account: named(invoice.progressAccountId, found?.account),
    corrects: named(invoice.correctsId, found?.corrects),
  };
}

/** An invoice with all that happened to it. Raises 404. */
export async function answerInvoice(ctx: Context, id: number): Promise<Invoice> {
  const [found] = await selectInvoices(ctx).where(and(eq(supplierInvoices.id, id), invoicesInReach(ctx)));
  if (!found) throw notFound();
  const { invoice } = found;
  const record = { madeBy: invoice.madeBy, inTeam: await ofMyTeam(ctx, id) };
  const may = (permission: Parameters<typeof mayPayables>[1]) => mayPayables(ctx, permission, record);
  const open = [S.entered, S.toApprove, S.disputed, S.rejected].includes(invoice.stateId as never);
  const states = await statesOf(ctx.db, 'factura_proveedor', [id]);
  const applies =
    invoice.kind === 'factura' && invoice.stateId === S.approved && invoice.progressAccountId === null;
  return {
    ...presentRow(found, panamaDay(ctx.now)),
    cufe: invoice.cufe,
    concept: invoice.concept,
    note: invoice.note,
    ...(await refersTo(ctx, invoice)),
    approved_on: invoice.approvedOn,
    paid_on: invoice.paidOn,
    end_reason: invoice.endReason,
    exception: invoice.exceptions && { sentences: invoice.exceptions, reason: invoice.exceptionReason ?? '' },
    mismatches: open ? await mismatches(ctx, invoice) : [],
    lines: await linesOf(ctx, id),
    settlements: await settlementsOf(ctx, id),
    payments: await paymentsOf(ctx, invoice),
    applicable: applies ? await applicableTo(ctx, invoice) : [],
    document: await fileOf(ctx, invoice.documentFileId),
    xml: await fileOf(ctx, invoice.xmlFileId),
    transitions: offersOf(
      invoiceMachine,
      invoice.stateId,
      await factsOf(ctx, invoice),
      urlOf(changeInvoiceStatus, { params: { id } }),
      may,
    ),
    may: {
      edit: may('contabilidad.crear') && EDITABLE_STATES.includes(invoice.stateId),
      attach: may('contabilidad.crear') && invoice.stateId !== S.voided,
      apply: applies && may('contabilidad.editar'),
    },
    history: states.map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      who: one.who,
      from: one.from === null ? null : (INVOICE_STATES[one.from] ?? null),
      to: INVOICE_STATES[one.to] ?? null,
      reason: one.reason,
    })),
  };
}
