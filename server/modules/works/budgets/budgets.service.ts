import { and, eq, isNull } from 'drizzle-orm';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import type { BudgetForm } from '#contract/works/budgets/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { budgetLines } from './budgets.table.ts';

/**
 * Replaces the own lines of a project's common works, of each house of a model, or of one house. Raises 422 at its field;
 * only who sees amounts in the project may.
 */
export async function setBudget(ctx: Context, form: BudgetForm): Promise<void> {
  const { proyecto_id: projectId, vivienda_id: houseId, modelo_id: modelId, lines } = form;
  const may =
    (await projectInReach(ctx, projectId, 'contratos.crear')) &&
    (await projectInReach(ctx, projectId, 'contratos.montos'));
  if (!may) throw invalid([{ field: 'proyecto_id', message: 'Elige uno de tus proyectos.' }]);
  if (houseId !== null) {
    const found = await ctx.db.$count(houses, and(eq(houses.id, houseId), eq(houses.projectId, projectId)));
    if (found === 0)
      throw invalid([{ field: 'vivienda_id', message: 'Elige una vivienda de este proyecto.' }]);
  }
  if (modelId !== null) {
    const found = await ctx.db.$count(
      houseModels,
      and(eq(houseModels.id, modelId), eq(houseModels.projectId, projectId)),
    );
    if (found === 0) throw invalid([{ field: 'modelo_id', message: 'Elige un modelo de este proyecto.' }]);
  }
  // One writer at a time for a project: the lines are replaced as a whole.
  await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('no key update');
  const own = and(
    eq(budgetLines.projectId, projectId),
    houseId === null ? isNull(budgetLines.houseId) : eq(budgetLines.houseId, houseId),
    modelId === null ? isNull(budgetLines.modelId) : eq(budgetLines.modelId, modelId),
  );
  const before = new Set(
    (await ctx.db.select({ code: budgetLines.costCodeId }).from(budgetLines).where(own)).map(
      ({ code }) => code,
    ),
  );
  const offered = new Set((await catalogOptions(ctx.db, costCodes)).map(({ id }) => id));
  const faults = lines.flatMap(({ cost_code_id }, at) =>
    offered.has(cost_code_id) || before.has(cost_code_id)
      ? []
      : [{ field: `lines[${at}][cost_code_id]`, message: 'Elige uno de los códigos de costo.' }],
  );
  if (faults.length > 0) throw invalid(faults);
  await ctx.db.delete(budgetLines).where(own);
  if (lines.length > 0)
    await ctx.db.insert(budgetLines).values(
      lines.map((line) => ({
        projectId,
        modelId,
        houseId,
        costCodeId: line.cost_code_id,
        amountCents: line.amount_centavos,
        changedBy: staffOf(ctx).userId,
        changedAt: ctx.now,
      })),
    );
  await announce(ctx, { record: 'presupuesto', id: projectId, verb: 'cambiar', of: ['proyecto', projectId] });
  await audit(ctx, 'cambiar', 'presupuesto', projectId, {
    houseId,
    modelId,
    cents: lines.reduce((sum, { amount_centavos }) => sum + amount_centavos, 0),
  });
}
