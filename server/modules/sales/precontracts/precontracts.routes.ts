import { convertProspect } from './fromProspect.service.ts';
import { convertQuote } from './fromQuote.service.ts';
import { expireClaim, sweepClaims } from './expiry.jobs.ts';
import { extendSeparation } from './extension.service.ts';
import { vouchFor } from './confirm.service.ts';
import { actionsOfCustomer, addCustomerAction } from './customerActions.service.ts';
import * as board from '#contract/sales/board/boardEndpoints.ts';
import * as quotes from '#contract/sales/quotes/endpoints.ts';
import * as prospects from '#contract/sales/prospects/endpoints.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/sales/sale/endpoints.ts';
import { scopeOf } from '#server/kernel/context.ts';
import { forbidden, notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { changeSaleForm, createSale } from './edit.service.ts';
import { sendLink, setAdviser, setLot, setProcessor, setLawyer } from './handover.service.ts';
import { buyersRoutes } from './buyersChange.routes.ts';
import { countDesk, saleTasks } from './precontracts.tasks.ts';
import { historyOf } from './precontracts.history.ts';
import { forCaller } from './filter.service.ts';
import { warnOfEnd } from './precontracts.jobs.ts';
import { allSales, listSales } from './list.service.ts';
import { answerSale as answer } from './answer.service.ts';
import { presentList } from './present.service.ts';
import { saleInReach, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { changeSaleState } from './precontracts.service.ts';

/** Pre-contracts in the office, from the draft to the complete file and later. */
export const precontractsModule: Module = {
  name: 'sales',
  jobs: [warnOfEnd, expireClaim, sweepClaims],
  counters: { sales: countDesk },
  tasks: { venta: saleTasks },
  records: { precontrato: (ctx, id) => saleInReach(ctx, 'ventas.ver', id) },
  routes(app) {
    route(app, api.listSales, async (ctx, { query }) => {
      const reach = scopeOf(ctx, 'ventas.ver');
      if (!reach) throw forbidden();
      const { found, states } = await listSales(ctx.db, forCaller(ctx, query), reach);
      const asked = query.estado_id;
      const total = states
        .filter(({ stateId }) => !asked || asked.includes(stateId))
        .reduce((sum, one) => sum + one.total, 0);
      return {
        data: await presentList(ctx.db, found),
        meta: {
          pagination: paginate(query, found.length, total, urlOf(api.listSales, { query: asAsked(query) })),
          states: states.map(({ stateId, total }) => ({ state_id: stateId, total })),
        },
      };
    });
    exportBatches(api.listSales, async function* (ctx, { query }) {
      const reach = scopeOf(ctx, 'ventas.ver');
      if (!reach) throw forbidden();
      for await (const found of allSales(ctx.db, forCaller(ctx, query), reach))
        yield presentList(ctx.db, found);
    });
    route(app, api.getSale, (ctx, { params }) => answer(ctx, params.id, salesInReach(ctx, 'ventas.ver')));
    route(app, api.createSale, async (ctx, { body }) => answer(ctx, await createSale(ctx, body)));
    route(app, api.changeSale, async (ctx, { params, body }) => {
      await changeSaleForm(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeSaleStatus, async (ctx, { params, body }) => {
      await changeSaleState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.setSaleLot, async (ctx, { params, body }) => {
      await setLot(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.setSaleProcessor, async (ctx, { params, body }) => {
      await setProcessor(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.setSaleAdviser, async (ctx, { params, body }) => {
      await setAdviser(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.setSaleLawyer, async (ctx, { params, body }) => {
      await setLawyer(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.sendSaleLink, async (ctx, { params }) => {
      await sendLink(ctx, params.id);
      return { success: 'Enlace enviado al correo del cliente.' };
    });
    route(app, api.saleHistory, async (ctx, { params }) => {
      const data = await historyOf(ctx, params.id);
      if (!data) throw notFound();
      return { data };
    });
    route(app, board.listCustomerActions, async (ctx, { params }) => ({
      data: await actionsOfCustomer(ctx, params.id),
    }));
    route(app, board.addCustomerAction, async (ctx, { params, body }) => ({
      data: await addCustomerAction(ctx, params.id, body),
    }));
    route(app, board.vouchForBuyer, async (ctx, { params, body }) => {
      await vouchFor(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, board.extendSeparation, async (ctx, { params, body }) => {
      await extendSeparation(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, quotes.convertQuote, async (ctx, { params, body }) => ({
      data: { sale_id: await convertQuote(ctx, params.id, body.version) },
    }));
    route(app, prospects.convertProspect, async (ctx, { params, body }) => ({
      data: { sale_id: await convertProspect(ctx, params.id, body) },
    }));
    buyersRoutes(app);
  },
};

const asAsked = ({ mias, ...query }: { mias?: boolean | undefined }) => ({
  ...query,
  ...(mias !== undefined && { mias: mias ? '1' : '0' }),
});
