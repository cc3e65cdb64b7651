import { urlOf } from '#contract/endpoint.ts';
import { listRecordEntries } from '#contract/company/comments/recordEntries.ts';
import * as api from '#contract/money/ledger/endpoints.ts';
import * as books from '#contract/money/ledger/books.ts';
import * as allocations from '#contract/money/ledger/allocations.ts';
import * as vouchers from '#contract/money/ledger/vouchers.ts';
import { paginate } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { createAllocation, findAllocations, runAllocation } from './allocations.service.ts';
import { changeBook, findBooks, findUnposted } from './books.service.ts';
import { findChart, findLedger, sumsOfLedger } from './chart.queries.ts';
import { entriesOfRecord, findEntries, findEntry } from './journal.queries.ts';
import { booksCompare, booksFollow } from './ledger.jobs.ts';
import { periodTasks, voucherTasks } from './ledger.tasks.ts';
import { changePeriod, findPeriods } from './periods.service.ts';
import { createRule, findRules } from './rules.service.ts';
import { findVoucher, findVouchers } from './vouchers.queries.ts';
import { changeVoucher, changeVoucherState, createVoucher, draftYearEnd } from './vouchers.service.ts';

const seen = (ctx: Context) => ctx.staff?.grants.has('contabilidad.ver') ?? false;

/** The books: written by the records, by rules that are data. */
export const ledgerModule: Module = {
  name: 'ledger',
  jobs: [booksFollow, booksCompare],
  tasks: { comprobante_diario: voucherTasks, periodo_contable: periodTasks },
  records: {
    asiento: async (ctx, id) => seen(ctx) && (await findEntry(ctx, id)) !== undefined,
    comprobante_diario: async (ctx, id) => seen(ctx) && (await findVoucher(ctx, id)) !== undefined,
  },
  routes(app) {
    route(app, api.listEntries, async (ctx, { query }) => {
      const { list, total } = await findEntries(ctx, query);
      const url = urlOf(api.listEntries, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.getEntry, async (ctx, { params }) => {
      const data = await findEntry(ctx, params.id);
      if (!data) throw notFound();
      return { data };
    });
    route(app, listRecordEntries, async (ctx, { params }) => ({
      data: await entriesOfRecord(ctx, params.record, params.id),
    }));
    route(app, api.listChart, async (ctx, { query }) => ({ data: await findChart(ctx, query) }));
    route(app, api.listLedger, async (ctx, { query }) => {
      const { list, total } = await findLedger(ctx, query);
      const url = urlOf(api.listLedger, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.sumLedger, async (ctx, { query }) => ({ data: await sumsOfLedger(ctx, query) }));

    route(app, books.listBooks, async (ctx) => ({ data: await findBooks(ctx) }));
    route(app, books.changeBook, async (ctx, { params, body }) => ({
      data: await changeBook(ctx, params.id, body.opens_on),
    }));
    route(app, books.listPeriods, async (ctx, { query }) => ({
      data: await findPeriods(ctx, query.libro_id, query.anio),
    }));
    route(app, books.changePeriodStatus, async (ctx, { params, body }) => ({
      data: await changePeriod(ctx, params.id, params.period, body.params),
    }));
    route(app, books.listUnposted, async (ctx, { query }) => {
      const { list, total } = await findUnposted(ctx, query);
      const url = urlOf(books.listUnposted, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, books.compareAll, async (ctx) => {
      await ctx.jobs.send(ctx.db, booksCompare, {}, { key: 'comparar' });
      return { data: { queued: true as const } };
    });
    route(app, books.listRules, async (ctx) => ({ data: await findRules(ctx) }));
    route(app, books.createRule, async (ctx, { body }) => {
      await createRule(ctx, body);
      return { data: await findRules(ctx) };
    });

    route(app, allocations.listAllocations, async (ctx) => ({ data: await findAllocations(ctx) }));
    route(app, allocations.createAllocation, async (ctx, { body }) => {
      await createAllocation(ctx, body);
      return { data: await findAllocations(ctx) };
    });
    route(app, allocations.runAllocation, async (ctx, { params, body }) =>
      answer(ctx, await runAllocation(ctx, params.id, body.period)),
    );

    route(app, vouchers.listVouchers, async (ctx, { query }) => {
      const { list, total } = await findVouchers(ctx, query);
      const url = urlOf(vouchers.listVouchers, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, vouchers.getVoucher, (ctx, { params }) => answer(ctx, params.id));
    route(app, vouchers.createVoucher, async (ctx, { body }) => answer(ctx, await createVoucher(ctx, body)));
    route(app, vouchers.changeVoucher, async (ctx, { params, body }) => {
      await changeVoucher(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, vouchers.changeVoucherStatus, async (ctx, { params, body }) => {
      await changeVoucherState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, vouchers.draftYearEnd, async (ctx, { body }) =>
      answer(ctx, await draftYearEnd(ctx, body.book_id, body.year)),
    );
  },
};

async function answer(ctx: Context, id: number) {
  const data = await findVoucher(ctx, id);
  if (!data) throw notFound();
  return { data };
}
