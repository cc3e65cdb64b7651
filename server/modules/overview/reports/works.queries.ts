import { sql, type SQL } from 'drizzle-orm';
import type { HouseCost, LostCause, ProgressMonth } from '#contract/overview/reports/works.ts';
import { panamaDay } from '#contract/dates.ts';
import { COMMITTED_STATES, CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, idOf, rows } from '#server/kernel/db.ts';
import { knownCents } from '#server/kernel/known.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';

// Reports of the works. They read contracts and jobs, of which there are thousands, not millions: each is one statement.

/** Committed contracts whose reports the caller may read, of one project if one is asked for. */
const reported = (ctx: Context, projectId: number | undefined): SQL =>
  sql`contracts.state_id in ${anyOf([...COMMITTED_STATES, CONTRACT_STATE.rescinded])}
    and ${contractsInReach(ctx, 'reportes.ver') ?? sql`true`} and ${contractsInReach(ctx, 'contratos.ver') ?? sql`true`}
    and ${projectId === undefined ? sql`true` : sql`contracts.project_id = ${projectId}`}`;
/** Whether the caller sees the amounts of a contract. */
const sees = (ctx: Context): SQL => contractsInReach(ctx, 'contratos.montos') ?? sql`true`;
/** Of a rescinded contract what it certified. */
const agreed = sql`case when contracts.state_id = ${idOf(CONTRACT_STATE.rescinded)} then jobs.certified_cents else jobs.amount_cents end`;

const cents = (value: string | number | null) => (value === null ? null : Math.round(Number(value)));
const percent = (part: string | number, whole: string | number) =>
  Number(whole) === 0 ? 0 : Math.round((Number(part) * 10_000) / Number(whole)) / 100;

/**
 * The curve of progress by month. Planned: each contract evenly between its planned days. Real: what inspections approved
 * by the end of the month; what was approved before the system counts from the day of its contract.
 */
export async function progressCurve(ctx: Context, projectId: number | undefined): Promise<ProgressMonth[]> {
  const today = panamaDay(ctx.now);
  const found = await rows<Record<'month' | 'planned' | 'real' | 'total', string> & { sees: boolean }>(
    ctx.db,
    sql`with mine as (
        select contracts.id, coalesce(contracts.starts_on, (contracts.created_at at time zone 'America/Panama')::date) from_day,
          coalesce(contracts.ends_on, contracts.starts_on, ${today}::date) to_day, sum(${agreed}) cents, ${sees(ctx)} sees
        from contracts join jobs on jobs.contract_id = contracts.id where ${reported(ctx, projectId)} group by contracts.id),
      approved as (
        select m.id, (i.created_at at time zone 'America/Panama')::date on_day,
          case when j.price_cents is not null then j.price_cents * (coalesce(i.approved_quantity, 0) - coalesce(lag(i.approved_quantity) over (partition by j.id order by i.id), 0))
            else j.amount_cents * (i.approved_bp - coalesce(lag(i.approved_bp) over (partition by j.id order by i.id), 0)) / 10000.0 end cents
        from mine m join jobs j on j.contract_id = m.id join inspections i on i.job_id = j.id and i.result <> 'rechazado'),
      undated as (
        select m.id, m.from_day on_day, (select sum(j.certified_cents) from jobs j where j.contract_id = m.id)
          - coalesce((select sum(a.cents) from approved a where a.id = m.id), 0) cents from mine m),
      done as (select * from approved union all select * from undated),
      months as (select generate_series(date_trunc('month', least(min(from_day), ${today}::date)),
        date_trunc('month', greatest(max(to_day), ${today}::date)), '1 month')::date first from mine having count(*) > 0)
      select to_char(first, 'YYYY-MM') "month", (select sum(cents) from mine) total, (select bool_and(sees) from mine) sees,
        (select coalesce(sum(cents * least(1, greatest(0, ((first + interval '1 month')::date - from_day)::numeric / greatest(1, to_day - from_day + 1)))), 0) from mine) planned,
        (select coalesce(sum(cents), 0) from done where on_day < (first + interval '1 month')::date) "real"
      from months order by first`,
  );
  const now = today.slice(0, 7);
  return found.map((one) => {
    const told = one.month <= now;
    return {
      month: one.month,
      planned_percent: percent(one.planned, one.total),
      real_percent: told ? percent(one.real, one.total) : null,
      planned_centavos: one.sees ? cents(one.planned) : null,
      real_centavos: one.sees && told ? cents(one.real) : null,
    };
  });
}

/** What each house costs, by its jobs, the dearest first. */
export async function houseCosts(ctx: Context, projectId: number | undefined): Promise<HouseCost[]> {
  const found = await rows<
    Record<'id' | 'committed' | 'certified' | 'paid' | 'progress', string> &
      Record<'house' | 'project' | 'model', string> & { sees: boolean }
  >(
    ctx.db,
    sql`select h.id, h.name house, p.name project, m.name model, h.progress_percent progress, bool_and(k.sees) sees,
        sum(k.committed) committed, sum(k.certified) certified, sum(k.paid) paid
      from (select jobs.house_id, ${agreed} committed, jobs.certified_cents certified, ${knownCents(ctx, 'trabajo', 'paid_cents')} paid, ${sees(ctx)} sees
        from jobs join contracts on contracts.id = jobs.contract_id where jobs.house_id is not null and ${reported(ctx, projectId)}) k
        join houses h on h.id = k.house_id join projects p on p.id = h.project_id join house_models m on m.id = h.model_id
      group by h.id, p.name, m.name order by sum(k.committed) desc, h.id`,
  );
  return found.map((one) => ({
    id: Number(one.id),
    house: one.house,
    project: one.project,
    model: one.model,
    progress_percent: Number(one.progress),
    committed_centavos: one.sees ? cents(one.committed) : null,
    certified_centavos: one.sees ? cents(one.certified) : null,
    paid_centavos: one.sees ? cents(one.paid) : null,
  }));
}

/** What stopped the works, by the diaries of the caller's projects, the most hours first. */
export async function lostCauses(ctx: Context, projectId: number | undefined): Promise<LostCause[]> {
  const found = await rows<{ cause: LostCause['cause']; days: number; hours: string; last: string }>(
    ctx.db,
    sql`select e.reason cause, count(distinct (projects.id, d.day))::int days, sum(e.hours) hours, max(d.day)::text last
      from diary_entries e join diaries d on d.id = e.diary_id join projects on projects.id = d.project_id
      where e.section = 'paro' and ${projectsInReach(ctx, 'reportes.ver') ?? sql`true`}
        and ${projectId === undefined ? sql`true` : sql`d.project_id = ${projectId}`}
      group by e.reason order by sum(e.hours) desc, e.reason`,
  );
  return found.map(({ cause, days, hours, last }) => ({ cause, days, hours: Number(hours), last_on: last }));
}
