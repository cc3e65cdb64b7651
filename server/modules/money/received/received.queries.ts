import { and, sql, type SQL } from 'drizzle-orm';
import { banks, paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { EntryKind, type ReceivedFilter, type ReceivedRow } from '#contract/money/received/model.ts';
import { receiptOf, type Receipted } from '#contract/money/payments/receipts.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { areFew, countUpTo, type Db, limited, rows, sumUpTo } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { soughtBy, soughtSales } from '#server/modules/sales/sale/search.service.ts';
import { ENTRIES_OF } from './entries.service.ts';
import { titleWith } from '#server/modules/money/payments/concept.service.ts';

const OWN = sql`e.kind, e.id, e.payment_id, e.sale_id, e.day, e.cents, e.bank_id, e.reference, e.account_id, e.by_id, e.at`;

/**
 * Few sales: as a list, so that PostgreSQL joins the indexes of sale and reference instead of reading every receipt. Many:
 * the receipts are read in the order of the page.
 */
async function mentioning(db: Db, q: string): Promise<SQL> {
  const sought = soughtBy(q);
  const ofReference = sql`upper(e.reference) = ${q.toUpperCase()}`;
  if (!sought.words && !sought.code) return ofReference;
  const found = soughtSales(sought);
  const ofSale = (await areFew(db, found))
    ? sql`e.sale_id = any(array(${found}))`
    : sql`e.sale_id in (${found})`;
  return sql`(${ofSale} or ${ofReference})`;
}

/**
 * A selection of entries `e` in scope and by the filter. `end` is the order and limit of each kind, so that a page reads
 * the first rows of each from its index instead of all of them.
 */
export async function chosen(
  ctx: Context,
  filter: ReceivedFilter,
  columns: SQL,
  end: SQL = sql``,
): Promise<SQL> {
  const reach = salesInReach(ctx, 'pagos.ver');
  // Who sees every sale does not look each of them up.
  const ofSale = reach ? sql`join sales on sales.id = e.sale_id` : sql``;
  const where = and(
    reach,
    filter.desde ? sql`e.day >= ${filter.desde}` : undefined,
    filter.hasta ? sql`e.day <= ${filter.hasta}` : undefined,
    filter.cuenta_id === undefined ? undefined : sql`e.account_id = ${filter.cuenta_id}`,
    // By the list of its sales: a project without money would otherwise be sought among all receipts.
    filter.proyecto_id === undefined
      ? undefined
      : sql`e.sale_id = any(array(select id from sales where project_id = ${filter.proyecto_id}))`,
    filter.q ? await mentioning(ctx.db, filter.q) : undefined,
  );
  const kinds = filter.clase ? [filter.clase] : EntryKind.options;
  const parts = kinds.map(
    (kind) => sql`(select ${OWN} from (${ENTRIES_OF[kind]}) e ${ofSale} where ${where ?? sql`true`} ${end})`,
  );
  return sql`select ${columns} from (${sql.join(parts, sql` union all `)}) e`;
}

const inOrder = ({ order_column, order_type }: ReceivedFilter): SQL => {
  const way = sql.raw(order_type === 'asc' ? 'asc' : 'desc');
  return order_column === 'monto'
    ? sql`order by e.cents ${way}, e.day ${way}, e.at ${way}, e.kind ${way}, e.id ${way}`
    : sql`order by e.day ${way}, e.at ${way}, e.kind ${way}, e.id ${way}`;
};

interface Found extends Receipted {
  kind: EntryKind;
  id: number;
  paymentId: number | null;
  day: string;
  cents: number;
  bankId: number;
  reference: string;
  accountId: number | null;
  account: string | null;
  by: string | null;
  at: string;
  saleId: number;
  code: string | null;
  name: string;
  projectId: number;
  project: string;
  typeId: number | null;
  stateId: number | null;
  part: number | null;
  concept: string | null;
  reversed: boolean;
}

/** The chosen entries with what the list shows of them, in their order. */
const detailed = (ctx: Context, filter: ReceivedFilter, page: SQL): SQL =>
  sql`with e as materialized (${page})
    select e.kind, e.id, e.payment_id "paymentId", e.day, e.cents, e.bank_id "bankId", e.reference, a.id "accountId", a.name account,
      u.name "by", e.at, s.id "saleId", s.code, n.name, r.id "projectId", r.name project, p.type_id "typeId", p.state_id "stateId",
      p.part, p.concept, p.reversed_at is not null reversed, p.receipt_number "receiptNumber", p.receipt_prefix "receiptPrefix",
      p.receipt_digits "receiptDigits"
    from e join sales s on s.id = e.sale_id join people n on n.id = s.person_id join projects r on r.id = s.project_id
      left join payments p on p.id = e.payment_id left join users u on u.id = e.by_id
      left join bank_accounts a on a.id = e.account_id
    ${inOrder(filter)}`;

async function presenter(ctx: Context): Promise<(found: Found) => ReceivedRow> {
  const bankNames = await catalogLabels(ctx.db, banks);
  const types = await catalogLabels(ctx.db, paymentTypes);
  return (one) => ({
    key: `${one.kind}-${one.id}`,
    kind: one.kind,
    payment_id: one.paymentId,
    day: one.day,
    centavos: one.cents,
    bank: { id: one.bankId, name: bankNames.get(one.bankId) ?? '' },
    reference: one.reference,
    account: one.accountId === null ? null : { id: one.accountId, name: one.account ?? '' },
    by: one.by ?? '',
    at: new Date(one.at).toISOString(),
    sale: { id: one.saleId, code: one.code },
    name: one.name,
    project: { id: one.projectId, name: one.project },
    concept:
      one.typeId === null
        ? 'Devolución al cliente'
        : titleWith(types, { typeId: one.typeId, part: one.part, concept: one.concept }),
    receipt: one.typeId === null ? null : receiptOf(one),
    partial: one.kind === 'recibo' && one.stateId === PAYMENT.partial,
    reversed: one.kind === 'recibo' && one.reversed,
  });
}

/** A page of the register, and the total up to COUNT_LIMIT. */
export async function findReceived(
  ctx: Context,
  filter: ReceivedFilter,
): Promise<{ list: ReceivedRow[]; total: number }> {
  const order = inOrder(filter);
  const before = offsetOf(filter);
  const first = sql`${order} ${limited(before + filter.per_page)}`;
  const page = sql`${await chosen(ctx, filter, OWN, first)} ${order} ${limited(filter.per_page, before)}`;
  const found = await rows<Found>(ctx.db, detailed(ctx, filter, page));
  const present = await presenter(ctx);
  return {
    list: found.map(present),
    total: await countUpTo(ctx.db, await chosen(ctx, filter, sql`e.id`)),
  };
}

/** Every entry of the filter in the list's order, with a cursor: for exports. */
export async function* allReceived(ctx: Context, filter: ReceivedFilter): AsyncGenerator<ReceivedRow[]> {
  const present = await presenter(ctx);
  for await (const found of cursorRows<Found>(ctx.db, detailed(ctx, filter, await chosen(ctx, filter, OWN))))
    yield found.map(present);
}

/** The sums of the register over the whole filter, in cents. */
export async function sumsOfReceived(ctx: Context, filter: ReceivedFilter) {
  const of = (kind: EntryKind) => sql`case when e.kind = ${kind} then e.cents end`;
  return sumUpTo(
    ctx.db,
    ['monto', 'recibos', 'reversos', 'devoluciones'],
    await chosen(
      ctx,
      filter,
      sql`e.cents monto, ${of('recibo')} recibos, ${of('reverso')} reversos, ${of('devolucion')} devoluciones`,
    ),
    filter.q,
  );
}
