import * as api from '#contract/banking/disbursements/disbursements.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { findDisbursements, sumsOfDisbursements } from './disbursements.list.ts';
import { askedKnown, disbursementKnown } from './disbursements.known.ts';
import { askDisbursement, confirmBankMoney } from './disbursements.service.ts';

export const disbursementsModule: Module = {
  name: 'disbursements',
  knows: {
    precontrato: { disbursementAsked: askedKnown },
    solicitud: { disbursement: disbursementKnown },
  },
  routes(app) {
    route(app, api.listDisbursements, async (ctx, { query }) => {
      const { data, total } = await findDisbursements(ctx, query, salesInReach(ctx, 'tramites.ver'));
      const url = urlOf(api.listDisbursements, { query });
      return { data, meta: { pagination: paginate(query, data.length, total, url) } };
    });
    route(app, api.sumDisbursements, async (ctx, { query }) => ({
      data: await sumsOfDisbursements(ctx, query, salesInReach(ctx, 'tramites.ver')),
    }));
    route(app, api.requestDisbursement, async (ctx, { params, body }) => ({
      data: await askDisbursement(ctx, params.id, body),
    }));
    route(app, api.confirmDisbursement, async (ctx, { params, body }) => ({
      data: await confirmBankMoney(ctx, params.id, body),
    }));
  },
};
