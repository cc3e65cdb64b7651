import { WAITING, APPROVED } from '#contract/banking/applications/applicationRules.ts';
import { SALE, PROMISED } from '#contract/sales/sale/rules.ts';
import { SETTLED_STATES, REPORTED_STATES } from '#contract/money/payments/rules.ts';
import { PAYMENT, APPLICATION } from '#contract/company/catalogs/states.ts';
import { sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { rows, type Db, anyOf, idOf } from '#server/kernel/db.ts';

// The figures of the management board. Each one scans a large table, so they are stored and not computed per request.

export interface Figures {
  pipeline: { stateId: number; sales: number; cents: number }[];
  months: Month[];
  stages: { stage: number; open: number; overdue: number; medianDays: number | null }[];
  banks: {
    bankId: number;
    waiting: number;
    approved: number;
    rejected: number;
    medianDays: number | null;
    cents: number;
  }[];
  advisers: { id: number; name: string; received: number; promised: number; lost: number }[];
  expected: { month: string; installments: number; letters: number }[];
  overdueCents: number;
}
interface Month {
  month: string;
  received: number;
  complete: number;
  letters: number;
  promised: number;
  delivered: number;
  lost: number;
  collected: number;
}

const ADVISERS = 15;
const monthOf = (instant: SQL) => sql`to_char(${instant} at time zone 'America/Panama', 'YYYY-MM')`;

/** Computes all figures of a project, or of the company, at an instant. The caller's transaction gives one snapshot. */
export async function computeFigures(db: Db, projectId: number | null, now: Date): Promise<Figures> {
  const today = panamaDay(now);
  const ofSale = projectId === null ? sql`true` : sql`s.project_id = ${projectId}`;
  const moved = (...states: number[]) =>
    sql`count(*) filter (where c.to_state in (${sql.raw(states.join(', '))}))::int`;

  const pipeline = await rows<Figures['pipeline'][number]>(
    db,
    sql`select s.state_id "stateId", count(*)::int sales, sum(s.price_cents)::bigint cents from sales s where ${ofSale}
      group by s.state_id order by s.state_id`,
  );
  const months = await rows<Month>(
    db,
    sql`with months as (
        select to_char(m, 'YYYY-MM') as month from generate_series(date_trunc('month', ${today}::date) - interval '11 months',
          date_trunc('month', ${today}::date), interval '1 month') m
      ), moves as (
        select ${monthOf(sql`c.at`)} as month, ${moved(2)} received, ${moved(5)} complete, ${moved(8)} letters,
          ${moved(10)} promised, ${moved(14)} delivered, ${moved(16, 17, 18)} lost
        from changes c ${projectId === null ? sql`` : sql`join sales s on s.id = c.record_id and ${ofSale}`}
        where c.record = 'precontrato' and c.at >= (date_trunc('month', ${today}::date) - interval '11 months') at time zone 'America/Panama'
        group by 1
      ), money as (
        select to_char(y.bank_date, 'YYYY-MM') as month, sum(y.bank_cents)::bigint collected
        from payments y ${projectId === null ? sql`` : sql`join sales s on s.id = y.sale_id and ${ofSale}`}
        where y.state_id in ${anyOf(SETTLED_STATES)} and y.reversed_at is null
          and y.bank_date >= date_trunc('month', ${today}::date) - interval '11 months'
        group by 1
      )
      select month, coalesce(received, 0) received, coalesce(complete, 0) complete, coalesce(letters, 0) letters,
        coalesce(promised, 0) promised, coalesce(delivered, 0) delivered, coalesce(lost, 0) lost, coalesce(collected, 0) collected
      from months left join moves using (month) left join money using (month) order by month`,
  );
  const stages = await rows<Figures['stages'][number]>(
    db,
    sql`select t.stage, coalesce(o.open, 0) open, coalesce(o.overdue, 0) overdue, m.days "medianDays"
      from generate_series(1, 12) t(stage)
      left join (select s.board_stage stage, count(*)::int open, count(*) filter (where s.board_due < ${today}::date)::int overdue
        from sales s where s.board_stage > 0 and s.state_id between ${idOf(SALE.received)} and ${idOf(SALE.delivered)} and ${ofSale} group by 1) o using (stage)
      left join (select stage, round(sum(days::numeric * sample) / sum(sample), 1)::float days from stage_medians
        where ${projectId === null ? sql`true` : sql`project_id = ${projectId}`} group by stage) m using (stage)
      order by t.stage`,
  );
  const banks = await rows<Figures['banks'][number]>(
    db,
    sql`select a.bank_id "bankId", count(*) filter (where a.state_id in ${anyOf(WAITING)})::int waiting,
        count(*) filter (where a.state_id in ${anyOf(APPROVED)})::int approved, count(*) filter (where a.state_id = ${APPLICATION.rejected})::int rejected,
        percentile_cont(0.5) within group (order by a.answer_days)::float "medianDays",
        coalesce(sum(a.requested_cents) filter (where a.state_id in ${anyOf(WAITING)}), 0)::bigint cents
      from bank_applications a ${projectId === null ? sql`` : sql`join sales s on s.id = a.sale_id and ${ofSale}`}
      where a.sent_at >= ${now}::timestamptz - interval '1 year' group by a.bank_id order by waiting desc, a.bank_id`,
  );
  const advisers = await rows<Figures['advisers'][number]>(
    db,
    sql`select u.id, u.name, n.received, n.promised, n.lost from (
        select s.adviser_id id, count(*)::int received, count(*) filter (where s.state_id in ${anyOf(PROMISED)})::int promised,
          count(*) filter (where s.state_id in ${anyOf([SALE.withdrawn, SALE.expired, SALE.rescinded])})::int lost
        from sales s where s.received_at >= ${now}::timestamptz - interval '90 days' and s.adviser_id is not null and ${ofSale}
        group by s.adviser_id order by received desc limit ${sql.raw(String(ADVISERS))}) n
      join users u on u.id = n.id order by n.received desc, u.name`,
  );
  const expected = await rows<Figures['expected'][number]>(
    db,
    sql`with months as (
        select to_char(m, 'YYYY-MM') as month from generate_series(date_trunc('month', ${today}::date),
          date_trunc('month', ${today}::date) + interval '5 months', interval '1 month') m
      ), due as (
        select ${monthOf(sql`y.due_at`)} as month, sum(y.due_cents)::bigint cents
        from payments y join sales s on s.id = y.sale_id and s.state_id < ${SALE.closed} and ${ofSale}
        where y.state_id in ${anyOf([PAYMENT.pending, ...REPORTED_STATES])} and y.due_at >= ${now}::timestamptz group by 1
      ), letters as (
        select to_char(l.expires_on, 'YYYY-MM') as month, sum(l.amount_cents)::bigint cents
        from promise_letters l join bank_applications a on a.id = l.application_id and a.chosen and a.state_id = ${APPLICATION.letter}
        join sales s on s.id = a.sale_id and ${ofSale} where l.expires_on >= ${today}::date group by 1
      )
      select month, coalesce(due.cents, 0) installments, coalesce(letters.cents, 0) letters
      from months left join due using (month) left join letters using (month) order by month`,
  );
  const [overdue] = await rows<{ cents: number }>(
    db,
    sql`select coalesce(sum(y.due_cents), 0)::bigint cents from payments y join sales s on s.id = y.sale_id and s.state_id < ${SALE.closed} and ${ofSale}
      where y.state_id = ${PAYMENT.overdue} or (y.state_id = ${PAYMENT.pending} and y.due_at < ${now})`,
  );
  return { pipeline, months, stages, banks, advisers, expected, overdueCents: overdue?.cents ?? 0 };
}
