import { sql, type SQL } from 'drizzle-orm';
import {
  AT_BANK,
  BANK_STAGES,
  BANK_STEPS,
  LEGAL_STAGES,
  NOBODY_HAS_IT,
  STAGE_HOLDERS,
} from '#contract/overview/reports/bottleneckRules.ts';
import type { BankAnswer } from '#contract/overview/reports/bottlenecks.ts';
import { WAITING } from '#contract/banking/applications/applicationRules.ts';
import { OPEN_TICKETS, TICKET } from '#contract/care/tickets/rules.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { panamaInstant } from '#contract/dates.ts';
import { DEED_HOLDERS, OPEN_DEEDS } from '#contract/legal/deeds/rules.ts';
import { CELL, OPEN_CELLS } from '#contract/sales/board/cards.ts';
import { TURN_LABELS } from '#contract/sales/sale/turn.ts';
import { anyOf, idOf, rows, type Db } from '#server/kernel/db.ts';
import { normalDays } from '#server/modules/sales/board/stages.service.ts';
import { inProgress } from '#server/modules/sales/sale/standing.service.ts';

// Each group of steps is one statement: what waits is found by the partial indexes of open work, and what left by the
// indexes of time (`sale_cards_done`, `changes_at`).

/** A step with its queue and its weeks, before it has a name. */
export interface Step {
  id: number;
  waiting: number;
  median: number | null;
  ninety: number | null;
  normal: number | null;
  late: number;
  behind: number | null;
  lost: number;
  waitsFor: { who: string; waiting: number; late: number }[];
  weeks: { week: string; left: number; days: number }[];
}

export interface Asked {
  now: Date;
  /** YYYY-MM-DD in Panama. */
  today: string;
  /** Monday of the first week. */
  from: string;
  /** Condition on a project's id. */
  inProject: (projectId: SQL) => SQL;
}

interface Parts {
  /** Rows of what waits now: id, who, days, normal, and over: days past its own day, null if it is not late. */
  waits: SQL;
  /** Rows of what left: id, at, days. */
  left: SQL;
}

const json = (labels: Readonly<Record<string, unknown>> | ReadonlyMap<number, string>) =>
  sql`${JSON.stringify(labels instanceof Map ? Object.fromEntries(labels) : labels)}::jsonb`;
const since = (instant: SQL, now: Date) => sql`extract(epoch from ${now}::timestamptz - ${instant}) / 86400`;
const between = (from: SQL, to: SQL) => sql`extract(epoch from ${to} - ${from}) / 86400`;
const half = (value: SQL, share = 0.5) =>
  sql`round((percentile_cont(${sql.raw(String(share))}) within group (order by ${value}))::numeric, 1)::float8`;

const steps = (db: Db, { waits, left }: Parts): Promise<Step[]> =>
  rows<Step>(
    db,
    sql`with waits as materialized (${waits}), gone as (${left}),
      queue as (select id, count(*)::int waiting, ${half(sql`days`)} median, ${half(sql`days`, 0.9)} ninety, ${half(sql`normal`)} normal,
          count(over_days)::int late, ${half(sql`over_days`)} behind, ceil(coalesce(sum(over_days), 0))::int lost
        from waits group by id),
      whom as (select id, jsonb_agg(jsonb_build_object('who', who, 'waiting', waiting, 'late', late) order by late desc, waiting desc, who) "waitsFor"
        from (select id, who, count(*)::int waiting, count(over_days)::int late from waits group by id, who) held group by id),
      weekly as (select id, jsonb_agg(jsonb_build_object('week', week, 'left', number, 'days', days)) weeks
        from (select id, to_char(date_trunc('week', at at time zone 'America/Panama'), 'YYYY-MM-DD') as week, count(*)::int number, ${half(sql`days`)} days
          from gone group by 1, 2) each_week group by id)
      select id, coalesce(waiting, 0) waiting, median, ninety, normal, coalesce(late, 0) late, behind, coalesce(lost, 0) lost,
        coalesce("waitsFor", '[]') "waitsFor", coalesce(weeks, '[]') weeks
      from queue full join weekly using (id) left join whom using (id)`,
  );

/** The open stages of sales in progress. A stage is late by its own day, and waits for the bank or the deed's holder where one has it. */
export const stageSteps = (
  db: Db,
  { now, today, from, inProject }: Asked,
  banks: ReadonlyMap<number, string>,
) =>
  steps(db, {
    waits: sql`select c.stage::int id, ${since(sql`coalesce(c.started_at, c.since)`, now)} days, n.normal[c.stage] normal,
        case when c.state_id = ${idOf(CELL.overdue)} then greatest(${today}::date - c.due_on, 1) end over_days,
        coalesce(case when c.stage in ${anyOf(BANK_STAGES)} then ${json(banks)} ->> a.bank_id::text end,
          case when c.stage in ${anyOf(LEGAL_STAGES)} then ${json(DEED_HOLDERS)} ->> d.state_id::text end,
          case when c.stage = s.board_stage and s.turn <> 'nadie' then ${json(TURN_LABELS)} ->> s.turn end,
          ${json(STAGE_HOLDERS)} ->> c.stage::text) who
      from sale_cards c join sales s on s.id = c.sale_id
      join (select id project_id, ${normalDays} normal from projects) n on n.project_id = s.project_id
      left join lateral (select bank_id from bank_applications where sale_id = c.sale_id and c.stage in ${anyOf(BANK_STAGES)}
        and state_id in ${anyOf(AT_BANK)} order by chosen desc, id limit 1) a on true
      left join lateral (select state_id from deeds where sale_id = c.sale_id and c.stage in ${anyOf(LEGAL_STAGES)}
        and state_id in ${anyOf(OPEN_DEEDS)} limit 1) d on true
      where c.state_id in ${anyOf(OPEN_CELLS)} and ${inProgress(sql`s.state_id`)} and ${inProject(sql`s.project_id`)}`,
    left: sql`select c.stage::int id, c.done_at as at, ${between(sql`c.started_at`, sql`c.done_at`)} days
      from sale_cards c join sales s on s.id = c.sale_id
      where c.done_at >= ${panamaInstant(from)}::timestamptz and c.started_at is not null and c.state_id = ${idOf(CELL.done)}
        and ${inProject(sql`s.project_id`)}`,
  });

/** Changes of state since the first week with the time that the record had spent in the state it left. */
const leftStates = (record: string, from: string, states: readonly number[]) =>
  sql`select c.record_id, c.from_state::int id, c.at, ${between(sql`p.at`, sql`c.at`)} days
    from changes c cross join lateral (select p.at from changes p where p.record_id = c.record_id and p.record = c.record
      and p.to_state = c.from_state and p.id < c.id order by p.id desc limit 1) p
    where c.record = ${record} and c.at >= ${panamaInstant(from)}::timestamptz and c.from_state in ${anyOf(states)} and c.to_state <> c.from_state`;

/** The open applications by step. Until its answer one counts from when it was sent, and is late by the bank's usual time. */
export const bankSteps = (
  db: Db,
  { now, today, from, inProject }: Asked,
  banks: ReadonlyMap<number, string>,
) => {
  const states = Object.keys(BANK_STEPS).map(Number);
  const asked = sql`a.state_id in ${anyOf(WAITING)} and a.answered_at is null`;
  return steps(db, {
    waits: sql`select a.state_id::int id, ${since(sql`case when ${asked} then coalesce(a.sent_at, a.state_since) else a.state_since end`, now)} days,
        case when ${asked} then a.answer_due_on - (a.sent_at at time zone 'America/Panama')::date end normal,
        case when ${asked} and a.answer_due_on < ${today}::date then ${today}::date - a.answer_due_on end over_days,
        coalesce(${json(BANK_STEPS)} ->> a.state_id::text, ${json(banks)} ->> a.bank_id::text, 'Banco') who
      from bank_applications a join sales s on s.id = a.sale_id
      where a.state_id in ${anyOf(states)} and ${inProject(sql`s.project_id`)}`,
    left: sql`select l.id, l.at, l.days from (${leftStates('solicitud', from, states)}) l
      join bank_applications a on a.id = l.record_id join sales s on s.id = a.sale_id where ${inProject(sql`s.project_id`)}`,
  });
};

/** The open deeds by step; late by the day on which the step should be over. */
export const deedSteps = (
  db: Db,
  { now, today, from, inProject }: Asked,
  banks: ReadonlyMap<number, string>,
) =>
  steps(db, {
    waits: sql`select d.state_id::int id, ${since(sql`d.state_since`, now)} days, n.most normal,
        case when d.due_on < ${today}::date then ${today}::date - d.due_on end over_days,
        coalesce(case when d.state_id = ${idOf(DEED.withBank)} then ${json(banks)} ->> a.bank_id::text end,
          ${json(DEED_HOLDERS)} ->> d.state_id::text, 'Legal') who
      from deeds d join sales s on s.id = d.sale_id
      left join bank_applications a on a.sale_id = d.sale_id and a.chosen
      left join (select distinct on (state_id) state_id, most from deed_days where valid_from <= ${today}::date
        order by state_id, valid_from desc) n on n.state_id = d.state_id
      where d.state_id in ${anyOf(OPEN_DEEDS)} and ${inProject(sql`s.project_id`)}`,
    left: sql`select l.id, l.at, l.days from (${leftStates('escritura', from, OPEN_DEEDS)}) l
      join deeds d on d.id = l.record_id join sales s on s.id = d.sale_id where ${inProject(sql`s.project_id`)}`,
  });

/** The open tickets by department; late by the answer or the solution. `reach`: condition on a ticket `t`. */
export const ticketSteps = (
  db: Db,
  { now, from, inProject }: Asked,
  reach: SQL,
  departments: ReadonlyMap<number, string>,
) => {
  const due = sql`least(t.solve_due, case when t.answered_at is null then t.answer_due end)`;
  return steps(db, {
    waits: sql`select t.department_id id, ${since(sql`t.clock_from`, now)} days, ${between(sql`t.clock_from`, sql`t.solve_due`)} normal,
        case when t.paused_since is null and ${due} < ${now}::timestamptz then ${since(due, now)} end over_days,
        case when t.state_id = ${idOf(TICKET.waitsCustomer)} then 'Cliente' when t.state_id = ${idOf(TICKET.waitsSupplier)} then 'Proveedor'
          when t.assignee_id is null then ${NOBODY_HAS_IT} else coalesce(${json(departments)} ->> t.department_id::text, 'Empresa') end who
      from tickets t where t.state_id in ${anyOf(OPEN_TICKETS)} and t.merged_into_id is null and ${reach} and ${inProject(sql`t.project_id`)}`,
    left: sql`select t.department_id id, c.at, ${between(sql`t.clock_from`, sql`c.at`)} days
      from changes c join tickets t on t.id = c.record_id
      where c.record = 'ticket' and c.at >= ${panamaInstant(from)}::timestamptz and c.to_state = ${idOf(TICKET.solved)} and c.at > t.clock_from
        and ${reach} and ${inProject(sql`t.project_id`)}`,
  });
};

/** First answers of banks over a year, and what they have now; whoever is late with most first. */
export const bankAnswers = (db: Db, { now, today, from, inProject }: Asked) =>
  rows<Omit<BankAnswer, 'bank'>>(
    db,
    sql`with answered as (
        select a.bank_id id, a.answer_days, a.answered_at from bank_applications a join sales s on s.id = a.sale_id
        where a.answered_at >= ${now}::timestamptz - interval '1 year' and a.sent_at is not null and a.answer_days is not null and ${inProject(sql`s.project_id`)}
      ), past as (
        select id, count(*)::int answers, ${half(sql`answer_days`)} median_days, ${half(sql`answer_days`, 0.9)} ninety_days,
          round((percentile_cont(0.5) within group (order by answer_days) filter (where answered_at >= ${panamaInstant(from)}::timestamptz))::numeric, 1)::float8 recent_days
        from answered group by id
      ), queue as (
        select a.bank_id id, count(*)::int waiting, count(*) filter (where a.answered_at is null and a.answer_due_on < ${today}::date)::int late
        from bank_applications a join sales s on s.id = a.sale_id
        where a.state_id in ${anyOf(WAITING)} and ${inProject(sql`s.project_id`)} group by a.bank_id
      )
      select id::int, coalesce(answers, 0) answers, median_days, ninety_days, recent_days, coalesce(waiting, 0) waiting, coalesce(late, 0) late
      from past full join queue using (id) order by coalesce(late, 0) desc, coalesce(waiting, 0) desc, median_days desc nulls last, id`,
  );
