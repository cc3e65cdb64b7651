import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/money/invoices/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import {
  answerAdvance,
  changeAdvanceState,
  createAdvance,
  mayOpenAdvance,
  pageOfAdvances,
} from './advances.service.ts';
import { attachDocuments, readInvoiceXml } from './documents.service.ts';
import { followAccount } from './following.service.ts';
import { answerInvoice, mayOpenInvoice, pageOfInvoices, sumsOfInvoices } from './invoices.queries.ts';
import { invoicePostings } from './invoices.postings.ts';
import { changeInvoice, changeInvoiceState, createInvoice } from './invoices.service.ts';
import { invoiceTasks } from './invoices.tasks.ts';
import { companiesOf, openOf, payees } from './options.queries.ts';
import { settleInvoice } from './settle.service.ts';

/** Invoices and credit notes of suppliers and contractors, and advances to suppliers. */
export const invoicesModule: Module = {
  name: 'invoices',
  records: { factura_proveedor: mayOpenInvoice, anticipo_proveedor: mayOpenAdvance },
  tasks: { factura_proveedor: invoiceTasks },
  postings: [invoicePostings],
  followers: [{ record: 'cuenta_obra', follow: followAccount }],
  routes(app) {
    route(app, api.listInvoices, async (ctx, { query }) => {
      const { list, total } = await pageOfInvoices(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listInvoices, { query })) },
      };
    });
    route(app, api.sumInvoices, async (ctx, { query }) => ({ data: await sumsOfInvoices(ctx, query) }));
    route(app, api.findInvoice, async (ctx, { params }) => ({ data: await answerInvoice(ctx, params.id) }));
    route(app, api.createInvoice, async (ctx, { body }) => ({
      data: await answerInvoice(ctx, await createInvoice(ctx, body)),
    }));
    route(app, api.changeInvoice, async (ctx, { params, body }) => {
      await changeInvoice(ctx, params.id, body);
      return { data: await answerInvoice(ctx, params.id) };
    });
    route(app, api.changeInvoiceStatus, async (ctx, { params, body }) => {
      await changeInvoiceState(ctx, params.id, body.params);
      return { data: await answerInvoice(ctx, params.id) };
    });
    route(app, api.attachInvoice, async (ctx, { params }) => {
      await attachDocuments(ctx, params.id);
      return { data: await answerInvoice(ctx, params.id) };
    });
    route(app, api.readInvoice, async (ctx) => ({ data: await readInvoiceXml(ctx) }));
    route(app, api.settleInvoice, async (ctx, { params, body }) => {
      await settleInvoice(ctx, params.id, body);
      return { data: await answerInvoice(ctx, params.id) };
    });
    route(app, api.listPayees, async (ctx) => ({ data: await payees(ctx) }));
    route(app, api.listCompanies, async (ctx) => ({ data: await companiesOf(ctx) }));
    route(app, api.openOfSupplier, async (ctx, { params }) => ({ data: await openOf(ctx, params.id) }));
    route(app, api.listAdvances, async (ctx, { query }) => {
      const { list, total } = await pageOfAdvances(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listAdvances, { query })) },
      };
    });
    route(app, api.findAdvance, async (ctx, { params }) => ({ data: await answerAdvance(ctx, params.id) }));
    route(app, api.createAdvance, async (ctx, { body }) => ({
      data: await answerAdvance(ctx, await createAdvance(ctx, body)),
    }));
    route(app, api.changeAdvanceStatus, async (ctx, { params, body }) => {
      await changeAdvanceState(ctx, params.id, body.params);
      return { data: await answerAdvance(ctx, params.id) };
    });
  },
};
