import { and, eq, isNull, sql } from 'drizzle-orm';
import { priorities } from '#contract/company/catalogs/ticketLists.ts';
import { addDays, panamaDay, weekStart, weekText } from '#contract/dates.ts';
import { whyNotClose } from '#contract/projects/projects/weeks.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { JOB_STATE, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import type { ProgramRow, WeekProgram } from '#contract/works/schedule/model.ts';
import { priorityOf } from '#contract/works/schedule/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { weekClosings } from '#server/modules/projects/projects/weeks.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';

/** Most lines of each half of a week's programme. */
const MOST = 300;

interface Line {
  job_id: number;
  task_id: number | null;
  house: ProgramRow['house'];
  activity: ProgramRow['activity'];
  state: ProgramRow['state'];
  week: string | null;
  priority: ProgramRow['priority'];
  start: string | null;
  finish: string | null;
  late: number;
  critical: boolean;
  reported_percent: number;
  approved_percent: number;
}

/** Open jobs of a contract with their place in its schedule, the latest and the first to begin first. */
const linesOf = (ctx: Context, contractId: number, where: ReturnType<typeof sql>) =>
  rows<Line>(
    ctx.db,
    sql`select j.id::int job_id, t.id::int task_id, json_build_object('id', h.id, 'name', h.name) house,
        json_build_object('id', j.activity_id, 'name', a.label) activity, json_build_object('id', j.state_id, 'name', s.label) state,
        j.week, case when j.priority_id is not null then json_build_object('id', j.priority_id, 'name', p.label) end priority,
        t.start::text start, t.finish::text finish, coalesce(t.late, 0) late, coalesce(t.critical, false) critical,
        j.reported_bp::float / 100 reported_percent, j.approved_bp::float / 100 approved_percent
      from jobs j join houses h on h.id = j.house_id
        join catalog_items a on a.catalog = 'contract_activities' and a.id = j.activity_id
        join catalog_items s on s.catalog = 'states_jobs' and s.id = j.state_id
        left join catalog_items p on p.catalog = 'ticket_priorities' and p.id = j.priority_id
        left join schedules c on c.contract_id = j.contract_id
        left join schedule_tasks t on t.schedule_id = c.id and t.house_id = j.house_id and t.activity_id = j.activity_id
      where j.contract_id = ${contractId} and j.state_id <> ${JOB_STATE.voided} and ${where}
      order by coalesce(j.priority_id, 0) desc, t.late desc nulls last, t.start nulls last, h.name, j.id limit ${MOST}`,
  );

/** The programme of a week of a contract. Raises 404. */
export async function presentProgram(
  ctx: Context,
  { contrato_id, semana }: { contrato_id: number; semana: string },
): Promise<WeekProgram> {
  const [found] = await ctx.db
    .select({
      contract: { id: contracts.id, name: contracts.name, reference: contracts.reference },
      stateId: contracts.stateId,
      project: { id: projects.id, name: projects.name },
      mayPlan: sql<boolean>`(${contractsInReach(ctx, 'contratos.crear') ?? sql`true`})`,
    })
    .from(contracts)
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .where(and(eq(contracts.id, contrato_id), contractsInReach(ctx, 'contratos.ver')));
  if (!found) throw notFound();
  const { contract, project, mayPlan, stateId } = found;
  const sunday = addDays(weekStart(semana), 6);
  const closing = await closingOf(ctx, project.id, semana);
  const names = await catalogLabels(ctx.db, priorities);
  const whyNot = ({ state }: Line): string | null => {
    if (closing) return 'La semana está cerrada.';
    if (stateId !== CONTRACT_STATE.inForce) return 'El contrato no está vigente.';
    return state.id === JOB_STATE.pending || state.id === JOB_STATE.programmed
      ? null
      : 'Ya está en curso: sigue sin programarse otra vez.';
  };
  const present = (line: Line): ProgramRow => {
    const id = priorityOf(line);
    return { ...line, proposed: { id, name: names.get(id) ?? '' }, why_not: whyNot(line) };
  };
  const programmed = await linesOf(ctx, contract.id, sql`j.week = ${semana}`);
  const proposed = await linesOf(
    ctx,
    contract.id,
    sql`j.week is distinct from ${semana} and (j.week is null or j.week < ${semana}) and j.approved_bp < ${WHOLE_BP}
      and j.state_id <> ${JOB_STATE.suspended} and (t.start <= ${sunday} or j.week < ${semana}) and t.finished_on is null`,
  );
  return {
    contract,
    project,
    week: { id: semana, text: weekText(semana) },
    closed: closing && { at: closing.at.toISOString(), by: closing.by },
    may_program: mayPlan,
    may_close: await projectInReach(ctx, project.id, 'proyectos.editar'),
    why_not_close: closing ? 'Ya está cerrada.' : whyNotClose(semana, panamaDay(ctx.now)),
    programmed: programmed.map(present),
    proposed: proposed.map(present),
    past: await pastOf(ctx, contract.id),
  };
}

async function closingOf(ctx: Context, projectId: number, week: string) {
  const [found] = await ctx.db
    .select({ at: weekClosings.closedAt, by: users.name })
    .from(weekClosings)
    .innerJoin(users, eq(users.id, weekClosings.closedBy))
    .where(
      and(
        eq(weekClosings.projectId, projectId),
        eq(weekClosings.week, week),
        isNull(weekClosings.reopenedAt),
      ),
    );
  return found ?? null;
}

/** Of the last closed weeks, what was programmed and what was reported whole when each was closed. */
async function pastOf(ctx: Context, contractId: number): Promise<WeekProgram['past']> {
  const found = await rows<{ week: string; planned: number; done: number }>(
    ctx.db,
    sql`select w.week, count(*)::int planned, count(*) filter (where k.reported_bp = ${WHOLE_BP} or k.approved_bp = ${WHOLE_BP})::int done
      from week_jobs k join week_closings w on w.id = k.closing_id join jobs j on j.id = k.job_id
      where j.contract_id = ${contractId} and w.reopened_at is null group by w.week order by w.week desc limit 12`,
  );
  return found.map((one) => ({ ...one, text: weekText(one.week) }));
}
