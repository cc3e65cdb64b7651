import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/banking/bankData/bankData.endpoints.ts';
import { bankDataPage } from '#contract/banking/bankData/bankData.pages.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/house.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { customerBankData } from './bankData.customer.ts';
import { importCsv } from './bankData.import.ts';
import { presentRow, showBankData } from './bankData.present.ts';
import { findBankData } from './reading.service.ts';
import { sendBankData } from './bankData.service.ts';
import { changePageState } from './bankData.states.ts';

export const bankDataModule: Module = {
  name: 'bankData',
  routes(app) {
    servePage(app, bankDataPage, (ctx, { params, query }) => customerBankData(ctx, params.codigo, query));
    route(app, api.sendBankData, (ctx, { body }) => sendBankData(ctx, body));
    route(app, api.importBankDataCsv, async (ctx, { params, body }) => ({
      data: await importCsv(ctx, params.codigo, body.confirmar === '1'),
    }));
    route(app, api.changeBankDataPage, async (ctx, { params, body }) => ({
      data: await changePageState(ctx, { ...params, body }),
    }));
    route(app, api.getBankData, async (ctx, { params }) => ({
      data: await showBankData(ctx, params.codigo),
    }));
    route(app, api.listBankData, async (ctx, { query }) => {
      const { found, total } = await findBankData(ctx.db, query, salesInReach(ctx, 'tramites.ver'));
      const url = urlOf(api.listBankData, { query });
      return { data: found.map(presentRow), meta: { pagination: paginate(query, found.length, total, url) } };
    });
  },
};
