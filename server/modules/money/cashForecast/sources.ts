import type { SQL } from 'drizzle-orm';
import {
  CASH_KIND_NAMES,
  LINE_NAMES,
  signOf,
  typeOfKind,
  type CashKind,
} from '#contract/money/cashForecast/rules.ts';
import { OVERDUE_DAYS } from '#contract/money/cashForecast/paces.ts';
import { idOf, sql } from '#server/kernel/db.ts';
import { SALES_SOURCES } from './salesSources.ts';
import { WORKS_SOURCES } from './worksSources.ts';

/** The first and the last day of a forecast, and the expected days that are asked for, where not all are. */
export interface Days {
  today: string;
  last: string;
  asked?: { from: string; to: string } | undefined;
}

/**
 * Rows of a feature that move cash, as one statement. Columns in this order: kind, record, record_id, label (names no person),
 * book_id, project_id, pace (PACES), pace_key (a project or bank; 0: none), base_on, and, where it cannot come earlier,
 * after50 and after80; cents without a sign.
 */
export interface Source {
  kinds: readonly CashKind[];
  select: (days: Days) => SQL;
}

const COLUMNS = sql.raw(
  's(kind, record, record_id, label, book_id, project_id, pace, pace_key, base_on, after50, after80, cents)',
);
const inKinds = (names: readonly CashKind[]) => sql.raw(`(${names.map((name) => `'${name}'`).join(', ')})`);
const INCOMING = CASH_KIND_NAMES.filter((name) => signOf(name) > 0);

const ENTERED = CASH_KIND_NAMES.filter((name) => typeOfKind(name) !== undefined);
const kindOfType = sql.raw(
  `case e.type_id ${ENTERED.map((name) => `when ${typeOfKind(name)} then '${name}'`).join(' ')} end`,
);

/** What no record says: each of its days, from today on. */
export const EXPECTATIONS: Source = {
  kinds: ENTERED,
  select: ({
    today,
    last,
  }) => sql`select ${kindOfType}, 'movimiento_previsto', e.id, e.concept, e.company_id, e.project_id, 'fijo', 0::bigint,
      d.day, null::date, null::date, e.cents
    from cash_expectations e cross join lateral (select (e.first_on + make_interval(months => n))::date as day
        from generate_series(0, case when e.monthly then 12 * (1 + extract(year from age(${last}::date, e.first_on))::int) else 0 end) n) d
    where e.archived_at is null and e.first_on <= ${last}::date and d.day >= ${today}::date and d.day <= ${last}::date
      and (e.until is null or d.day <= e.until)`,
};

/** Rows of records; those that are entered are read apart, because they show at once. */
export const RECORD_SOURCES: readonly Source[] = [...SALES_SOURCES, ...WORKS_SOURCES];
const ALL: readonly Source[] = [...RECORD_SOURCES, EXPECTATIONS];

/** The sources of some kinds. */
export const sourcesOf = (kinds: readonly CashKind[]): readonly Source[] =>
  ALL.filter((one) => one.kinds.some((name) => kinds.includes(name)));

const union = (sources: readonly Source[], days: Days) =>
  sql.join(
    sources.map(({ select }) => sql`(select * from (${select(days)}) ${COLUMNS})`),
    sql` union all `,
  );

/**
 * Adds the expected days of the three lines, by the kept paces (cash_steps), to rows `g`. Null: it does not come; what is owed
 * is always paid.
 */
const withDays = (rows: SQL, { today }: Days) => sql`select g.*,
    case when c.entra then case when t.d80 is not null then greatest(g.base_on + t.d80, g.after80) end else coalesce(g.base_on + t.d20, c.late) end pesimista,
    case when c.entra then case when t.d50 is not null then greatest(g.base_on + t.d50, g.after50) end else coalesce(g.base_on + t.d50, c.late) end esperada,
    case when c.entra then case when t.d20 is not null then greatest(g.base_on + t.d20, g.after50) end else coalesce(g.base_on + t.d80, c.late) end optimista
  from ${rows} g
  cross join lateral (select g.kind in ${inKinds(INCOMING)} entra, ${today}::date + ${idOf(OVERDUE_DAYS)} late, ${today}::date - g.base_on age) c
  left join cash_steps o on o.name = g.pace and o.key = g.pace_key and o.key <> 0 and c.age >= o.from_age and c.age < o.to_age
  left join cash_steps w on o.name is null and w.name = g.pace and w.key = 0 and c.age >= w.from_age and c.age < w.to_age
  cross join lateral (select coalesce(o.d20, w.d20) d20, coalesce(o.d50, w.d50) d50, coalesce(o.d80, w.d80) d80) t`;

/**
 * Sums of the sources by kind, line, week within its month, book and project. Rows that share a day, a pace and a project
 * are added up before their days are looked up: a million installments are some thousand of these.
 */
export const cellsOf = (sources: readonly Source[], days: Days): SQL => sql`
  with grouped as (select kind, book_id, project_id, pace, pace_key, base_on, after50, after80, sum(cents) cents, count(*)::int moves
      from (${union(sources, days)}) s group by 1, 2, 3, 4, 5, 6, 7, 8)
  select m.kind, v.line, greatest(date_trunc('week', v.day), date_trunc('month', v.day))::date starts_on, m.book_id, m.project_id,
    sum(m.cents)::bigint cents, sum(m.moves)::int moves
  from (${withDays(sql`grouped`, days)}) m
  cross join lateral (values ${sql.raw(LINE_NAMES.map((line) => `('${line}', m.${line})`).join(', '))}) v(line, day)
  where v.day <= ${days.last}::date group by 1, 2, 3, 4, 5`;

/** Each row of the sources with its expected days. */
export const movesOf = (sources: readonly Source[], days: Days): SQL =>
  withDays(sql`(${union(sources, days)})`, days);
