import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/money/books/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { findPayables, findReceivables } from './aged.queries.ts';
import { findHouses } from './houses.queries.ts';
import {
  findBalanceSheet,
  findCashFlow,
  findIncomeStatement,
  findTrialBalance,
} from './statements.queries.ts';
import { findTaxes } from './taxes.queries.ts';

/** What the books say: financial statements at any date, read from the journal. */
export const booksModule: Module = {
  name: 'books',
  routes(app) {
    route(app, api.trialBalance, async (ctx, { query }) => ({ data: await findTrialBalance(ctx, query) }));
    route(app, api.balanceSheet, async (ctx, { query }) => ({ data: await findBalanceSheet(ctx, query) }));
    route(app, api.incomeStatement, async (ctx, { query }) => ({
      data: await findIncomeStatement(ctx, query),
    }));
    route(app, api.cashFlow, async (ctx, { query }) => ({ data: await findCashFlow(ctx, query) }));
    route(app, api.agedReceivables, async (ctx, { query }) => ({ data: await findReceivables(ctx, query) }));
    route(app, api.agedPayables, async (ctx, { query }) => ({ data: await findPayables(ctx, query) }));
    route(app, api.houseMargins, async (ctx, { query }) => {
      const { list, total } = await findHouses(ctx, query);
      const url = urlOf(api.houseMargins, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.taxesDue, async (ctx, { query }) => ({ data: await findTaxes(ctx, query) }));
  },
};
