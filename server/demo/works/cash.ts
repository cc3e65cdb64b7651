import { asc, eq, sql } from 'drizzle-orm';
import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import { ExpectationForm } from '#contract/money/cashForecast/model.ts';
import { periodOf } from '#contract/money/ledger/rules.ts';
import { SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { cashForecasts } from '#server/modules/money/cashForecast/cashForecast.table.ts';
import { createExpectation } from '#server/modules/money/cashForecast/expectations.service.ts';
import type { At } from '../legal/telling.ts';
import { ACCOUNTANT } from './telling.ts';

/** Months of which the demo kept a forecast. */
const KEPT = 3;
/** What the vouchers of a month pay to the people, and what is withheld of it (server/demo/books.ts). */
const [PAID, WITHHELD] = [1_665_113, 179_887];

/** Type, concept, centavos, days from the first of this month, months that it is repeated (0: once). */
const EXPECTED = [
  [1, 'Planilla', PAID, 28, 24],
  [5, 'CSS y retenciones de la planilla', WITHHELD, 14, 24],
  [6, 'Alquiler, servicios y seguros', 620_000, 4, 24],
  [2, 'Préstamo interino, segundo desembolso', 25_000_000, 75, 0],
  [3, 'Intereses del préstamo interino', 1_450_000, 19, 18],
  [4, 'Segundo abono del terreno de la etapa 2', 4_000_000, 135, 0],
  [5, 'Impuesto sobre la renta, declaración anual', 3_200_000, 150, 0],
] as const;

/** What was paid and received, by the records: kind, day, book, project and centavos. */
const HAPPENED = sql`select 'cuotas' kind, y.bank_date "day", p.promoter_id book_id, p.id project_id, y.bank_cents cents
    from payments y join sales s on s.id = y.sale_id join projects p on p.id = s.project_id
    where y.state_id in ${anyOf(SETTLED_STATES)} and y.receipt_number is not null and y.type_id <> ${idOf(PAYMENT_TYPE.disbursement)}
  union all select 'bancos', d.received_on, p.promoter_id, p.id, d.amount_cents from disbursements d join sales s on s.id = d.sale_id
    join projects p on p.id = s.project_id where d.received_on is not null
  union all select 'devoluciones', r.bank_date, p.promoter_id, p.id, r.amount_cents from refunds r join sales s on s.id = r.sale_id
    join projects p on p.id = s.project_id where r.bank_date is not null
  union all select 'cuentas', a.paid_on, c.contracting_party_id, c.project_id, a.net_cents from progress_accounts a
    join contracts c on c.id = a.contract_id where a.paid_on is not null
  union all select 'cuentas', advance_paid_on, contracting_party_id, project_id, advance_cents from contracts where advance_paid_on is not null
  union all select 'retenido', m.moved_on, c.contracting_party_id, c.project_id, m.amount_cents from retention_moves m
    join contracts c on c.id = m.contract_id where m.kind = 'devolucion'
  union all select 'facturas', l.paid_on, b.company_id, null, l.cents from payment_batch_lines l join supplier_invoices b on b.id = l.invoice_id
    where l.state = 'pagado' and l.paid_on is not null
  union all select 'comisiones', l.paid_on, p.promoter_id, p.id, l.cents from commission_lines l join commissions c on c.id = l.commission_id
    join sales s on s.id = c.sale_id join projects p on p.id = s.project_id where l.paid_on is not null and l.cents > 0`;

/**
 * What no record says, and the forecasts of three months that were kept. Nobody can compute what a forecast would have said
 * then: each is what happened, off by some percent, and more the farther it looked.
 */
export async function makeCash(at: At, now: Date): Promise<void> {
  const { db } = at(0, ACCOUNTANT);
  const [company] = await db
    .select({ id: partners.id })
    .from(partners)
    .where(eq(partners.kind, 'contratante'))
    .orderBy(asc(partners.id));
  if (!company) return;
  const first = `${panamaDay(now).slice(0, 7)}-01`;
  for (const [type_id, concept, centavos, days, months] of EXPECTED) {
    const first_on = addDays(first, days);
    await createExpectation(
      at(20 * 24, ACCOUNTANT),
      ExpectationForm.parse({
        company_id: company.id,
        type_id,
        concept,
        centavos,
        first_on,
        monthly: months > 0,
        until: months > 0 ? addMonths(first_on, months) : null,
      }),
    );
  }
  for (let back = KEPT; back >= 1; back -= 1) {
    const day = addMonths(first, -back);
    const [kept] = await db
      .insert(cashForecasts)
      .values({
        period: periodOf(day),
        day,
        computedAt: new Date(`${day}T05:20:00Z`),
        tookMs: 40,
        paces: [],
        doubtful: [],
      })
      .returning({ id: cashForecasts.id });
    await db.execute(sql`insert into cash_cells (forecast_id, kind, line, starts_on, book_id, project_id, cents, moves)
      select ${kept!.id}::bigint, m.kind, v.line, m.month, m.book_id, m.project_id, round(m.cents * v.share * (1 + m.off / 100.0))::bigint, m.moves
      from (select h.kind, date_trunc('month', h.day)::date "month", h.book_id, h.project_id, sum(h.cents) cents, count(*)::int moves,
            (abs(hashtext(h.kind || date_trunc('month', h.day)::date::text)) % 27 - 12) * (1 + 0.4 * (extract(month from age(date_trunc('month', h.day), ${day}::date)))) "off"
          from (${HAPPENED} union all select 'planilla', n::date, ${company.id}::bigint, null, ${PAID} from generate_series(${day}::date, ${addDays(first, -1)}::date, interval '1 month') n) h
          where h.day >= ${day}::date and h.day < ${first}::date group by h.kind, date_trunc('month', h.day), h.book_id, h.project_id) m
      cross join lateral (values ('esperada', 1.0), ('pesimista', case when m.kind in ('cuotas', 'bancos') then 0.85 else 1.06 end),
        ('optimista', case when m.kind in ('cuotas', 'bancos') then 1.08 else 0.95 end)) v(line, share)`);
  }
}
