import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/projects/interest/endpoints.ts';
import { offsetOf, paginate } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { addCost, addRule, endRule, reviseCost, reviseRule } from './change.service.ts';
import { pageOfCosts, pageOfRuleChanges, pageOfRules } from './interest.queries.ts';
import { costsFrom, lendingLimits, rulesFrom } from './interest.service.ts';

const ONE = { which: 'todas', limit: 1, offset: 0 } as const;

async function presentRule(ctx: Context, id: number) {
  const { list } = await pageOfRules(ctx, { ...ONE, id });
  if (!list[0]) throw notFound();
  return { data: list[0] };
}
async function presentCost(ctx: Context, id: number) {
  const { list } = await pageOfCosts(ctx, { ...ONE, id });
  if (!list[0]) throw notFound();
  return { data: list[0] };
}

/** Initial values of the calculator: the terms of the first listed project. */
const firstTerms = (ctx: Context) =>
  row<{ rate: number; down: number; months: number }>(
    ctx.db,
    sql`select rate_percent::float8 rate, down_payment_percent::float8 down, term_months months from projects
      where archived_at is null order by published desc, id limit 1`,
  );

export const interestModule: Module = {
  name: 'interest',
  routes(app) {
    route(app, api.listInterestRules, async (ctx, { query }) => {
      const { list, total } = await pageOfRules(ctx, {
        ...query,
        which: query.ver,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      const url = urlOf(api.listInterestRules, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.addInterestRule, async (ctx, { body }) => presentRule(ctx, await addRule(ctx, body)));
    route(app, api.reviseInterestRule, async (ctx, { params, body }) =>
      presentRule(ctx, await reviseRule(ctx, params.id, body)),
    );
    route(app, api.endInterestRule, async (ctx, { params, body }) =>
      presentRule(ctx, await endRule(ctx, params.id, body)),
    );
    route(app, api.listRuleChanges, async (ctx, { query }) => {
      const { list, total } = await pageOfRuleChanges(ctx, {
        ...query,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      const url = urlOf(api.listRuleChanges, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.listCosts, async (ctx, { query }) => {
      const { list, total } = await pageOfCosts(ctx, {
        ...query,
        which: query.ver,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      const url = urlOf(api.listCosts, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.addCost, async (ctx, { body }) => presentCost(ctx, await addCost(ctx, body)));
    route(app, api.reviseCost, async (ctx, { params, body }) =>
      presentCost(ctx, await reviseCost(ctx, params.id, body)),
    );
    route(app, api.interestToday, async (ctx) => {
      const date = panamaDay(ctx.now);
      const [rules, costs, limits, terms] = await Promise.all([
        rulesFrom(ctx.db, '2000-01-01'),
        costsFrom(ctx.db, date),
        lendingLimits(ctx.db),
        firstTerms(ctx),
      ]);
      return {
        data: {
          date,
          rules,
          // The costs of a project are only for its quotes.
          costs: costs.filter(({ project_id }) => project_id === null),
          limits,
          rate_percent: terms?.rate ?? 6,
          down_payment_percent: terms?.down ?? 5,
          term_months: terms?.months ?? 360,
        },
      };
    });
  },
};
