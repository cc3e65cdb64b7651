import { sql, type SQL } from 'drizzle-orm';
import { addDays, daysOf, panamaDay, panamaInstant } from '#contract/dates.ts';
import type { Answer } from '#contract/endpoint.ts';
import {
  ARREARS_BANDS,
  SERVICE_DAYS,
  type homeMoney,
  type homeSales,
  type homeService,
  type homeWorks,
} from '#contract/overview/home/figures.ts';
import { npsOf } from '#contract/care/survey/rules.ts';
import type { Due } from '#contract/money/invoices/rules.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { SaleFilter } from '#contract/sales/sale/model.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf, row } from '#server/kernel/db.ts';
import { scoresOf } from '#server/modules/care/survey/nps.service.ts';
import { VIEWS } from '#server/modules/care/tickets/standing.service.ts';
import { ticketsInReach } from '#server/modules/care/tickets/tickets.scope.ts';
import { cashAt } from '#server/modules/money/books/cash.service.ts';
import { dueInvoices, OWED_CENTS } from '#server/modules/money/invoices/due.service.ts';
import { invoicesInReach } from '#server/modules/money/invoices/invoices.scope.ts';
import { owedBetween } from '#server/modules/money/payments/owed.service.ts';
import { receivedBetween } from '#server/modules/money/received/received.service.ts';
import { TO_IDENTIFY } from '#server/modules/money/statements/toIdentify.service.ts';
import { companyTarget } from '#server/modules/overview/reports/targets.service.ts';
import { lastBoard } from '#server/modules/overview/reports/reports.service.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { countSales } from '#server/modules/sales/precontracts/list.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';

/** The figures of those who manage sales. Those that would read all sales are the last computed ones of the reports. */
export async function salesFigures(ctx: Context): Promise<Answer<typeof homeSales>['data']> {
  const month = panamaDay(ctx.now).slice(0, 7);
  const { from, to } = daysOf(month);
  const reach = scopeOf(ctx, 'ventas.ver');
  const filter = SaleFilter.parse({ recibida_desde: from, recibida_hasta: to });
  const states = reach ? await countSales(ctx.db, filter, reach) : null;
  const board = await lastBoard(ctx);
  const all = board?.conversion.all;
  const now = board?.forecast.find((one) => one.month === month);
  return {
    month,
    from,
    to,
    sales: states && states.reduce((sum, { total }) => sum + total, 0),
    // A target of the company says nothing about the sales of one project.
    target: reach?.scope === 'todo' ? await companyTarget(ctx.db, month) : null,
    conversion:
      all && all.conversion !== null
        ? { percent: all.conversion, received: all.received, promised: all.promised }
        : null,
    forecast: board && { deeds: now?.deeds ?? 0, centavos: now ? now.value_centavos : 0 },
    computed_at: board?.computed_at ?? null,
  };
}

interface Amount {
  centavos: number;
  total: number;
}

/** The money of the month, and what is owed. Each part has an index: days of the bank, open lines, due days. */
export async function moneyFigures(ctx: Context): Promise<Answer<typeof homeMoney>['data']> {
  const today = panamaDay(ctx.now);
  const { from, to } = daysOf(today.slice(0, 7));
  const bands = ARREARS_BANDS.map((band) => ({
    from: band.to === null ? null : addDays(today, -band.to),
    to: addDays(today, -band.from),
  }));
  const seesPayments = scopeOf(ctx, 'pagos.ver') !== null;
  const reach = salesInReach(ctx, 'pagos.ver') ?? sql`true`;
  const amount = (cents: SQL) =>
    sql`json_build_object('centavos', coalesce(sum(${cents}), 0)::bigint, 'total', count(*)::int)`;
  const ofSales = sql`from payments join sales on sales.id = payments.sale_id where ${reach}`;
  const due = (within: Due) =>
    sql`(select ${amount(OWED_CENTS)} from supplier_invoices where ${dueInvoices(within, today)} and ${invoicesInReach(ctx) ?? sql`true`})`;
  const found = await row<{
    cash: number;
    late: Amount;
    month: Amount;
    toIdentify: Amount;
    arrears: Amount[];
  }>(
    ctx.db,
    sql`select ${cashAt(ctx, today)} cash, ${due('vencidas')} late, ${due('mes')} "month", (select ${amount(sql`bank_statement_lines.cents`)} from bank_statement_lines
        join bank_accounts on bank_accounts.id = bank_statement_lines.account_id
        where ${TO_IDENTIFY} and ${accountsInReach(ctx, 'contabilidad.ver') ?? sql`true`}) "toIdentify",
      json_build_array(${sql.join(
        bands.map(
          (band) => sql`(select ${amount(sql`payments.due_cents`)} ${ofSales} and ${owedBetween(band)})`,
        ),
        sql`, `,
      )}) arrears`,
  );
  return {
    received: seesPayments ? { ...(await receivedBetween(ctx, from, to)), from, to } : null,
    cash_centavos: Number(found!.cash),
    to_pay: { late: found!.late, month: found!.month },
    to_identify: found!.toIdentify,
    arrears: seesPayments ? bands.map((band, at) => ({ ...found!.arrears[at]!, ...band })) : null,
  };
}

/** The tickets that the caller sees, and what families answered of the sales whose reports the caller reads. */
export async function serviceFigures(ctx: Context): Promise<Answer<typeof homeService>['data']> {
  const to = panamaDay(ctx.now);
  const from = addDays(to, 1 - SERVICE_DAYS);
  const sees = scopeOf(ctx, 'tickets.ver') !== null;
  const ofTickets = sql`from tickets t where ${ticketsInReach(ctx, 'tickets.ver')}`;
  const answered = sql`t.answered_at >= ${panamaInstant(from)}`;
  const found = await row<{
    open: number;
    late: number;
    median: number | null;
    answered: number;
    scores: Parameters<typeof npsOf>[0];
  }>(
    ctx.db,
    sql`select (select count(*)::int ${ofTickets} and ${VIEWS.abiertos(ctx.now)}) "open",
      (select count(*)::int ${ofTickets} and ${VIEWS.vencidos(ctx.now)}) late,
      (select round(percentile_cont(0.5) within group (order by extract(epoch from greatest(t.answered_at - t.created_at, interval '0')) / 60))::int
        ${ofTickets} and ${answered}) median,
      (select count(*)::int ${ofTickets} and ${answered}) answered,
      ${scoresOf(ctx, { desde: from, hasta: to })} scores`,
  );
  const { open, late, median, answered: total, scores } = found!;
  return {
    from,
    to,
    tickets: sees ? { open, late, median_minutes: median, answered: total } : null,
    nps: npsOf(scores),
    answers: scores.answers,
  };
}

/** The works contracts in force that the caller sees. */
export async function worksFigures(ctx: Context): Promise<Answer<typeof homeWorks>['data']> {
  const reach = contractsInReach(ctx, 'contratos.ver') ?? sql`true`;
  const inForce = sql`contracts.state_id = ${idOf(CONTRACT_STATE.inForce)} and ${reach}`;
  const found = await row<{ inForce: number; progress: number | null; toInspect: number }>(
    ctx.db,
    sql`select (select count(*)::int from contracts where ${inForce}) "inForce",
      (select round(100.0 * sum(jobs.certified_cents) / nullif(sum(jobs.amount_cents), 0), 1)::float8
        from jobs join contracts on contracts.id = jobs.contract_id where ${inForce} and jobs.state_id <> ${idOf(JOB_STATE.voided)}) progress,
      (select count(*)::int from jobs join contracts on contracts.id = jobs.contract_id
        where jobs.state_id = ${idOf(JOB_STATE.inspecting)} and ${reach}) "toInspect"`,
  );
  return {
    in_force: found!.inForce,
    progress_percent: found!.progress,
    to_inspect: found!.toInspect,
  };
}
