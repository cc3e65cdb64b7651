import { sql } from 'drizzle-orm';
import { addDays, daysOf, panamaDay } from '#contract/dates.ts';
import type { Answer } from '#contract/endpoint.ts';
import { ARREARS_BANDS, type homeMoney, type homeSales } from '#contract/overview/home/figures.ts';
import { SaleFilter } from '#contract/sales/sale/model.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { owedBetween } from '#server/modules/money/payments/owed.service.ts';
import { receivedBetween } from '#server/modules/money/received/received.service.ts';
import { TO_IDENTIFY } from '#server/modules/money/statements/toIdentify.service.ts';
import { companyTarget } from '#server/modules/overview/reports/targets.service.ts';
import { lastBoard } from '#server/modules/overview/reports/reports.service.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { countSales } from '#server/modules/sales/precontracts/list.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

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
  const amount = (cents: string) =>
    sql`json_build_object('centavos', coalesce(sum(${sql.raw(cents)}), 0)::bigint, 'total', count(*)::int)`;
  const ofSales = sql`from payments join sales on sales.id = payments.sale_id where ${reach}`;
  const found = await row<{ toIdentify: Amount; arrears: Amount[] }>(
    ctx.db,
    sql`select (select ${amount('bank_statement_lines.cents')} from bank_statement_lines
        join bank_accounts on bank_accounts.id = bank_statement_lines.account_id
        where ${TO_IDENTIFY} and ${accountsInReach(ctx, 'contabilidad.ver') ?? sql`true`}) "toIdentify",
      json_build_array(${sql.join(
        bands.map(
          (band) => sql`(select ${amount('payments.due_cents')} ${ofSales} and ${owedBetween(band)})`,
        ),
        sql`, `,
      )}) arrears`,
  );
  return {
    received: seesPayments ? { ...(await receivedBetween(ctx, from, to)), from, to } : null,
    to_identify: found!.toIdentify,
    arrears: seesPayments ? bands.map((band, at) => ({ ...found!.arrears[at]!, ...band })) : null,
  };
}
