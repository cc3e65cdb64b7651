import { writingStatus } from '#contract/company/catalogs/legalLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import * as days from '#contract/legal/deeds/days.ts';
import * as api from '#contract/legal/deeds/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import type { Permission } from '#contract/access.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { deedsNight } from './deeds.jobs.ts';
import { deedKnown, planKnown, promiseSignedKnown } from './deeds.known.ts';
import { presentDeed, presentDeeds } from './deeds.present.ts';
import { allDeeds, findBoard, findDeed, findDeeds, findDeedsOfSale } from './deeds.queries.ts';
import { deedsInReach } from './deeds.scope.ts';
import * as service from './deeds.service.ts';
import { deedTasks } from './deeds.tasks.ts';
import { recordCertificate, recordTax } from './deedPapers.service.ts';
import { changeDays, presentDays } from './days.service.ts';
import { addRate, changeRate, presentRates } from './rates.service.ts';

/** Deeds: signed at the notary, followed here through taxes and the registry. */
export const deedsModule: Module = {
  name: 'deeds',
  jobs: [deedsNight],
  records: {
    escritura: async (ctx, id) => (await findDeed(ctx.db, id, deedsInReach(ctx, 'legal.ver'))) !== undefined,
  },
  knows: {
    precontrato: { deed: deedKnown, promiseSigned: promiseSignedKnown },
    'lote en plano': { legal: planKnown },
  },
  followers: [service.saleFollower],
  tasks: { escritura: deedTasks },
  counters: { deeds: counterOf(deedTasks) },
  routes(app) {
    route(app, api.listDeeds, async (ctx, { query }) => {
      const { found, total } = await findDeeds(ctx.db, query, asking(ctx));
      const url = urlOf(api.listDeeds, { query });
      return {
        data: await presentDeeds(ctx, found),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    exportBatches(api.listDeeds, async function* (ctx, { query }) {
      for await (const found of allDeeds(ctx.db, query, asking(ctx))) yield presentDeeds(ctx, found);
    });
    route(app, api.deedBoard, async (ctx, { query }) => {
      const states = await catalogLabels(ctx.db, writingStatus);
      const data = [];
      for (const { stateId, total, found } of await findBoard(ctx.db, query, asking(ctx)))
        data.push({
          state: { id: stateId, name: states.get(stateId) ?? '' },
          total,
          rows: await presentDeeds(ctx, found),
        });
      return { data };
    });
    route(app, days.listDeedDays, async (ctx) => ({ data: await presentDays(ctx) }));
    route(app, days.changeDeedDays, async (ctx, { params, body }) => {
      await changeDays(ctx, params.estado, body);
      return { data: await presentDays(ctx) };
    });
    route(app, api.listDeedRates, async (ctx) => ({ data: await presentRates(ctx.db) }));
    route(app, api.addDeedRate, async (ctx, { body }) => ({ data: await addRate(ctx, body) }));
    route(app, api.changeDeedRate, async (ctx, { params, body }) => ({
      data: await changeRate(ctx, params.id, body),
    }));
    route(app, api.getDeed, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.deedsOfSale, async (ctx, { params }) => {
      const sale = await row<{ stateId: number }>(
        ctx.db,
        sql`select s.state_id "stateId" from sales s where s.id = ${params.id} and ${deedsInReach(ctx, 'legal.ver')}`,
      );
      if (!sale) throw notFound();
      const found = await findDeedsOfSale(ctx.db, params.id, sql`true`);
      const open = found.some(({ stateId }) => stateId !== DEED.voided);
      return {
        data: {
          deeds: await presentDeeds(ctx, found),
          why_not_open: open
            ? 'Esta venta ya tiene una escritura abierta.'
            : service.whyNotOpen(sale.stateId),
        },
      };
    });
    route(app, api.openDeed, async (ctx, { body }) =>
      answer(ctx, await service.openDeed(ctx, body.venta_id)),
    );
    const change =
      <Input extends { params: { id: number } }>(
        act: (ctx: Context, id: number, input: Input) => Promise<void>,
      ) =>
      async (ctx: Context, input: Input) => {
        await act(ctx, input.params.id, input);
        return answer(ctx, input.params.id);
      };
    route(
      app,
      api.changeDeedStatus,
      change((ctx, id, { body }) => service.changeDeedState(ctx, id, body.params)),
    );
    route(
      app,
      api.changeDeed,
      change((ctx, id, { body }) => service.changeDeed(ctx, id, body)),
    );
    route(
      app,
      api.payDeedTax,
      change((ctx, id, { body }) => recordTax(ctx, id, body)),
    );
    route(
      app,
      api.fileCertificate,
      change((ctx, id, { body }) => recordCertificate(ctx, id, body)),
    );
    route(
      app,
      api.askVoidDeed,
      change((ctx, id, { body }) => service.askVoid(ctx, id, body)),
    );
    route(
      app,
      api.dropVoidDeed,
      change((ctx, id) => service.dropVoid(ctx, id)),
    );
  },
};

const asking = (ctx: Context, permission: Permission = 'legal.ver') => ({
  reach: deedsInReach(ctx, permission),
  userId: staffOf(ctx).userId,
  now: ctx.now,
});

/** One deed as the caller sees it. Raises 404. */
async function answer(ctx: Context, id: number) {
  const found = await findDeed(ctx.db, id, deedsInReach(ctx, 'legal.ver'));
  if (!found) throw notFound();
  return { data: await presentDeed(ctx, found) };
}
