import { eq, inArray } from 'drizzle-orm';
import { banks as bankList } from '#contract/company/catalogs/moneyLists.ts';
import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { forbidden, notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { computeFigures, type Figures } from './figures.queries.ts';
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

async function present(
  ctx: Context,
  project: ManagementBoard['project'],
  { figures, computedAt }: Computed,
): Promise<ManagementBoard> {
  const states = await catalogLabels(ctx.db, precontractStates);
  const banks = await catalogLabels(ctx.db, bankList);
  // Amounts are visible only to users with the scope `todo` on the rows behind them.
  const whole = (permission: 'ventas.ver' | 'pagos.ver') => scopeOf(ctx, permission)?.scope === 'todo';
  const prices = (cents: number) => (whole('ventas.ver') ? cents : null);
  const paid = (cents: number) => (whole('pagos.ver') ? cents : null);
  return {
    computed_at: computedAt.toISOString(),
    project,
    pipeline: figures.pipeline.map(({ stateId, sales, cents }) => ({
      state_id: stateId,
      state: states.get(stateId) ?? String(stateId),
      sales,
      value_centavos: prices(cents),
    })),
    months: figures.months.map(({ collected, ...month }) => ({
      ...month,
      collected_centavos: paid(collected),
    })),
    stages: figures.stages.map(({ stage, open, overdue, medianDays }) => ({
      stage,
      name: STAGES[stage - 1] ?? String(stage),
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
    advisers: whole('ventas.ver') ? figures.advisers : [],
    expected: figures.expected.map(({ month, installments, letters }) => ({
      month,
      installments_centavos: paid(installments),
      letters_centavos: paid(letters),
    })),
    overdue_centavos: paid(figures.overdueCents),
  };
}
