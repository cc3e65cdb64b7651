import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { paginate } from '#contract/paging.ts';
import * as asked from '#contract/works/purchasing/asked.ts';
import * as api from '#contract/works/purchasing/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { askedRequests, askMaterials, housesToAskFor } from './asked.service.ts';
import { dispatchOrder, receiveOrder, returnToSupplier } from './delivery.service.ts';
import { orderPaper } from './orderPaper.service.ts';
import { answerOrder, fieldOrders, mayOpenOrder, pageOfOrders, sumsOfOrders } from './orders.queries.ts';
import { changeOrderState, createOrder } from './orders.service.ts';
import { purchasingNight } from './purchasing.jobs.ts';
import { orderTasks, requestTasks } from './purchasing.tasks.ts';
import { addQuotation, changeQuotation, removeQuotation, supplierOptions } from './quotations.service.ts';
import { boardOfRequests } from './requestBoard.queries.ts';
import { answerRequest, mayOpenRequest, pageOfRequests } from './requests.queries.ts';
import { changeRequest, changeRequestState, createRequest } from './requests.service.ts';

const Params = z.object({ id: Id });

/** Material requests, suppliers' quotations, purchase orders, and what arrives of them. */
export const purchasingModule: Module = {
  name: 'purchasing',
  records: { solicitud_material: mayOpenRequest, orden_compra: mayOpenOrder },
  tasks: { solicitud_material: requestTasks, orden_compra: orderTasks },
  counters: { materials: counterOf(requestTasks) },
  jobs: [purchasingNight],
  routes(app) {
    route(app, api.listRequests, async (ctx, { query }) => {
      const { list, total } = await pageOfRequests(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listRequests, { query })) },
      };
    });
    route(app, api.requestBoard, async (ctx, { query }) => ({ data: await boardOfRequests(ctx, query) }));
    route(app, api.findRequest, async (ctx, { params }) => ({ data: await answerRequest(ctx, params.id) }));
    route(app, api.createRequest, async (ctx, { body }) => ({
      data: await answerRequest(ctx, await createRequest(ctx, body)),
    }));
    route(app, api.changeRequest, async (ctx, { params, body }) => {
      await changeRequest(ctx, params.id, body);
      return { data: await answerRequest(ctx, params.id) };
    });
    route(app, api.changeRequestStatus, async (ctx, { params, body }) => {
      await changeRequestState(ctx, params.id, body.params);
      return { data: await answerRequest(ctx, params.id) };
    });
    route(app, asked.listAsked, async (ctx) => ({ data: await askedRequests(ctx) }));
    route(app, asked.listAskedHouses, async (ctx) => ({ data: await housesToAskFor(ctx) }));
    route(app, asked.askMaterials, async (ctx, { body }) => ({ data: await askMaterials(ctx, body) }));
    route(app, api.addQuotation, async (ctx, { params, body }) => {
      await addQuotation(ctx, params.id, body);
      return { data: await answerRequest(ctx, params.id) };
    });
    route(app, api.changeQuotation, async (ctx, { params, body }) => ({
      data: await answerRequest(ctx, await changeQuotation(ctx, params.id, body)),
    }));
    route(app, api.removeQuotation, async (ctx, { params }) => ({
      data: await answerRequest(ctx, await removeQuotation(ctx, params.id)),
    }));
    route(app, api.createOrder, async (ctx, { params, body }) => ({
      data: await answerOrder(ctx, await createOrder(ctx, params.id, body)),
    }));
    route(app, api.listSuppliers, async (ctx) => ({ data: await supplierOptions(ctx) }));
    route(app, api.listOrders, async (ctx, { query }) => {
      const { list, total } = await pageOfOrders(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listOrders, { query })) },
      };
    });
    route(app, api.sumOrders, async (ctx, { query }) => ({ data: await sumsOfOrders(ctx, query) }));
    route(app, api.listFieldOrders, async (ctx) => ({ data: await fieldOrders(ctx) }));
    route(app, api.findOrder, async (ctx, { params }) => ({ data: await answerOrder(ctx, params.id) }));
    route(app, api.changeOrderStatus, async (ctx, { params, body }) => {
      await changeOrderState(ctx, params.id, body.params);
      return { data: await answerOrder(ctx, params.id) };
    });
    route(app, api.dispatchOrder, async (ctx, { params, body }) => {
      await dispatchOrder(ctx, params.id, body);
      return { data: await answerOrder(ctx, params.id) };
    });
    route(app, api.receiveOrder, async (ctx, { params, body }) => {
      await receiveOrder(ctx, params.id, body);
      return { data: await answerOrder(ctx, params.id) };
    });
    route(app, api.returnToSupplier, async (ctx, { params, body }) => {
      await returnToSupplier(ctx, params.id, body);
      return { data: await answerOrder(ctx, params.id) };
    });
    serveBytes(app, { path: api.ORDER_PDF, access: 'materiales.ver' }, async (ctx, request, reply) => {
      const params = Params.safeParse(request.params);
      if (!params.success) throw notFound();
      const paper = await orderPaper(ctx, params.data.id);
      await audit(ctx, 'leer', 'orden_compra', params.data.id, { name: paper.name });
      return sendPaper(reply, paper);
    });
  },
};
