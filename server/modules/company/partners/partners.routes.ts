import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/company/partners/partnerEndpoints.ts';
import { listContractingParties, listContractors } from '#contract/company/users/lists.endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { warnOfPapers } from './partners.jobs.ts';
import { findPartnerOptions, pageOfPartners } from './partners.queries.ts';
import * as service from './partners.service.ts';

/** Contractors and contracting parties, with the documents that they must keep in force. */
export const partnersModule: Module = {
  name: 'partners',
  jobs: [warnOfPapers],
  records: {
    socio: async (ctx, id) =>
      (ctx.staff?.grants.has('administracion.ver') ?? false) && (await service.isPartner(ctx.db, id)),
  },
  routes(app) {
    route(app, listContractors, async (ctx, { query }) => ({
      data: await findPartnerOptions(ctx, 'contratista', query),
    }));
    route(app, listContractingParties, async (ctx, { query }) => ({
      data: await findPartnerOptions(ctx, 'contratante', query),
    }));
    route(app, api.listPartners, async (ctx, { query }) => {
      const { list, total } = await pageOfPartners(ctx.db, query, panamaDay(ctx.now));
      const url = urlOf(api.listPartners, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.getPartner, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createPartner, async (ctx, { body }) =>
      answer(ctx, await service.createPartner(ctx, body)),
    );
    route(app, api.changePartner, async (ctx, { params, body }) => {
      await service.changePartner(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.archivePartner, async (ctx, { params, body }) => {
      await service.archivePartner(ctx, params.id, true, body.version);
      return answer(ctx, params.id);
    });
    route(app, api.restorePartner, async (ctx, { params, body }) => {
      await service.archivePartner(ctx, params.id, false, body.version);
      return answer(ctx, params.id);
    });
    route(app, api.addPartnerPaper, async (ctx, { params, body }) => {
      await service.addPaper(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.removePartnerPaper, async (ctx, { params }) => {
      await service.removePaper(ctx, params.id, params.paper);
      return answer(ctx, params.id);
    });
  },
};

const answer = async (ctx: Context, id: number) => ({ data: await service.getPartner(ctx, id) });
