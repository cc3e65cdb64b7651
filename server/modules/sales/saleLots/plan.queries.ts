import { and, asc, eq, sql } from 'drizzle-orm';
import type { PlanState } from '#contract/projects/lots/plan.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { allKnown } from '#server/kernel/known.ts';
import { lotsInReach } from '#server/modules/projects/lots/lots.scope.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { liveClaim } from '#server/modules/sales/claims/claims.scope.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** What higher features say of a lot of the plan, over the row `lots`. */
interface PlanKnown {
  /** LEGAL_KINDS */
  legal: number;
  /** BANK_KINDS */
  bank: number;
  /** Progress of its house, 0-100; null without one. */
  works: number | null;
}

/**
 * The current state of each lot of a project; undefined if the project is outside the caller's scope. Includes the sale
 * only if the caller may open it.
 */
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
      known: allKnown<PlanKnown>(ctx, 'lote en plano'),
      sale: sql<
        number | null
      >`(case when ${salesInReach(ctx, 'ventas.ver') ?? sql`true`} then ${sales.id}::float8 end)`,
    })
    .from(lots)
    .leftJoin(lotClaims, liveClaim)
    .leftJoin(sales, eq(sales.id, lotClaims.saleId))
    .where(and(eq(lots.projectId, projectId), lotsInReach(ctx, 'proyectos.ver')))
    .orderBy(asc(lots.id));
  const seesLegal = scopeOf(ctx, 'legal.ver') !== null;
  const seesBanks = scopeOf(ctx, 'tramites.ver') !== null;
  return found.map(({ id, state, until, reason, waiting, sale, known }) => ({
    id,
    e: state,
    ...(until && { h: until.toISOString() }),
    ...(waiting > 0 && { w: waiting }),
    ...(sale !== null && { v: sale }),
    ...(reason && { m: reason }),
    ...(seesLegal && { l: known.legal }),
    ...(seesBanks && { b: known.bank }),
    ...(known.works !== null && { o: known.works }),
  }));
}
