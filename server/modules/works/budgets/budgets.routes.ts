import { getBudget, setBudget as setBudgetEndpoint } from '#contract/works/budgets/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { notFound } from '#server/kernel/errors.ts';
import { route } from '#server/kernel/route.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { budgetOf } from './budgets.queries.ts';
import { setBudget } from './budgets.service.ts';

/** Budgets of works by cost code, beside what is committed, certified and paid. */
export const budgetsModule: Module = {
  name: 'budgets',
  records: {
    presupuesto: (ctx, id) => projectInReach(ctx, id, 'contratos.montos'),
  },
  routes(app) {
    route(app, getBudget, async (ctx, { query }) => {
      // A contractor sees amounts of its contracts alone, never a budget.
      if (!ctx.staff?.colleague || !(await projectInReach(ctx, query.proyecto_id, 'contratos.montos')))
        throw notFound();
      return { data: await budgetOf(ctx, query) };
    });
    route(app, setBudgetEndpoint, async (ctx, { body }) => {
      await setBudget(ctx, body);
      return {
        data: await budgetOf(ctx, {
          proyecto_id: body.proyecto_id,
          vivienda_id: body.vivienda_id ?? undefined,
          modelo_id: body.modelo_id ?? undefined,
        }),
      };
    });
  },
};
