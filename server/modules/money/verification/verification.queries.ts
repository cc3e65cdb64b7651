import { SETTLED_STATES, DUE_STATES, OWED_STATES } from '#contract/money/payments/rules.ts';
import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { addDays, panamaDay, panamaInstant } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { PaymentFilter } from '#contract/money/payments/model.ts';
import { ARREARS_DAYS } from '#contract/money/payments/plan.ts';
import { ENDED_STATES } from '#contract/sales/sale/rules.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { countUpTo, row, sumUpTo, type Db, anyOf } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { salesMatching, soughtBy, soughtSales } from '#server/modules/sales/sale/search.service.ts';
import { ofProject, REACH_COLUMNS } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { OWED } from '#server/modules/money/payments/owed.service.ts';
import { paymentReversals, payments } from '#server/modules/money/payments/payments.table.ts';

const enterer = alias(users, 'enterer');
const confirmer = alias(users, 'confirmer');
const reverser = alias(users, 'reverser');

export type PaymentFound = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/** `offset 0` looks up the lines of each payment; without it PostgreSQL first collects those of all. */
const returned = sql`exists (select from statement_matches x join bank_statement_lines l on l.id = x.line_id
  join bank_statement_lines r on r.returns_id = coalesce(l.part_of, l.id) where x.payment_id = payments.id and x.released_at is null offset 0)`;
/** The same condition as a set of payment ids, for lists: there are few. */
const returnedPayments = sql`select x.payment_id from bank_statement_lines r
  join bank_statement_lines l on l.id = r.returns_id or l.part_of = r.returns_id
  join statement_matches x on x.line_id = l.id and x.released_at is null where r.returns_id is not null`;

const columns = {
  payment: payments,
  sale: {
    id: sales.id,
    code: sales.code,
    stateId: sales.stateId,
    ...REACH_COLUMNS,
  },
  name: people.name,
  project: { id: projects.id, name: projects.name },
  // The bank took the money back, and the payment still counts.
  toReverse: sql<boolean>`(${payments.stateId} in ${anyOf(SETTLED_STATES)} and ${payments.reversedAt} is null and ${returned})`,
};

/** A payment in scope, with its sale, its proof and the people who handled it. */
export async function findPayment(db: Db, id: number, reach?: SQL) {
  const [found] = await db
    .select({
      ...columns,
      proof: files,
      enteredBy: enterer.name,
      confirmedBy: confirmer.name,
      reversal: paymentReversals,
      reversedBy: reverser.name,
    })
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .leftJoin(files, eq(files.id, payments.proofFileId))
    .leftJoin(enterer, eq(enterer.id, payments.enteredBy))
    .leftJoin(confirmer, eq(confirmer.id, payments.confirmedBy))
    .leftJoin(paymentReversals, eq(paymentReversals.paymentId, payments.id))
    .leftJoin(reverser, eq(reverser.id, paymentReversals.reversedBy))
    .where(and(eq(payments.id, id), reach));
  return found;
}

const byReference = (q: string) => sql`upper(bank_reference) = ${q.toUpperCase()}`;

/** Whether the text is the bank reference of a payment. */
const isReference = async (db: Db, q: string | undefined) =>
  q !== undefined && (await row(db, sql`select from payments where ${byReference(q)} limit 1`)) !== undefined;

/** Searches by sale only, unless the text is also a reference: an `or` of both would scan every payment. */
function matchingText(q: string, reference: boolean): SQL {
  if (!reference) return salesMatching(q);
  const sought = soughtBy(q);
  const ofSales =
    sought.words || sought.code
      ? sql`select y.id from payments y where y.sale_id in (${soughtSales(sought)}) union all `
      : sql``;
  return sql`${payments.id} in (${ofSales}select id from payments where ${byReference(q)})`;
}

const matching = (filter: PaymentFilter, now: Date, reach: SQL | undefined, reference: boolean) =>
  and(
    reach,
    filter.estado_id && inArray(payments.stateId, filter.estado_id),
    filter.proyecto_id === undefined ? undefined : ofProject(payments.saleId, filter.proyecto_id),
    filter.precontrato_id === undefined ? undefined : eq(payments.saleId, filter.precontrato_id),
    filter.tipo_id && inArray(payments.typeId, filter.tipo_id),
    filter.vence_desde ? gte(payments.dueAt, panamaInstant(filter.vence_desde)) : undefined,
    filter.vence_hasta ? lt(payments.dueAt, panamaInstant(addDays(filter.vence_hasta, 1))) : undefined,
    filter.alerta === 'cobrar' || filter.alerta === 'mora' ? OWED : undefined,
    filter.alerta === 'mora'
      ? and(
          // A separation has its own due date and warnings.
          ne(payments.typeId, PAYMENT_TYPE.separation),
          inArray(payments.stateId, [...DUE_STATES]),
          lt(payments.dueAt, panamaInstant(addDays(panamaDay(now), 1 - ARREARS_DAYS))),
        )
      : undefined,
    filter.alerta === 'reversar'
      ? and(
          inArray(payments.stateId, [...SETTLED_STATES]),
          isNull(payments.reversedAt),
          sql`${payments.id} in (${returnedPayments})`,
        )
      : undefined,
    filter.q ? matchingText(filter.q, reference) : undefined,
  );

/** Default order: the longest waiting first; by due date when the filter is about due dates. */
function inOrder(filter: PaymentFilter): SQL[] {
  const byDue =
    filter.alerta === 'mora' ||
    filter.alerta === 'cobrar' ||
    filter.vence_desde !== undefined ||
    filter.vence_hasta !== undefined;
  const column = { id: payments.id, reported_at: payments.reportedAt, due_at: payments.dueAt }[
    filter.order_column ?? (byDue ? 'due_at' : 'reported_at')
  ];
  // Uses the index of the column in both directions; nulls come at its end.
  const by = filter.order_type === 'desc' ? desc : asc;
  if (filter.order_column === 'id') return [by(payments.id)];
  return [by(column), by(payments.id)];
}

const listed = (db: Db) =>
  db
    .select(columns)
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId));

/** A page of payments, and the total up to COUNT_LIMIT. */
export async function findPayments(db: Db, filter: PaymentFilter, now: Date, reach?: SQL) {
  const where = matching(filter, now, reach, await isReference(db, filter.q));
  const counted = db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .where(where)
    .getSQL();
  const [found, total] = await Promise.all([
    listed(db)
      .where(where)
      .orderBy(...inOrder(filter))
      .limit(filter.per_page)
      .offset(offsetOf(filter)),
    countUpTo(db, counted),
  ]);
  return { found, total };
}

/** Amounts of the list in SQL, as `presentPayments` shows them. */
const OWED_CENTS = sql`case when ${payments.stateId} in ${anyOf(OWED_STATES)} and ${sales.stateId} not in ${anyOf([...ENDED_STATES])}
  then ${payments.dueCents} end`;
// Money that passed to another sale was received once, with its receipt.
const RECEIVED_CENTS = sql`case when ${payments.stateId} in ${anyOf(SETTLED_STATES)} and ${payments.reversedAt} is null and ${payments.passedFromId} is null
  then ${payments.bankCents} end`;

/** The sums over the whole filter, in cents. */
export const sumsOfPayments = async (db: Db, filter: PaymentFilter, now: Date, reach?: SQL) =>
  sumUpTo(
    db,
    ['monto', 'debe', 'recibido'],
    db
      .select({
        monto: sql`${payments.reportedCents}`.as('monto'),
        debe: sql`${OWED_CENTS}`.as('debe'),
        recibido: sql`${RECEIVED_CENTS}`.as('recibido'),
      })
      .from(payments)
      .innerJoin(sales, eq(sales.id, payments.saleId))
      .where(matching(filter, now, reach, await isReference(db, filter.q)))
      .getSQL(),
  );

/** Yields every matching payment in the list's order, with a cursor over the ids: for exports. */
export async function* allPayments(db: Db, filter: PaymentFilter, now: Date, reach?: SQL) {
  const statement = db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .where(matching(filter, now, reach, await isReference(db, filter.q)))
    .orderBy(...inOrder(filter))
    .getSQL();
  for await (const batch of cursorRows<{ id: number }>(db, statement)) {
    const ids = batch.map(({ id }) => id);
    const found = await listed(db).where(inArray(payments.id, ids));
    const known = new Map(found.map((one) => [one.payment.id, one]));
    yield ids.flatMap((id) => known.get(id) ?? []);
  }
}
