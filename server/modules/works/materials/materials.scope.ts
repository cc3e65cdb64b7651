import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';

type Asking = Pick<Context, 'staff'>;

/**
 * Row scope of what belongs to a site (a project), for a `where`; todo: all · sus proyectos: sites of the caller's
 * projects · propio: what the caller made. Materials are the office's: contractors see nothing of them.
 */
export function siteInReach(
  ctx: Asking,
  permission: Permission,
  projectId: SQLWrapper,
  madeBy?: SQLWrapper,
): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return sql`false`;
  switch (reach.scope) {
    case 'todo':
      return undefined;
    case 'sus_proyectos':
      return sql`${projectId} = any(${sql.param([...reach.projectIds])})`;
    case 'propio':
      return madeBy ? sql`${madeBy} = ${reach.userId}` : sql`false`;
    default:
      return sql`false`;
  }
}

/** The same rule for a loaded record. */
export function reachesSite(
  ctx: Asking,
  permission: Permission,
  { projectId, madeBy }: { projectId: number; madeBy?: number | null },
): boolean {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return false;
  return (
    reach.scope === 'todo' ||
    (reach.scope === 'sus_proyectos' && reach.projectIds.includes(projectId)) ||
    (reach.scope === 'propio' && madeBy === reach.userId)
  );
}

/** The purchasing office: it works on materials everywhere, so it sees their prices without seeing those of contracts. */
const buysEverywhere = (ctx: Asking) =>
  ctx.staff?.colleague === true && scopeOf(ctx, 'materiales.editar')?.scope === 'todo';

/** Whether the caller sees prices of a site: who sees amounts of its contracts, and the purchasing office. */
export const seesPrices = (ctx: Asking, projectId: number): boolean =>
  buysEverywhere(ctx) || reachesSite(ctx, 'contratos.montos', { projectId });

/** The same as a condition. */
export const pricesInReach = (ctx: Asking, projectId: SQLWrapper): SQL =>
  buysEverywhere(ctx) ? sql`true` : (siteInReach(ctx, 'contratos.montos', projectId) ?? sql`true`);

/** Whether the caller sees the catalog's prices, which belong to no site: who sees prices of some site. */
export const seesCatalogPrices = (ctx: Asking): boolean =>
  buysEverywhere(ctx) || (ctx.staff?.colleague === true && scopeOf(ctx, 'contratos.montos') !== null);

/** Whether the caller buys for a site: quotes and orders, which needs prices. */
export const buysFor = (ctx: Asking, projectId: number): boolean =>
  reachesSite(ctx, 'materiales.editar', { projectId }) && seesPrices(ctx, projectId);
