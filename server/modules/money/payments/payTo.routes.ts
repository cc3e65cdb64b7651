import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { listLinkedAccounts, listProjectBankAccounts } from '#contract/projects/bankAccounts/endpoints.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { route } from '#server/kernel/route.ts';
import { presentLinked } from '#server/modules/projects/bankAccounts/projectAccounts.service.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/**
 * The bank accounts that a project's buyers pay to. Only users who handle the project's payments see the full numbers.
 */
export function payToRoutes(app: FastifyInstance): void {
  route(app, listProjectBankAccounts, async (ctx, { params }) => {
    if (!(await paysIn(ctx, params.projectId))) throw notFound();
    return { data: await presentLinked(ctx, params.projectId, { archived: false, whole: true }) };
  });
  route(app, listLinkedAccounts, async (ctx, { params }) => {
    if (!(await projectInReach(ctx, params.id, 'proyectos.ver'))) throw notFound();
    const whole = scopeOf(ctx, 'contabilidad.ver') !== null || (await paysIn(ctx, params.id));
    return { data: await presentLinked(ctx, params.id, { archived: true, whole }) };
  });
}

/** Whether the caller handles payments of a project: a project in scope, or one with a sale in scope. */
async function paysIn(ctx: Context, projectId: number): Promise<boolean> {
  const reach = scopeOf(ctx, 'pagos.ver');
  const known = await ctx.db.$count(projects, eq(projects.id, projectId));
  if (!reach || known === 0) return false;
  if (reach.scope === 'todo' || reach.projectIds.includes(projectId)) return true;
  const own = await ctx.db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.projectId, projectId), salesInReach(ctx, 'pagos.ver')))
    .limit(1);
  return own.length > 0;
}
