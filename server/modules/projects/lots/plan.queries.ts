import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Plan, PlanLot } from '#contract/projects/lots/plan.ts';
import type { Context } from '#server/kernel/context.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects, type ProjectPlan } from '#server/modules/projects/projects/projects.table.ts';
import { lotBuilt } from './known.service.ts';
import { lots } from './lots.table.ts';

export const drawingUrl = (sha256: string) => `/api/lotes/plano/dibujo/${sha256}`;

/** URL of the background below the lots: the uploaded picture, otherwise the project's own drawing. */
const backgroundOf = (id: number, plan: ProjectPlan | null): string | null =>
  plan?.picture ? drawingUrl(plan.picture) : plan?.background ? `/api/lotes/plano/${id}/fondo.svg` : null;

/** The plan of a project in scope; undefined otherwise. One query for the lots. */
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

async function lotsOfPlan(ctx: Context, projectId: number): Promise<PlanLot[]> {
  const found = await ctx.db
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
      cheapest: sql<number | null>`${cheapest(ctx, projectId)}::float8`,
      built: lotBuilt(ctx),
      points: lots.polygon,
      version: lots.version,
    })
    .from(lots)
    .where(eq(lots.projectId, projectId))
    .orderBy(asc(lots.block), asc(lots.name));
  return found.map(({ built: { house }, cheapest: least, ...lot }) => {
    const price = house?.priceCents ?? least;
    return {
      ...lot,
      precio_centavos: price === null ? null : price + lot.premium_centavos,
      vivienda: house?.model ?? null,
    };
  });
}

/** The cheapest model on sale today: the same for all lots, so it is queried once. */
const cheapest = ({ now }: Pick<Context, 'now'>, projectId: number): SQL =>
  sql`(select min(m.price_cents) from house_models m where m.project_id = ${projectId} and m.published
    and m.archived_at is null and (m.price_until is null or m.price_until >= ${panamaDay(now)}))`;
