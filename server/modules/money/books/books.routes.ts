import { Readable } from 'node:stream';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/money/books/endpoints.ts';
import {
  changeJournalFormat,
  createJournalFormat,
  JOURNAL_FILE,
  JournalFileQuery,
  listJournalFormats,
  sampleJournal,
} from '#contract/money/books/formats.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/core.ts';
import { invalid } from '#server/kernel/errors.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { fieldName } from '#server/kernel/zodErrors.ts';
import { findPayables, findReceivables } from './aged.queries.ts';
import { findBanks } from './banks.queries.ts';
import { findHouses } from './houses.queries.ts';
import {
  findBalanceSheet,
  findCashFlow,
  findIncomeStatement,
  findTrialBalance,
} from './statements.queries.ts';
import { findFormats, journalFile, sampleLines, saveFormat } from './journalFile.service.ts';
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
    route(app, api.bankBalances, async (ctx, { query }) => ({ data: await findBanks(ctx, query) }));
    route(app, api.houseMargins, async (ctx, { query }) => {
      const { list, total } = await findHouses(ctx, query);
      const url = urlOf(api.houseMargins, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.taxesDue, async (ctx, { query }) => ({ data: await findTaxes(ctx, query) }));
    route(app, listJournalFormats, async (ctx) => ({ data: await findFormats(ctx) }));
    route(app, createJournalFormat, async (ctx, { body }) => ({ data: await saveFormat(ctx, body) }));
    route(app, changeJournalFormat, async (ctx, { params, body }) => ({
      data: await saveFormat(ctx, body, params.id),
    }));
    route(app, sampleJournal, async (ctx) => ({ data: await sampleLines(ctx) }));
    serveBytes(app, { path: JOURNAL_FILE, access: 'contabilidad.exportar' }, async (ctx, request, reply) => {
      const asked = JournalFileQuery.safeParse(request.query);
      if (!asked.success)
        throw invalid(
          asked.error.issues.map((one) => ({ field: fieldName(one.path), message: one.message })),
        );
      const { desde, hasta } = asked.data;
      const file = await journalFile(ctx, asked.data);
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="diario-${desde}-${hasta}.csv"`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        })
        .send(Readable.from(file));
    });
  },
};
