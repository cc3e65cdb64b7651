import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import * as api from '#contract/money/issuedInvoices/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper, type Paper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { sendText } from '#server/modules/money/paymentBatches/textFile.service.ts';
import { cafePaper, issuedXml } from './cafe.service.ts';
import { issuedInvoicesJobs } from './issuedInvoices.jobs.ts';
import { issuedPostings } from './issuedInvoices.postings.ts';
import {
  answerIssued,
  issuedTasks,
  mayOpenIssued,
  pageOfIssued,
  sumsOfIssued,
} from './issuedInvoices.queries.ts';
import * as service from './issuedInvoices.service.ts';
import { pacOf } from './pac.client.ts';
import { answerSeries, changeSeries, createSeries, findSeries } from './series.service.ts';

const Params = z.object({ id: Id });
const answer = async (ctx: Context, id: number) => ({ data: await answerIssued(ctx, id) });

/** Reading a fiscal document is audited, as other papers are. */
const read = (of: (ctx: Context, id: number) => Promise<Paper>) => async (ctx: Context, params: unknown) => {
  const parsed = Params.safeParse(params);
  if (!parsed.success) throw notFound();
  const paper = await of(ctx, parsed.data.id);
  await audit(ctx, 'leer', 'factura_emitida', parsed.data.id, { name: paper.name });
  return paper;
};

/** Electronic invoices that the companies of the group issue through an authorized provider. */
export const issuedInvoicesModule: Module = {
  name: 'issuedInvoices',
  jobs: issuedInvoicesJobs,
  records: { factura_emitida: mayOpenIssued },
  tasks: { factura_emitida: issuedTasks },
  postings: [issuedPostings],
  routes(app) {
    route(app, api.listIssued, async (ctx, { query }) => {
      const { list, total } = await pageOfIssued(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listIssued, { query })) },
      };
    });
    route(app, api.sumIssued, async (ctx, { query }) => ({ data: await sumsOfIssued(ctx, query) }));
    route(app, api.findIssued, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createIssued, async (ctx, { body }) => answer(ctx, await service.createIssued(ctx, body)));
    route(app, api.changeReceiver, async (ctx, { params, body }) => {
      await service.changeReceiver(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeIssuedStatus, async (ctx, { params, body }) => {
      await service.changeIssuedState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.creditIssued, async (ctx, { params, body }) =>
      answer(ctx, await service.creditIssued(ctx, params.id, body.reason)),
    );
    route(app, api.listSeries, async (ctx) => ({
      data: { provider: pacOf(ctx.config) !== undefined, series: await findSeries(ctx) },
    }));
    route(app, api.createSeries, async (ctx, { body }) => ({
      data: await answerSeries(ctx, await createSeries(ctx, body)),
    }));
    route(app, api.changeSeries, async (ctx, { params, body }) => {
      await changeSeries(ctx, params.id, body);
      return { data: await answerSeries(ctx, params.id) };
    });
    serveBytes(app, { path: api.CAFE_PAPER, access: 'contabilidad.ver' }, async (ctx, request, reply) =>
      sendPaper(reply, await read(cafePaper)(ctx, request.params)),
    );
    serveBytes(app, { path: api.ISSUED_XML, access: 'contabilidad.ver' }, async (ctx, request, reply) => {
      const { name, bytes } = await read(issuedXml)(ctx, request.params);
      return sendText(reply, { name, text: bytes.toString('utf8') });
    });
  },
};
