import { WAITING, APPROVED } from '#contract/banking/applications/applicationRules.ts';
import { ENDED_STATES, LOST_STATES, SALE } from '#contract/sales/sale/rules.ts';
import { CELL, OPEN_CELLS } from '#contract/sales/board/cards.ts';
import {
  DEED_STAGE,
  DEED_STAGES,
  FORECAST_MONTHS,
  INSTALLMENTS_STAGE,
  PROMISE_STAGE,
  SETTLED_CELLS,
} from '#contract/overview/reports/rules.ts';
import { DUE_STATES, REPORTED_STATES } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE, APPLICATION } from '#contract/company/catalogs/states.ts';
import { sql, type SQL } from 'drizzle-orm';
import { addMonths, panamaDay, panamaInstant } from '#contract/dates.ts';
import { origins as origin } from '#contract/company/catalogs/salesLists.ts';
import { rows, type Db, anyOf, idOf } from '#server/kernel/db.ts';
import { ENTRIES } from '#server/modules/money/received/entries.service.ts';
import { owedBefore } from '#server/modules/money/payments/owed.service.ts';
import { normalDays } from '#server/modules/sales/board/stages.service.ts';
import { inProgress, lateSale } from '#server/modules/sales/sale/standing.service.ts';

import { answerFigures, type AnswerFigures } from './answers.queries.ts';

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
  /** In progress and late. */
  late: number;
  /** Received in the twelve months of `months`. */
  cohorts: { from: string; all: Cohort; advisers: (Cohort & Of)[]; origins: (Cohort & Of)[] };
  /** Month null: after the last one. */
  forecast: { month: string | null; deeds: number; cents: number }[];
  expected: { month: string; installments: number; letters: number }[];
  overdueCents: number;
  answers: AnswerFigures;
}
/** Sales received in a time: how many signed their promise and were not lost, and how many were lost. */
export interface Cohort {
  received: number;
  promised: number;
  lost: number;
}
/** An adviser, or a source by its label; null: without one. */
interface Of {
  id: number | null;
  name: string | null;
}
interface Month {
  month: string;
  received: number;
  /** Of the received ones. */
  converted: number;
  complete: number;
  letters: number;
  promised: number;
  delivered: number;
  lost: number;
  collected: number;
}

/** Sources are free text: the rest is one row. */
const ORIGINS = 20;
const monthOf = (instant: SQL) => sql`to_char(${instant} at time zone 'America/Panama', 'YYYY-MM')`;

/** Computes all figures of a project, or of the company, at an instant. The caller's transaction gives one snapshot. */
export async function computeFigures(db: Db, projectId: number | null, now: Date): Promise<Figures> {
  const today = panamaDay(now);
  const ofSale = projectId === null ? sql`true` : sql`s.project_id = ${projectId}`;
  const from = `${addMonths(today, -11).slice(0, 7)}-01`;
  // A sale counts in the month of its reception, whatever became of it later.
  const cohort = sql`select s.adviser_id, nullif(s.origin, '') origin, ${monthOf(sql`s.received_at`)} as month,
      s.state_id in ${anyOf(LOST_STATES)} lost,
      s.state_id not in ${anyOf(LOST_STATES)} and exists (select from sale_cards k where k.sale_id = s.id
        and k.stage = ${idOf(PROMISE_STAGE)} and k.state_id = ${idOf(CELL.done)}) promised
    from sales s where s.received_at >= ${panamaInstant(from)} and ${ofSale}`;
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
        select ${monthOf(sql`c.at`)} as month, ${moved(SALE.complete)} complete, ${moved(SALE.promiseLetter)} letters,
          ${moved(SALE.promiseSigned)} promised, ${moved(SALE.delivered)} delivered, ${moved(...LOST_STATES)} lost
        from changes c ${projectId === null ? sql`` : sql`join sales s on s.id = c.record_id and ${ofSale}`}
        where c.record = 'precontrato' and c.at >= (date_trunc('month', ${today}::date) - interval '11 months') at time zone 'America/Panama'
        group by 1
      ), received as (
        select month, count(*)::int received, count(*) filter (where promised)::int converted from (${cohort}) cohort group by 1
      ), money as (
        select to_char(e.day, 'YYYY-MM') as month, sum(e.cents)::bigint collected
        from ${ENTRIES} e ${projectId === null ? sql`` : sql`join sales s on s.id = e.sale_id and ${ofSale}`}
        where e.day >= date_trunc('month', ${today}::date) - interval '11 months'
        group by 1
      )
      select month, coalesce(received, 0) received, coalesce(converted, 0) converted, coalesce(complete, 0) complete, coalesce(letters, 0) letters,
        coalesce(promised, 0) promised, coalesce(delivered, 0) delivered, coalesce(lost, 0) lost, coalesce(collected, 0) collected
      from months left join moves using (month) left join received using (month) left join money using (month) order by month`,
  );
  const stages = await rows<Figures['stages'][number]>(
    db,
    sql`select t.stage, coalesce(o.open, 0) open, coalesce(l.overdue, 0) overdue, m.days "medianDays"
      from generate_series(0, 12) t(stage)
      left join (select coalesce(s.board_stage, 0) stage, count(*)::int open from sales s
        where ${inProgress(sql`s.state_id`)} and ${ofSale} group by 1) o using (stage)
      left join (select c.stage, count(*)::int overdue from sale_cards c join sales s on s.id = c.sale_id
        where c.state_id = ${idOf(CELL.overdue)} and ${inProgress(sql`s.state_id`)} and ${ofSale} group by 1) l using (stage)
      left join (select stage, round(sum(days::numeric * sample) / sum(sample), 1)::float days from stage_medians
        where ${projectId === null ? sql`true` : sql`project_id = ${projectId}`} group by stage) m using (stage)
      order by t.stage = 0, t.stage`,
  );
  const [late] = await rows<{ sales: number }>(
    db,
    sql`select count(*)::int sales from sales s where ${lateSale(today, sql`s`)} and ${ofSale}`,
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
  const counted = sql`count(*)::int received, count(*) filter (where promised)::int promised, count(*) filter (where lost)::int lost`;
  const [all] = await rows<Cohort>(db, sql`select ${counted} from (${cohort}) cohort`);
  const advisers = await rows<Cohort & Of>(
    db,
    sql`select n.id, u.name, n.received, n.promised, n.lost
      from (select adviser_id id, ${counted} from (${cohort}) cohort group by 1) n left join users u on u.id = n.id
      order by n.id is null, n.received desc, u.name`,
  );
  const origins = await rows<Cohort & Of>(
    db,
    sql`select null id, coalesce(i.label, n.origin) as name, sum(n.received)::int received, sum(n.promised)::int promised, sum(n.lost)::int lost
      from (select origin, ${counted} from (${cohort}) cohort group by 1) n
      left join catalog_items i on i.catalog = ${origin.name} and i.extra ->> 'name_id' = n.origin
      group by 2 order by coalesce(i.label, n.origin) is null, received desc, 2`,
  );
  const forecast = await rows<Figures['forecast'][number]>(
    db,
    sql`with planned as (
        select y.sale_id, max((y.due_at at time zone 'America/Panama')::date) last_on from payments y
        where y.type_id in ${anyOf([PAYMENT_TYPE.downPayment, PAYMENT_TYPE.installment])} and y.due_at is not null
          and y.state_id in ${anyOf([...DUE_STATES, ...REPORTED_STATES])} group by y.sale_id
      ), left_over as (
        select s.id, s.price_cents, c.stage, c.state_id in ${anyOf(OPEN_CELLS)} or p.last_on is not null begun,
          greatest(0, case when c.stage = ${idOf(INSTALLMENTS_STAGE)} and p.last_on is not null then p.last_on - ${today}::date
            else n.normal[c.stage] - case when c.state_id in ${anyOf(OPEN_CELLS)}
              then ${today}::date - (c.started_at at time zone 'America/Panama')::date else 0 end end) days
        from sales s
        join (select id project_id, ${normalDays} normal from projects) n using (project_id)
        join sale_cards c on c.sale_id = s.id and c.stage in ${anyOf(DEED_STAGES)} and c.state_id not in ${anyOf(SETTLED_CELLS)}
        left join planned p on p.sale_id = s.id
        where ${inProgress(sql`s.state_id`)} and s.state_id <> ${idOf(SALE.rejectedByBanks)} and ${ofSale}
      ), parts as (
        select id, price_cents, coalesce(sum(days) filter (where stage < ${idOf(INSTALLMENTS_STAGE)}), 0)::int path,
          coalesce(max(days) filter (where stage = ${idOf(INSTALLMENTS_STAGE)}), 0)::int installments,
          coalesce(bool_or(begun) filter (where stage = ${idOf(INSTALLMENTS_STAGE)}), true) beside,
          coalesce(max(days) filter (where stage = ${idOf(DEED_STAGE)}), 0)::int deed
        from left_over group by id, price_cents
      ), ahead as (
        select price_cents, deed + case when beside then greatest(path, installments) else path + installments end days from parts
      ), dated as (
        select price_cents, date_trunc('month', ${today}::date + days)::date as month from ahead
      ), bounded as (
        select price_cents, case when month < date_trunc('month', ${today}::date) + interval '${sql.raw(String(FORECAST_MONTHS))} months' then month end as month from dated
      )
      select to_char(month, 'YYYY-MM') as month, count(*)::int deeds, sum(price_cents)::bigint cents from bounded group by bounded.month order by bounded.month nulls last`,
  );
  const expected = await rows<Figures['expected'][number]>(
    db,
    sql`with months as (
        select to_char(m, 'YYYY-MM') as month from generate_series(date_trunc('month', ${today}::date),
          date_trunc('month', ${today}::date) + interval '5 months', interval '1 month') m
      ), due as (
        select ${monthOf(sql`y.due_at`)} as month, sum(y.due_cents)::bigint cents
        from payments y join sales s on s.id = y.sale_id and s.state_id not in ${anyOf(ENDED_STATES)} and ${ofSale}
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
    sql`select coalesce(sum(payments.due_cents), 0)::bigint cents from payments join sales on sales.id = payments.sale_id
      where ${owedBefore(today)} and ${projectId === null ? sql`true` : sql`sales.project_id = ${projectId}`}`,
  );
  return {
    pipeline,
    months,
    late: late?.sales ?? 0,
    stages,
    banks,
    cohorts: { from, all: all!, advisers, origins: withRest(origins) },
    forecast,
    expected,
    overdueCents: overdue?.cents ?? 0,
    answers: await answerFigures(db, projectId, { from: panamaInstant(from), now }),
  };
}

/** The largest sources, all others as one row, and those without a source. */
function withRest(origins: readonly (Cohort & Of)[]): (Cohort & Of)[] {
  const named = origins.filter(({ name }) => name !== null);
  const rest = named.slice(ORIGINS).reduce(
    (sum, one) => ({
      received: sum.received + one.received,
      promised: sum.promised + one.promised,
      lost: sum.lost + one.lost,
    }),
    { received: 0, promised: 0, lost: 0 },
  );
  return [
    ...named.slice(0, ORIGINS),
    ...(named.length > ORIGINS ? [{ id: null, name: 'Otros orígenes', ...rest }] : []),
    ...origins.filter(({ name }) => name === null),
  ];
}
