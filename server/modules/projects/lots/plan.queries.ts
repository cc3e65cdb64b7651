import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Plan, PlanLot, PlanState } from '#contract/projects/lots/plan.ts';
import type { Context } from '#server/kernel/context.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects, type ProjectPlan } from '#server/modules/projects/projects/projects.table.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { claimSale, liveClaim } from '#server/modules/sales/claims/claims.queries.ts';
import { lotsInReach } from './lots.queries.ts';
import { lotClaims, lots } from './lots.table.ts';

export const drawingUrl = (sha256: string) => `/api/lotes/plano/dibujo/${sha256}`;

/** Where the office has what lies beneath the lots: the uploaded picture, else the project's own drawing. */
const backgroundOf = (id: number, plan: ProjectPlan | null): string | null =>
  plan?.picture ? drawingUrl(plan.picture) : plan?.background ? `/api/lotes/plano/${id}/fondo.svg` : null;

/** The plan of a project of the caller's; undefined for another's. One query for the lots. */
export async function loadPlan(ctx: Context, projectId: number): Promise<Plan | undefined> {
  const [project] = await ctx.db
    .select({ id: projects.id, name: projects.name, plan: projects.plan })
    .from(projects)
    .where(and(eq(projects.id, projectId), projectsInReach(ctx, 'proyectos.ver')));
  if (!project) return undefined;
  const { plan } = project;
  return {
    project: { id: project.id, name: project.name },
    size: plan && { width: plan.width, height: plan.height },
    fondo: backgroundOf(project.id, plan),
    dibujo: plan?.picture ?? null,
    version: plan?.version ?? 0,
    lots: await lotsOfPlan(ctx, projectId),
  };
}

const lotsOfPlan = (ctx: Context, projectId: number): Promise<PlanLot[]> =>
  ctx.db
    .select({
      id: lots.id,
      lote: lots.name,
      block: lots.block,
      type: {
        id: lots.typeId,
        name: sql<string>`coalesce((select label from catalog_items where catalog = 'type_lots' and id = ${lots.typeId}), '')`,
      },
      area_m2: lots.areaM2,
      premium_centavos: lots.premiumCents,
      precio_centavos: sql<
        number | null
      >`(coalesce(${houseModels.priceCents}, ${cheapest(ctx, projectId)}) + ${lots.premiumCents})::float8`,
      vivienda: houseModels.name,
      points: lots.polygon,
      version: lots.version,
    })
    .from(lots)
    .leftJoin(houses, and(eq(houses.lotId, lots.id), isNull(houses.archivedAt)))
    .leftJoin(houseModels, eq(houseModels.id, houses.modelId))
    .where(eq(lots.projectId, projectId))
    .orderBy(asc(lots.block), asc(lots.name));

/** The cheapest model on offer today: the same for all lots, so it is looked up once. */
const cheapest = ({ now }: Pick<Context, 'now'>, projectId: number): SQL =>
  sql`(select min(m.price_cents) from house_models m where m.project_id = ${projectId} and m.published
    and m.archived_at is null and (m.price_until is null or m.price_until >= ${panamaDay(now)}))`;

/** What each lot of a project is now; undefined for another's project. The sale only where the caller may open it. */
export async function statesOfPlan(ctx: Context, projectId: number): Promise<PlanState[] | undefined> {
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), projectsInReach(ctx, 'proyectos.ver')));
  if (!project) return undefined;
  const found = await ctx.db
    .select({
      id: lots.id,
      state: lots.stateId,
      until: lotClaims.until,
      reason: lots.withheldReason,
      waiting: sql<number>`(select count(*)::int from lot_waitlist w
        where w.lot_id = ${lots.id} and w.left_at is null and w.offered_at is null)`,
      sale: sql<
        number | null
      >`(case when ${salesInReach(ctx, 'ventas.ver') ?? sql`true`} then ${sales.id}::float8 end)`,
    })
    .from(lots)
    .leftJoin(lotClaims, liveClaim)
    .leftJoin(sales, claimSale)
    .where(and(eq(lots.projectId, projectId), lotsInReach(ctx, 'proyectos.ver')))
    .orderBy(asc(lots.id));
  return found.map(({ id, state, until, reason, waiting, sale }) => ({
    id,
    e: state,
    ...(until && { h: until.toISOString() }),
    ...(waiting > 0 && { w: waiting }),
    ...(sale !== null && { v: sale }),
    ...(reason && { m: reason }),
  }));
}
