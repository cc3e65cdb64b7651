import { and, eq, sql, type SQL } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import type { LoanFilter } from '#contract/money/interimLoans/endpoints.ts';
import type { LoanRow } from '#contract/money/interimLoans/model.ts';
import {
  DRAWDOWN_STATE as D,
  EXPIRY_DAYS,
  LOAN_PAYMENT_STATE as P,
  LOAN_STATE as L,
  LOAN_STATES,
  RELEASE_STATE as R,
} from '#contract/money/interimLoans/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { hasPart, idOf, inOrder, row } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { loansInReach } from './interimLoans.scope.ts';
import { availableOf, balanceOf } from './interimLoans.service.ts';
import { interimLoans } from './interimLoans.table.ts';

const bankLabel = sql`(select c.label from catalog_items c where c.catalog = ${banks.name} and c.id = interim_loans.bank_id)`;

export const selectLoans = (ctx: Context, today: string) =>
  ctx.db
    .select({
      loan: interimLoans,
      company: { id: partners.id, name: partners.name },
      project: { id: projects.id, name: projects.name },
      rate: sql<number>`coalesce((select r.rate from interim_loan_rates r where r.loan_id = interim_loans.id and r.refused_by is null
        and (r.approved_by is not null or interim_loans.state_id in (${idOf(L.toApprove)}, ${idOf(L.voided)}))
        order by r.valid_from > ${today}, abs(r.valid_from - ${today}::date) limit 1), 0)::float8`,
      due: sql<number>`(select count(*) from interim_releases r where r.loan_id = interim_loans.id and r.state_id in (${idOf(R.due)}, ${idOf(R.inPayment)}))::int`,
      late: sql<number>`(select count(*) from interim_releases r where r.loan_id = interim_loans.id and r.state_id in (${idOf(R.due)}, ${idOf(R.inPayment)})
        and r.due_on < ${today})::int`,
    })
    .from(interimLoans)
    .innerJoin(partners, eq(partners.id, interimLoans.companyId))
    .innerJoin(projects, eq(projects.id, interimLoans.projectId));
type Found = Awaited<ReturnType<typeof selectLoans>>[number];

export function presentRow(
  { loan, company, project, rate, due, late }: Found,
  names: ReadonlyMap<number, string>,
  today: string,
): LoanRow {
  const bank = { id: loan.bankId, name: names.get(loan.bankId) ?? 'Banco' };
  return {
    id: loan.id,
    version: loan.version,
    name: `${bank.name} ${loan.number}`,
    number: loan.number,
    bank,
    company,
    project,
    state: { id: loan.stateId, name: LOAN_STATES[loan.stateId] ?? '' },
    starts_on: loan.startsOn,
    ends_on: loan.endsOn,
    expiring: loan.stateId === L.inForce && balanceOf(loan) > 0 && loan.endsOn <= addDays(today, EXPIRY_DAYS),
    rate,
    limit_centavos: loan.limitCents,
    balance_centavos: balanceOf(loan),
    available_centavos: loan.stateId === L.inForce ? availableOf(loan) : 0,
    interest_centavos: loan.interestCents - loan.interestPaidCents,
    releases_due: due,
    releases_late: late,
  };
}

/** Owes capital and ends within 60 days, or has ended. */
const expiring = (today: string) =>
  sql`interim_loans.state_id = ${idOf(L.inForce)} and drawn_cents > repaid_cents and ends_on <= ${addDays(today, EXPIRY_DAYS)}`;

const matching = (ctx: Context, query: LoanFilter, today: string): SQL | undefined =>
  and(
    loansInReach(ctx),
    query.proyecto_id === undefined ? undefined : eq(interimLoans.projectId, query.proyecto_id),
    query.estado_id === undefined ? undefined : eq(interimLoans.stateId, query.estado_id),
    query.vence === undefined ? undefined : expiring(today),
    query.q
      ? hasPart(sql`concat_ws(' ', ${bankLabel}, interim_loans.number, interim_loans.note)`, query.q)
      : undefined,
  );

/** A page of loans, the last first, and the total. */
export async function pageOfLoans(ctx: Context, query: LoanFilter) {
  const today = panamaDay(ctx.now);
  const where = matching(ctx, query, today);
  const list = await selectLoans(ctx, today)
    .where(where)
    .orderBy(
      inOrder(
        query,
        { id: interimLoans.id, ends_on: interimLoans.endsOn, starts_on: interimLoans.startsOn },
        interimLoans.id,
        ['id', 'desc'],
      ),
    )
    .limit(query.per_page)
    .offset(offsetOf(query));
  const names = await catalogLabels(ctx.db, banks);
  return {
    list: list.map((one) => presentRow(one, names, today)),
    total: await ctx.db.$count(interimLoans, where),
  };
}

/** Sums over the whole filter, in centavos; what was voided does not count. */
export async function sumsOfLoans(ctx: Context, query: LoanFilter) {
  const found = await row<{ limite: number; saldo: number; interes: number }>(
    ctx.db,
    sql`select coalesce(sum(limit_cents), 0)::float8 limite, coalesce(sum(drawn_cents - repaid_cents), 0)::float8 saldo,
        coalesce(sum(interest_cents - interest_paid_cents), 0)::float8 interes
      from interim_loans where state_id <> ${idOf(L.voided)} and ${matching(ctx, query, panamaDay(ctx.now)) ?? sql`true`}`,
  );
  return found!;
}

/** Guards its comments and files. */
export const mayOpenLoan = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(interimLoans, and(eq(interimLoans.id, id), loansInReach(ctx)))) > 0;

/** What waits of loans: approvals of others' work, releases to pay, letters to ask for, and ends that are near. */
export function loanTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const today = panamaDay(ctx.now);
  type Step = 'contabilidad.aprobar' | 'contabilidad.crear' | 'contabilidad.editar';
  const step = (permission: Step, select: SQL) =>
    scopeOf(ctx, permission)
      ? [
          sql`select t.*, interim_loans.number, interim_loans.bank_id from (${select}) t
          join interim_loans on interim_loans.id = t.loan_id where ${loansInReach(ctx, permission) ?? sql`true`}`,
        ]
      : [];
  const nothing = sql`null::date`;
  const steps = [
    ...step(
      'contabilidad.aprobar',
      sql`select id loan_id, 'Aprobar el préstamo' what, ${nothing} due, created_at since, limit_cents cents
        from interim_loans where state_id = ${idOf(L.toApprove)} and made_by <> ${userId}
        union all select loan_id, 'Aprobar el desembolso ' || number, ${nothing}, created_at, cents
        from interim_drawdowns where state_id = ${idOf(D.requested)} and made_by <> ${userId}
        union all select loan_id, 'Aprobar el pago ' || number, pay_on, created_at, interest_cents + capital_cents + fee_cents
        from interim_payments where state_id = ${idOf(P.prepared)} and made_by <> ${userId}
        union all select r.loan_id, 'Aprobar la tasa', ${nothing}, r.created_at, null::bigint
        from interim_loan_rates r join interim_loans l on l.id = r.loan_id where l.state_id = ${idOf(L.inForce)} and r.approved_by is null
          and r.refused_by is null and r.made_by <> ${userId}`,
    ),
    ...step(
      'contabilidad.editar',
      sql`select loan_id, 'Registrar el pago ' || number what, pay_on due, created_at since, interest_cents + capital_cents + fee_cents cents
        from interim_payments where state_id = ${idOf(P.approved)}`,
    ),
    ...step(
      'contabilidad.crear',
      sql`select r.loan_id, 'Pagar la liberación de ' || l.name what, r.due_on due, r.created_at since, r.cents
        from interim_releases r join lots l on l.id = r.lot_id where r.state_id = ${idOf(R.due)}
        union all select id, 'El préstamo vence: paga el saldo o pide su prórroga', ends_on, created_at, drawn_cents - repaid_cents
        from interim_loans where ${expiring(today)}`,
    ),
  ];
  if (steps.length === 0) return null;
  return {
    rows: sql.join(steps, sql` union all `),
    id: sql`w.loan_id`,
    title: sql`coalesce((select c.label from catalog_items c where c.catalog = ${banks.name} and c.id = w.bank_id), 'Banco') || ' ' || w.number`,
    text: sql`w.what`,
    due: sql`w.due`,
    since: sql`w.since`,
    cents: sql`w.cents`,
  };
}
