import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import {
  CAFE_PAPER,
  changeIssuedStatus,
  ISSUED_XML,
  type IssuedFilter,
} from '#contract/money/issuedInvoices/endpoints.ts';
import type { Issued as Shown, IssuedRow } from '#contract/money/issuedInvoices/model.ts';
import {
  ISSUED_STATE as S,
  ISSUED_STATES,
  issuedMachine,
  issuedNumber,
} from '#contract/money/issuedInvoices/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { countUpTo, hasPart, idOf, inOrder, row } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { ENTITY, receiverOf, remarkOf } from './issue.service.ts';
import { factsOf, isEditable, whyNoCredit } from './issuedInvoices.service.ts';
import { issuedInReach, reachesIssued } from './issuedInvoices.scope.ts';
import { issuedInvoiceLines, issuedInvoices, invoiceSeries } from './issuedInvoices.table.ts';

const NUMBER = sql`concat(${invoiceSeries.point}, '-', lpad(${issuedInvoices.number}::text, 10, '0'))`;

const select = (ctx: Context) =>
  ctx.db
    .select({
      one: issuedInvoices,
      point: invoiceSeries.point,
      company: { id: partners.id, name: partners.name },
      project: { id: projects.id, name: projects.name },
      sale: { id: sales.id, name: sales.code },
    })
    .from(issuedInvoices)
    .innerJoin(invoiceSeries, eq(invoiceSeries.id, issuedInvoices.seriesId))
    .innerJoin(partners, eq(partners.id, invoiceSeries.companyId))
    .leftJoin(projects, eq(projects.id, issuedInvoices.projectId))
    .leftJoin(sales, eq(sales.id, issuedInvoices.saleId));
type Found = Awaited<ReturnType<typeof select>>[number];

const documentText = ({ receiverDocument, receiverDv }: Found['one']) =>
  [receiverDocument, receiverDv && `DV ${receiverDv}`].filter(Boolean).join(' ');

const presentRow = (ctx: Context, { one, point, company, project, sale }: Found): IssuedRow => ({
  id: one.id,
  version: one.version,
  kind: one.kind,
  number: issuedNumber({ point, number: one.number }),
  company,
  receiver: { name: one.receiverName, document: documentText(one) },
  project,
  sale: sale && { id: sale.id, name: sale.name ?? `Venta ${sale.id}` },
  state: { id: one.stateId, name: ISSUED_STATES[one.stateId] ?? '' },
  remark: remarkOf(ctx, one),
  issued_on: one.issuedOn,
  concept: one.concept,
  subtotal_centavos: one.subtotalCents,
  itbms_centavos: one.itbmsCents,
  total_centavos: one.totalCents,
  cufe: one.cufe,
  credited: one.kind === 'factura' && one.endedOn !== null && one.stateId === S.authorized,
});

const matching = (ctx: Context, query: IssuedFilter): SQL | undefined =>
  and(
    issuedInReach(ctx),
    query.tipo === undefined ? undefined : eq(issuedInvoices.kind, query.tipo),
    query.empresa_id === undefined ? undefined : eq(invoiceSeries.companyId, query.empresa_id),
    query.proyecto_id === undefined ? undefined : eq(issuedInvoices.projectId, query.proyecto_id),
    query.venta_id === undefined ? undefined : eq(issuedInvoices.saleId, query.venta_id),
    query.estado_id === undefined ? undefined : eq(issuedInvoices.stateId, query.estado_id),
    query.q
      ? or(
          hasPart(NUMBER, query.q),
          hasPart(sql`concat_ws(' ', ${issuedInvoices.receiverName}, ${issuedInvoices.receiverDocument}, ${issuedInvoices.concept}, ${issuedInvoices.cufe})`, query.q),
        )
      : undefined,
  ); // prettier-ignore

/** A page of issued invoices, the last first, and the total. */
export async function pageOfIssued(ctx: Context, query: IssuedFilter) {
  const where = matching(ctx, query);
  const found = await select(ctx)
    .where(where)
    .orderBy(
      inOrder(
        query,
        { id: issuedInvoices.id, issued_on: issuedInvoices.issuedOn, total: issuedInvoices.totalCents },
        issuedInvoices.id,
        ['id', 'desc'],
      ),
    )
    .limit(query.per_page)
    .offset(offsetOf(query));
  const total = await countUpTo(
    ctx.db,
    sql`select from issued_invoices join invoice_series on invoice_series.id = issued_invoices.series_id
      where ${where ?? sql`true`}`,
  );
  return { list: found.map((one) => presentRow(ctx, one)), total };
}

/** What is voided counts nothing, and a credit note takes away. */
export async function sumsOfIssued(ctx: Context, query: IssuedFilter) {
  const found = await row<{ total: string }>(
    ctx.db,
    sql`select coalesce(sum(case issued_invoices.kind when 'factura' then 1 else -1 end * issued_invoices.total_cents), 0)::bigint total
      from issued_invoices join invoice_series on invoice_series.id = issued_invoices.series_id
      where issued_invoices.state_id <> ${idOf(S.voided)} and ${matching(ctx, query) ?? sql`true`}`,
  );
  return { total: Number(found!.total) };
}

/** Guards its comments and files. */
export const mayOpenIssued = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(issuedInvoices, and(eq(issuedInvoices.id, id), issuedInReach(ctx)))) > 0;

/** A document with what was said of it. Raises 404. */
export async function answerIssued(ctx: Context, id: number): Promise<Shown> {
  const [found] = await select(ctx).where(and(eq(issuedInvoices.id, id), issuedInReach(ctx)));
  if (!found) throw notFound();
  const { one } = found;
  const lines = await ctx.db
    .select()
    .from(issuedInvoiceLines)
    .where(eq(issuedInvoiceLines.invoiceId, id))
    .orderBy(issuedInvoiceLines.position);
  const [credit] = await select(ctx).where(
    and(eq(issuedInvoices.correctsId, id), sql`issued_invoices.state_id <> ${idOf(S.voided)}`),
  );
  const [corrects] =
    one.correctsId === null ? [] : await select(ctx).where(eq(issuedInvoices.id, one.correctsId));
  const named = (other: Found | undefined) =>
    other ? { id: other.one.id, name: issuedNumber({ point: other.point, number: other.one.number }) } : null;
  const states = await statesOf(ctx.db, ENTITY, [id]);
  const may = (permission: Parameters<typeof reachesIssued>[1]) => reachesIssued(ctx, permission, one);
  const url = (path: string) => (one.xml === null ? null : urlOf({ path }, { params: { id } }));
  return {
    ...presentRow(ctx, found),
    ...receiverOf(one),
    lines: lines.map((line) => ({
      id: line.id,
      description: line.description,
      cents: line.cents,
      rate: line.rate,
      itbms_centavos: line.itbmsCents,
    })),
    corrects: named(corrects),
    credit: named(credit),
    entry: one.entryId === null ? null : { id: one.entryId, name: 'Asiento del ingreso' },
    reason: one.reason,
    protocol: one.protocol,
    authorized_at: one.authorizedAt?.toISOString() ?? null,
    imported: one.imported,
    qr: one.qr,
    paper: url(CAFE_PAPER),
    xml: url(ISSUED_XML),
    transitions: offersOf(
      issuedMachine,
      one.stateId,
      factsOf(one),
      urlOf(changeIssuedStatus, { params: { id } }),
      may,
    ),
    may: {
      edit: may('contabilidad.crear') && isEditable(one),
      credit: may('contabilidad.anular') && whyNoCredit(one) === null,
    },
    history: states.map((state) => ({
      id: state.id,
      at: state.at.toISOString(),
      who: state.who,
      from: state.from === null ? null : (ISSUED_STATES[state.from] ?? null),
      to: ISSUED_STATES[state.to] ?? null,
      reason: state.reason,
    })),
  };
}

/** Rejected documents, for who may correct them. */
export function issuedTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'contabilidad.crear')) return null;
  return {
    rows: sql`select issued_invoices.*, s.point from issued_invoices join invoice_series s on s.id = issued_invoices.series_id
      where issued_invoices.state_id = ${idOf(S.rejected)} and ${issuedInReach(ctx, 'contabilidad.crear') ?? sql`true`}`,
    id: sql`w.id`,
    title: sql`concat(w.point, '-', lpad(w.number::text, 10, '0'), ' · ', w.receiver_name)`,
    text: sql`'Corregir y enviar de nuevo'`,
    due: sql`null::date`,
    since: sql`w.created_at`,
    cents: sql`w.subtotal_cents + w.itbms_cents`,
  };
}
