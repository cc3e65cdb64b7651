import { and, eq, sql, type SQL } from 'drizzle-orm';
import type {
  CommissionAccount,
  CommissionFilter,
  CommissionLine,
} from '#contract/sales/commissions/model.ts';
import {
  COMMISSION,
  COMMISSION_LABELS,
  commissionMachine,
  OWED_COMMISSIONS,
} from '#contract/sales/commissions/rules.ts';
import { offsetOf, type Ordering, type PageQuery } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { countUpTo, inOrder, newestFirst, ofFew, rows, type Db, anyOf } from '#server/kernel/db.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { nameOf, stepBy } from '#server/modules/company/staff/names.service.ts';
import { commissionsInReach } from './commissions.scope.ts';
import { brokers, commissionLines, commissions } from './commissions.table.ts';
import { keptBack, owedBack, payeeKey } from './offsets.service.ts';

const selected = (db: Db) =>
  db
    .select({
      line: commissionLines,
      commission: commissions,
      sale: sales,
      customer: people.name,
      project: { id: projects.id, name: projects.name },
      adviser: nameOf(commissions.userId),
      broker: brokers.name,
      prepared: nameOf(commissionLines.preparedBy),
      approved: nameOf(commissionLines.approvedBy),
      paid: nameOf(commissionLines.paidBy),
    })
    .from(commissionLines)
    .innerJoin(commissions, eq(commissions.id, commissionLines.commissionId))
    .innerJoin(sales, eq(sales.id, commissions.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .leftJoin(brokers, eq(brokers.id, commissions.brokerId));
type Found = Awaited<ReturnType<typeof selected>>[number];

/** Condition: lines of one payee. */
const ofPayee = (db: Db, column: typeof commissions.userId | typeof commissions.brokerId, id: number) =>
  ofFew(
    db,
    commissionLines.commissionId,
    sql`select id from commissions where ${eq(column, id)}`,
    eq(column, id),
  );

const matching = async (ctx: Context, filter: CommissionFilter) =>
  and(
    commissionsInReach(ctx),
    filter.estado_id === undefined ? undefined : eq(commissionLines.stateId, filter.estado_id),
    filter.asesor_id === undefined ? undefined : await ofPayee(ctx.db, commissions.userId, filter.asesor_id),
    filter.corredor_id === undefined
      ? undefined
      : await ofPayee(ctx.db, commissions.brokerId, filter.corredor_id),
    filter.q ? salesMatching(filter.q) : undefined,
  );

/** A page of lines within scope, newest first, and their total up to COUNT_LIMIT. */
export async function findLines(ctx: Context, filter: CommissionFilter) {
  const where = await matching(ctx, filter);
  const found = await selected(ctx.db)
    .where(where)
    .orderBy(newestFirst(commissionLines.id, filter))
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  const counted = ctx.db
    .select({ id: commissionLines.id })
    .from(commissionLines)
    .innerJoin(commissions, eq(commissions.id, commissionLines.commissionId))
    .innerJoin(sales, eq(sales.id, commissions.saleId))
    .where(where)
    .getSQL();
  return { data: await presentAll(ctx, found), total: await countUpTo(ctx.db, counted) };
}

/** The sum of the lines over the whole filter, in centavos; what was taken back counts against it. */
export async function sumsOfLines(ctx: Context, filter: CommissionFilter) {
  const [sums] = await ctx.db
    .select({ monto: sql<number>`coalesce(sum(${commissionLines.cents}), 0)::bigint`.mapWith(Number) })
    .from(commissionLines)
    .innerJoin(commissions, eq(commissions.id, commissionLines.commissionId))
    .innerJoin(sales, eq(sales.id, commissions.saleId))
    .where(await matching(ctx, filter));
  return sums!;
}

/** One line within scope, in the wire format. */
export async function findLine(ctx: Context, id: number): Promise<CommissionLine | undefined> {
  const [found] = await selected(ctx.db).where(and(eq(commissionLines.id, id), commissionsInReach(ctx)));
  return found && (await presentAll(ctx, [found]))[0];
}

/** The caller's relation to a line: facts that forbid approving or handling it. */
export const rightsOf = (
  ctx: Pick<Context, 'staff'>,
  line: { preparedBy: number | null; reversesId: number | null },
  commission: { userId: number | null },
) => {
  const { userId } = staffOf(ctx);
  return {
    preparedByCaller: line.preparedBy === userId,
    ownToCaller: commission.userId === userId,
    reverse: line.reversesId !== null,
  };
};

export const personOf = (
  { userId, brokerId }: { userId: number | null; brokerId: number | null },
  adviser: string | null,
  broker: string | null,
) => ({ id: userId ?? brokerId ?? 0, name: adviser ?? broker ?? '' });

/** Lines with their deduction: the stored one for paid lines, otherwise the payee's debt as of today. */
async function presentAll(ctx: Context, found: readonly Found[]): Promise<CommissionLine[]> {
  const kept = await keptBack(ctx.db, found.map(({ line }) => line.id)); // prettier-ignore
  const owed = await owedBack(ctx.db, found.map(({ commission }) => commission)); // prettier-ignore
  return found.map((one) => {
    const { line, commission } = one;
    const payable = line.reversesId === null && OWED_COMMISSIONS.some((state) => state === line.stateId);
    const today = payable ? Math.min(line.cents, owed.get(payeeKey(commission)) ?? 0) : 0;
    return present(ctx, one, kept.get(line.id) ?? today);
  });
}

function present(
  ctx: Context,
  { line, commission, sale, customer, project, ...who }: Found,
  keptCents: number,
): CommissionLine {
  const paid = stepBy(who.paid, line.paidAt);
  return {
    id: line.id,
    version: line.version,
    sale: { id: sale.id, code: sale.code, customer },
    project,
    payee: commission.payee,
    person: personOf(commission, who.adviser, who.broker),
    event: line.event,
    reverse: line.reversesId !== null,
    state: { id: line.stateId, name: COMMISSION_LABELS[line.stateId] ?? '' },
    centavos: line.cents,
    descontado_centavos: keptCents,
    neto_centavos: line.reversesId === null ? line.cents - keptCents : line.cents + keptCents,
    released_at: line.releasedAt?.toISOString() ?? null,
    prepared: stepBy(who.prepared, line.preparedAt),
    approved: stepBy(who.approved, line.approvedAt),
    paid: paid && { ...paid, reference: line.reference ?? '', on: line.paidOn ?? '' },
    transitions: offersOf(
      commissionMachine,
      line.stateId,
      rightsOf(ctx, line, commission),
      `/api/sale/commissions/${line.id}/status`,
      (permission) => reaches(ctx, permission, sale),
    ),
  };
}

/** Lines of `commissions` as `l`, each with what was deducted from it, or recovered by it. */
const ACCOUNT_LINES = sql`commissions join commission_lines l on l.commission_id = commissions.id
  cross join lateral (select coalesce(sum(o.cents), 0) cents from commission_offsets o
    where case when l.reverses_id is null then o.line_id = l.id else o.reverse_id = l.id end) kept`;
/** What an account adds up to, in centavos. */
const ACCOUNT = {
  planned: sql`coalesce(sum(l.cents) filter (where l.state_id = ${COMMISSION.planned}), 0)::bigint`,
  owed: sql`coalesce(sum(l.cents + kept.cents) filter (where l.state_id in ${anyOf(OWED_COMMISSIONS)}), 0)::bigint`,
  paid: sql`coalesce(sum(l.cents - kept.cents) filter (where l.state_id = ${COMMISSION.paid}), 0)::bigint`,
};

/** The sums over the accounts of everybody within scope, in centavos. */
export async function sumsOfAccounts(ctx: Context) {
  const [sums] = await rows<Record<'previsto' | 'debe' | 'pagado', number>>(
    ctx.db,
    sql`select ${ACCOUNT.planned} previsto, ${ACCOUNT.owed} debe, ${ACCOUNT.paid} pagado from ${ACCOUNT_LINES}
      where ${commissionsInReach(ctx) ?? sql`true`}`,
  );
  return sums!;
}

type AccountRow = Omit<CommissionAccount, 'person'> & { personId: number; name: string; total: number };

/** The account of each person within scope, by name: first the page of people, then the sums for them only. */
export async function findAccounts(ctx: Context, query: PageQuery & Ordering<'persona' | 'tipo'>) {
  const order = inOrder(
    query,
    { persona: sql`name`, tipo: sql`payee` },
    sql`payee || coalesce(user_id, broker_id)`,
    ['persona', 'asc'],
  );
  const reach: SQL = commissionsInReach(ctx) ?? sql`true`;
  // `offset 0` stops at the first row per person; without it PostgreSQL may first collect the rows of everybody.
  const any = (key: 'user_id' | 'broker_id') =>
    sql`exists (select from commissions where commissions.${sql.raw(key)} = p.id and ${reach} offset 0)`;
  const found = await rows<AccountRow>(
    ctx.db,
    sql`select page.payee || ':' || page."personId" id, page.payee, page."personId", page.name, page.total, sums.* from (
        select payee, coalesce(user_id, broker_id) "personId", user_id, broker_id, name, count(*) over ()::int total from (
          select 'asesor' payee, p.id user_id, null::bigint broker_id, p.name from users p where ${any('user_id')}
          union all select 'corredor', null, p.id, p.name from brokers p where ${any('broker_id')}) people
        order by ${order} limit ${query.per_page} offset ${offsetOf(query)}) page
      cross join lateral (select count(distinct commissions.id)::int sales,
          ${ACCOUNT.planned} planned_centavos, ${ACCOUNT.owed} owed_centavos, ${ACCOUNT.paid} paid_centavos
        from ${ACCOUNT_LINES}
        where (commissions.user_id = page.user_id or commissions.broker_id = page.broker_id) and ${reach}) sums
      order by ${order}`,
  );
  return {
    data: found.map(({ personId, name, ...one }) => ({ ...one, person: { id: personId, name } })),
    total: found[0]?.total ?? 0,
  };
}
