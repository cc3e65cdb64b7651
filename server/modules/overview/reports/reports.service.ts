import { eq, inArray } from 'drizzle-orm';
import { banks as bankList } from '#contract/company/catalogs/moneyLists.ts';
import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { conversionOf, groupOf, SALE_GROUPS, withoutEmptyEnds } from '#contract/overview/reports/rules.ts';
import { isInProgress } from '#contract/sales/sale/rules.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { forbidden, notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { computeFigures, type Cohort, type Figures } from './figures.queries.ts';
import { ComputeFigures } from './reports.jobs.names.ts';
import { reportFigures } from './reports.table.ts';

/** Older figures are still shown, and a job recomputes them. */
const FRESH_MS = 10 * 60_000;

interface Computed {
  figures: Figures;
  computedAt: Date;
}

/**
 * Computes and stores the figures of a project (0: the company). Takes seconds in a large company, so it runs in a job.
 */
export async function keepFigures(ctx: Pick<Context, 'now'> & { db: Db }, projectId: number): Promise<void> {
  const began = performance.now();
  const figures = await computeFigures(ctx.db, projectId === 0 ? null : projectId, ctx.now);
  const set = { figures, computedAt: ctx.now, tookMs: Math.round(performance.now() - began) };
  await ctx.db
    .insert(reportFigures)
    .values({ projectId, ...set })
    .onConflictDoUpdate({ target: reportFigures.projectId, set });
}

/**
 * The last computed board of the company or of one project in scope. If it is old or missing, sends a job to compute
 * it; returns null if there is none yet. Without a given project, a user with a project scope gets the first own
 * project. Raises 404 for a project out of scope, or if there is none in scope.
 */
export async function boardOf(ctx: Context, asked: number | undefined): Promise<ManagementBoard | null> {
  const { project, projectId, kept } = await keptBoard(ctx, asked);
  if (!kept || ctx.now.getTime() - kept.computedAt.getTime() > FRESH_MS) await sendCompute(ctx, projectId);
  return kept ? present(ctx, project, kept) : null;
}

/**
 * The last computed board of the caller's company or first project, for pages that only show a part of it: it is
 * computed only if there is none. Null until then, and for a user without a project.
 */
export async function lastBoard(ctx: Context): Promise<ManagementBoard | null> {
  const { scope, projectIds } = scopeOf(ctx, 'reportes.ver') ?? { scope: 'propio', projectIds: [] };
  if (scope !== 'todo' && projectIds.length === 0) return null;
  const { project, projectId, kept } = await keptBoard(ctx, undefined);
  if (!kept) await sendCompute(ctx, projectId);
  return kept ? present(ctx, project, kept) : null;
}

/** Sends a job that recomputes the figures. */
export async function askFigures(ctx: Context, asked: number | undefined): Promise<{ asked_at: string }> {
  await sendCompute(ctx, (await projectAsked(ctx, asked))?.id ?? 0);
  return { asked_at: ctx.now.toISOString() };
}

/** The board for an export. Computes missing figures directly, without storing them. */
export async function boardToList(ctx: Context, asked: number | undefined): Promise<ManagementBoard> {
  const { project, kept } = await keptBoard(ctx, asked);
  const fresh = async () => ({
    figures: await computeFigures(ctx.db, project?.id ?? null, ctx.now),
    computedAt: ctx.now,
  });
  return present(ctx, project, kept ?? (await fresh()));
}

const sendCompute = (ctx: Context, projectId: number) =>
  ctx.jobs.send(ctx.db, ComputeFigures, { projectId }, { key: String(projectId) });

async function keptBoard(ctx: Context, asked: number | undefined) {
  const project = await projectAsked(ctx, asked);
  const projectId = project?.id ?? 0;
  const [kept] = await ctx.db.select().from(reportFigures).where(eq(reportFigures.projectId, projectId));
  return { project, projectId, kept };
}

async function projectAsked(ctx: Context, asked: number | undefined): Promise<ManagementBoard['project']> {
  const reach = scopeOf(ctx, 'reportes.ver');
  if (!reach) throw forbidden();
  const all = reach.scope === 'todo';
  if (all && asked === undefined) return null;
  const ids =
    asked === undefined ? [...reach.projectIds] : all || reach.projectIds.includes(asked) ? [asked] : [];
  const [project] = await ctx.db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(inArray(projects.id, [0, ...ids]))
    .orderBy(projects.id)
    .limit(1);
  if (!project) throw notFound();
  return project;
}

const GROUPS = Object.keys(SALE_GROUPS);
const isEmptyMonth = ({ month: _month, ...figures }: Figures['months'][number]) =>
  Object.values(figures).every((figure) => figure === 0);
const converted = <Row extends Cohort>(row: Row) => ({ ...row, conversion: conversionOf(row) });

async function present(
  ctx: Context,
  project: ManagementBoard['project'],
  { figures, computedAt }: Computed,
): Promise<ManagementBoard> {
  const states = await catalogLabels(ctx.db, precontractStates);
  const banks = await catalogLabels(ctx.db, bankList);
  // Amounts are visible only to users with the scope `todo` on the rows behind them.
  const whole = (permission: 'ventas.ver' | 'pagos.ver' | 'chat.ver') =>
    scopeOf(ctx, permission)?.scope === 'todo';
  const prices = (cents: number) => (whole('ventas.ver') ? cents : null);
  const paid = (cents: number) => (whole('pagos.ver') ? cents : null);
  return {
    computed_at: computedAt.toISOString(),
    project,
    pipeline: figures.pipeline
      .map(({ stateId, sales, cents }) => ({
        group: groupOf(stateId),
        state_id: stateId,
        state: states.get(stateId) ?? String(stateId),
        sales,
        value_centavos: prices(cents),
      }))
      .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group)),
    in_progress: figures.pipeline
      .filter(({ stateId }) => isInProgress(stateId))
      .reduce((sum, { sales }) => sum + sales, 0),
    late: figures.late,
    months: withoutEmptyEnds(figures.months, isEmptyMonth).map(({ collected, converted, ...month }) => ({
      ...month,
      conversion: conversionOf({ received: month.received, promised: converted }),
      collected_centavos: paid(collected),
    })),
    stages: figures.stages.map(({ stage, open, overdue, medianDays }) => ({
      stage,
      name: STAGES[stage - 1] ?? 'Sin etapa abierta',
      open,
      overdue,
      median_days: medianDays,
    })),
    banks: figures.banks.map(({ bankId, cents, medianDays, ...bank }) => ({
      ...bank,
      bank_id: bankId,
      bank: banks.get(bankId) ?? String(bankId),
      median_days: medianDays,
      waiting_centavos: prices(cents),
    })),
    conversion: {
      from: figures.cohorts.from,
      all: converted(figures.cohorts.all),
      advisers: whole('ventas.ver')
        ? figures.cohorts.advisers.map(({ name, ...row }) => ({
            name: name ?? 'Sin asesor',
            ...converted(row),
          }))
        : [],
      origins: figures.cohorts.origins.map(({ name, ...row }) => ({
        name: name ?? 'Sin origen',
        ...converted(row),
      })),
    },
    forecast: figures.forecast.map(({ month, deeds, cents }) => ({
      month,
      deeds,
      value_centavos: prices(cents),
    })),
    expected: withoutEmptyEnds(
      figures.expected,
      ({ installments, letters }) => installments + letters === 0,
    ).map(({ month, installments, letters }) => ({
      month,
      installments_centavos: paid(installments),
      letters_centavos: paid(letters),
    })),
    overdue_centavos: paid(figures.overdueCents),
    answers: whole('chat.ver') ? answersOf(figures) : null,
  };
}

/** Null: the figures were computed by a version that did not count answers. */
function answersOf({ answers }: Partial<Figures>): ManagementBoard['answers'] {
  if (!answers) return null;
  const { rows, waiting, longest } = answers;
  return {
    rows: rows.map(({ name, median, ninety, ...row }) => ({
      ...row,
      name: row.everybody ? 'Todos' : (name ?? 'Asistente o teléfono de la empresa'),
      median_minutes: median,
      ninety_minutes: ninety,
    })),
    waiting,
    longest_minutes: longest,
  };
}
