import type { SQL } from 'drizzle-orm';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { ENDED_APPLICATIONS } from '#contract/banking/applications/applicationRules.ts';
import { FRACTIONS, NEVER, type KeptPace, type PaceName } from '#contract/money/cashForecast/paces.ts';
import { OWED_STATES, SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { COMMISSION } from '#contract/sales/commissions/rules.ts';
import { LOST_STATES } from '#contract/sales/sale/rules.ts';
import { anyOf, idOf, panamaDayOf, rows, sql, type Db } from '#server/kernel/db.ts';

/** An installment that is not paid after so many days counts as never paid. */
const UNPAID_DAYS = 90;
/** The past is one year of installments, and two of banks and suppliers, whose ways are longer. */
const YEAR = 365;

type Samples = (today: string) => SQL;

/** Installments that were due in a year that ended long enough ago to know which are not paid. */
const installments: Samples = (today) => sql`select 'cuota' name, s.project_id "key",
    case when y.state_id in ${anyOf(SETTLED_STATES)} then y.bank_date - ${panamaDayOf('y.due_at')} else ${idOf(NEVER)} end days
  from payments y join sales s on s.id = y.sale_id
  where y.due_at >= (${today}::date - ${idOf(UNPAID_DAYS + YEAR)})::timestamp at time zone 'America/Panama'
    and y.due_at < (${today}::date - ${idOf(UNPAID_DAYS)})::timestamp at time zone 'America/Panama'
    and y.type_id <> ${idOf(PAYMENT_TYPE.disbursement)} and y.reversed_at is null and y.passed_from_id is null
    and (y.state_id in ${anyOf(SETTLED_STATES)} and y.bank_date is not null or y.state_id in ${anyOf(OWED_STATES)})`;

/** From each step to the money, of sales whose bank paid; those that were lost on the way never came. */
const banks: Samples = (today) => {
  const since = sql`${today}::date - ${idOf(2 * YEAR)}`;
  return sql`select m.name, a.bank_id, coalesce(d.received_on - m.day, ${idOf(NEVER)})
    from (select distinct on (s.id) s.id, s.received_at, a.id application_id, a.bank_id, a.sent_at, case when a.state_id not in ${anyOf(ENDED_APPLICATIONS)}
          or a.chosen then a.answered_at end answered_at
        from sales s left join bank_applications a on a.sale_id = s.id left join disbursements d on d.application_id = a.id and d.received_on >= ${since}
        where s.received_at is not null and (d.id is not null or s.payment_form = 'hipoteca' and s.state_id in ${anyOf(LOST_STATES)} and s.state_since >= ${since})
        order by s.id, d.id is null, a.chosen desc nulls last, a.id desc) a
    left join disbursements d on d.application_id = a.application_id and d.received_on is not null
    left join promise_letters l on l.application_id = a.application_id
    left join (select sale_id, max(inscribed_on) inscribed_on from deeds where inscribed_on is not null group by 1) e on e.sale_id = a.id
    cross join lateral (values ('banco_recibida', ${panamaDayOf('a.received_at')}), ('banco_enviada', ${panamaDayOf('a.sent_at')}),
      ('banco_aprobada', ${panamaDayOf('a.answered_at')}), ('banco_carta', l.issued_on), ('banco_inscrita', e.inscribed_on), ('banco_pedido', d.requested_on)) m(name, day)
    where m.day is not null`;
};

/** What comes without a bank, and what the company pays: from the day of the record to its payment. */
const others: Samples = (today) => {
  const since = sql`${today}::date - ${idOf(2 * YEAR)}`;
  const paid = sql`select bl.invoice_id, bl.paid_on, b.pay_on from payment_batch_lines bl join payment_batches b on b.id = bl.batch_id
    where bl.state = 'pagado' and bl.paid_on >= ${since}`;
  return sql`select 'contado', null::bigint, y.bank_date - ${panamaDayOf('s.received_at')} from payments y join sales s on s.id = y.sale_id
      where y.type_id = ${idOf(PAYMENT_TYPE.cash)} and y.state_id in ${anyOf(SETTLED_STATES)} and y.bank_date >= ${since} and y.reversed_at is null and s.received_at is not null
    union all select 'devolucion', null, bank_date - due_on from refunds where state_id = ${idOf(REFUND.paid)} and bank_date >= ${since}
    union all select 'cuenta', null, paid_on - measured_on from progress_accounts where state_id = ${idOf(ACCOUNT_STATE.paid)} and not imported and paid_on >= ${since}
    union all select 'factura', null, p.paid_on - i.due_on from (${paid}) p join supplier_invoices i on i.id = p.invoice_id
    union all select 'orden', null, p.paid_on - o.issued_on from (${paid}) p join supplier_invoices i on i.id = p.invoice_id join purchase_orders o on o.id = i.order_id
    union all select 'lote', null, paid_on - pay_on from (${paid}) p where pay_on is not null
    union all select 'anticipo', null, paid_on - asked_on from supplier_advances where paid_on >= ${since}
    union all select 'caja', null, paid_on - asked_on from petty_replenishments where paid_on >= ${since}
    union all select n.name, null, l.paid_on - n.day from commission_lines l join commissions c on c.id = l.commission_id join sales s on s.id = c.sale_id
      cross join lateral (values ('comision', ${panamaDayOf('l.released_at')}), ('comision_' || l.event, ${panamaDayOf('s.received_at')})) n(name, day)
      where l.state_id = ${idOf(COMMISSION.paid)} and l.reverses_id is null and l.paid_on >= ${since} and n.day is not null`;
};

/** The paces of the past on a day: of each project or bank, and of all. One statement for each of the three pasts. */
export async function findPaces(db: Db, today: string): Promise<KeptPace[]> {
  const kept = new Map<string, KeptPace>();
  for (const samples of [installments, banks, others]) {
    const found = await rows<{ name: PaceName; key: number | null; sample: number; days: number[] }>(
      db,
      sql`select name, "key", count(*)::int sample, percentile_disc(${sql.raw(`array[${FRACTIONS.join(', ')}]::float8[]`)}) within group (order by days) days
        from (${samples(today)}) s(name, "key", days) group by grouping sets ((name, "key"), (name))`,
    );
    for (const { name, key, sample, days } of found) {
      // Rows without a key are a group of their own beside all of them, which is never smaller.
      const one = { name, key: Number(key ?? 0), sample, days: days.map(Number) };
      const before = kept.get(`${name}:${one.key}`);
      if (!before || before.sample < sample) kept.set(`${name}:${one.key}`, one);
    }
  }
  return [...kept.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.key - b.key);
}
