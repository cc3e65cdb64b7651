import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { LoanMoveFilter } from '#contract/money/interimLoans/endpoints.ts';
import type { LoanMove, SaleRelease } from '#contract/money/interimLoans/model.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import {
  DRAWDOWN_STATE as D,
  RELEASE_STATE as R,
  RELEASE_STATES,
} from '#contract/money/interimLoans/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { countUpTo, idOf, limited, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { saleInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { loansOver } from './lenders.service.ts';
import { loansInReach } from './interimLoans.scope.ts';
import { interimDrawdowns, interimLoans } from './interimLoans.table.ts';
import { mayOpenLoan } from './interimLoans.queries.ts';

/** All movements of loans with the balances of each loan after them. Within a day: what came, what was paid, the interest. */
const movesOf = (loans: SQL) => sql`with mine as (select interim_loans.* from interim_loans where ${loans})
  select m.*, sum(drawn - repaid) over w balance, sum(interest - paid) over w owed from (
    select id loan, 's' || id id, opening_on "day", 0 turn, 'Saldo con que entró al sistema' "text", null reference,
      opening_drawn_cents drawn, opening_repaid_cents repaid, opening_interest_cents interest, 0 paid, 0 fee
      from mine where opening_on is not null
    union all select loan_id, 'd' || id, received_on, 1, 'Desembolso ' || number || ': ' || purpose, reference, cents, 0, 0, 0, 0
      from interim_drawdowns where loan_id in (select id from mine) and state_id = ${idOf(D.received)}
    union all select loan_id, 'p' || y.id, paid_on, 2, 'Pago ' || number || coalesce(', libera ' || r.lots, ''), reference, 0, capital_cents, 0, interest_cents, fee_cents
      from interim_payments y left join lateral (select string_agg(l.name, ', ' order by l.id) lots
        from interim_payment_lots q join lots l on l.id = q.lot_id where q.payment_id = y.id) r on true
      where loan_id in (select id from mine) and paid_on is not null
    union all select loan_id, 'r' || id, reversed_on, 3, 'Reverso del pago ' || number, reference, 0, -capital_cents, 0, -interest_cents, -fee_cents
      from interim_payments where loan_id in (select id from mine) and reversed_on is not null
    union all select loan_id, 'i' || id, until_on, 4, 'Interés de ' || days || case when days = 1 then ' día' else ' días' end, null, 0, 0, cents, 0, 0
      from interim_interest where loan_id in (select id from mine)) m window w as (partition by loan order by "day", turn, id)`;

interface Found {
  id: string;
  day: string;
  text: string;
  reference: string | null;
  drawn: number;
  repaid: number;
  interest: number;
  paid: number;
  fee: number;
  balance: number;
  owed: number;
}

/** A page of the statement of a loan, or of all in scope, the first day first. Raises 404 outside the caller's scope. */
export async function pageOfMoves(ctx: Context, query: LoanMoveFilter) {
  const { prestamo_id: id } = query;
  if (id !== undefined && !(await mayOpenLoan(ctx, id))) throw notFound();
  const loans = and(loansInReach(ctx), id === undefined ? undefined : eq(interimLoans.id, id)) ?? sql`true`;
  const selection = sql`select * from (${movesOf(loans)}) moves where true
    ${query.desde === undefined ? sql`` : sql`and "day" >= ${query.desde}`}
    ${query.hasta === undefined ? sql`` : sql`and "day" <= ${query.hasta}`}`;
  const way = sql.raw(query.order_type === 'desc' ? 'desc' : 'asc');
  const found = await rows<Found>(
    ctx.db,
    sql`${selection} order by "day" ${way}, turn ${way}, id ${way} ${limited(query.per_page, offsetOf(query))}`,
  );
  return {
    list: found.map((one): LoanMove => ({
      id: one.id,
      day: one.day,
      text: one.text,
      reference: one.reference,
      drawn_centavos: Number(one.drawn),
      repaid_centavos: Number(one.repaid),
      interest_centavos: Number(one.interest),
      interest_paid_centavos: Number(one.paid),
      fee_centavos: Number(one.fee),
      balance_centavos: Number(one.balance),
      interest_balance_centavos: Number(one.owed),
    })),
    total: await countUpTo(ctx.db, selection),
  };
}

/** The free lines of the loan's account that can be a drawdown: its amount, from its first day. Raises 404. */
export async function drawdownLines(ctx: Context, id: number) {
  const [of] = await ctx.db
    .select({ loan: interimLoans, one: interimDrawdowns })
    .from(interimDrawdowns)
    .innerJoin(interimLoans, eq(interimLoans.id, interimDrawdowns.loanId))
    .where(and(eq(interimDrawdowns.id, id), loansInReach(ctx)));
  if (!of) throw notFound();
  const { loan, one } = of;
  const found = await ctx.db
    .select({ line: bankStatementLines })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(
      and(
        eq(bankStatementLines.accountId, loan.bankAccountId),
        eq(bankStatementLines.state, 'open'),
        eq(bankStatementLines.cents, one.cents),
        sql`posted_on >= ${loan.startsOn}`,
        accountsInReach(ctx, 'contabilidad.ver'),
      ),
    )
    .orderBy(bankStatementLines.postedOn, bankStatementLines.id)
    .limit(50);
  return found.map(({ line }) => ({
    id: line.id,
    name: `${showDay(line.postedOn)} · ${line.description || line.reference}`,
    day: line.postedOn,
    reference: line.reference,
  }));
}

/** Houses of the loan's project that it does not release yet, and the project's models. Raises 404. */
export async function releasable(ctx: Context, loanId: number) {
  const [loan] = await ctx.db
    .select({ projectId: interimLoans.projectId })
    .from(interimLoans)
    .where(and(eq(interimLoans.id, loanId), loansInReach(ctx)));
  if (!loan) throw notFound();
  return {
    lots: await rows<{ id: number; name: string }>(
      ctx.db,
      sql`select l.id::int, l.name || ' · ' || m.name name from lots l join houses h on h.lot_id = l.id and h.archived_at is null
        join house_models m on m.id = h.model_id
        where l.project_id = ${loan.projectId} and not exists (select from interim_releases r
          where r.loan_id = ${loanId} and r.lot_id = l.id and r.state_id <> ${idOf(R.voided)}) order by l.name, l.id`,
    ),
    models: await rows<{ id: number; name: string }>(
      ctx.db,
      sql`select id::int, name from house_models where project_id = ${loan.projectId} order by name, id`,
    ),
  };
}

/** How the lot of a sale stands with the loans that hold a mortgage over it, without amounts. Raises 404. */
export async function releasesOfSale(ctx: Context, saleId: number): Promise<SaleRelease[]> {
  if (!(await saleInReach(ctx, 'ventas.ver', saleId))) throw notFound();
  const today = panamaDay(ctx.now);
  const names = await catalogLabels(ctx.db, banks);
  const found = await rows<{
    id: number;
    bankId: number;
    lot: string;
    stateId: number | null;
    dueOn: string | null;
    mine: boolean;
  }>(
    ctx.db,
    sql`select interim_loans.id::int, interim_loans.bank_id "bankId", l.name lot, r.state_id "stateId", r.due_on::text "dueOn",
        ${loansInReach(ctx) ?? sql`true`} mine
      ${loansOver(saleId)} order by interim_loans.id`,
  );
  return found.map(({ id, bankId, lot, stateId, dueOn, mine }) => ({
    id,
    loan_id: mine ? id : null,
    bank: names.get(bankId) ?? 'Banco',
    lot,
    state: stateId === null ? null : { id: stateId, name: RELEASE_STATES[stateId] ?? '' },
    due_on: dueOn,
    late: (stateId === R.due || stateId === R.inPayment) && dueOn !== null && dueOn < today,
    lifted: stateId === R.lifted,
  }));
}
