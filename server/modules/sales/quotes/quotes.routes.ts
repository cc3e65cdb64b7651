import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offsetOf, paginate } from '#contract/paging.ts';
import { listTouched } from '#contract/projects/interest/endpoints.ts';
import * as api from '#contract/sales/quotes/endpoints.ts';
import { quotePage } from '#contract/sales/quotes/pages.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { servePage } from '#server/kernel/pages.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { figuresFor } from './figures.service.ts';
import { acceptQuote, noteOpened, quoteOfLink, sendQuote } from './quoteLinks.service.ts';
import { buyersView } from './quotePage.service.ts';
import { paperOf } from './quotePdf.service.ts';
import { expireQuotes } from './quotes.jobs.ts';
import { presentQuote } from './quotes.present.ts';
import { findQuote, pageOfQuotes } from './quotes.queries.ts';
import { pageOfTouched, ruleFollower } from './touched.service.ts';
import { decideDiscount, makeQuote, reviseQuote, voidQuote } from './quotes.service.ts';
import { acceptedTasks, discountTasks } from './quotes.tasks.ts';

const PdfAsked = z.object({ id: Id });
const PdfVersion = z.object({ version: z.coerce.number().int().min(1).max(100_000).optional() });

/** Few PDFs are made at a time for everybody, so public callers have a limit. */
const PAPERS = { max: 30, seconds: 60 };

const PREVIEW = /bot|whatsapp|facebookexternalhit|preview|crawl|spider/i;

export const quotesModule: Module = {
  name: 'quotes',
  jobs: [expireQuotes],
  tasks: { proforma: acceptedTasks, descuento: discountTasks },
  followers: [ruleFollower],
  knows: {
    // Counts at most 1000 quotes.
    regla_interes: {
      quotes: sql`(select count(*)::int from (select from quotes q where q.rule_id = interest_rules.id limit 1000) used)`,
    },
  },
  records: { proforma: async (ctx, id) => (await findQuote(ctx, id)) !== undefined },
  routes(app) {
    route(app, api.listQuotes, async (ctx, { query }) => {
      const { list, total } = await pageOfQuotes(ctx, query);
      const url = urlOf(api.listQuotes, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, listTouched, async (ctx, { params, query }) => {
      const { list, total } = await pageOfTouched(ctx, params.id, {
        ...query,
        kind: query.tipo,
        limit: query.per_page,
        offset: offsetOf(query),
      });
      const url = urlOf(listTouched, { params, query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.getQuote, async (ctx, { params }) => ({ data: await presentQuote(ctx, params.id) }));
    route(app, api.quoteFigures, async (ctx, { query }) => ({
      data: await figuresFor(ctx, query.modelo_id, query.lote_id),
    }));
    route(app, api.createQuote, async (ctx, { body }) => ({
      data: await presentQuote(ctx, await makeQuote(ctx, body)),
    }));
    route(app, api.reviseQuote, async (ctx, { params, body }) => {
      await reviseQuote(ctx, params.id, body);
      return { data: await presentQuote(ctx, params.id) };
    });
    route(app, api.sendQuote, (ctx, { params, body }) => sendQuote(ctx, params.id, body.version));
    route(app, api.decideDiscount, async (ctx, { params, body }) => {
      await decideDiscount(ctx, params.id, body);
      return { data: await presentQuote(ctx, params.id) };
    });
    route(app, api.voidQuote, async (ctx, { params, body }) => {
      await voidQuote(ctx, params.id, body);
      return { data: await presentQuote(ctx, params.id) };
    });
    route(app, api.acceptQuote, async (ctx, { params, body }) => {
      await acceptQuote(ctx, params.token, body.numero);
      return { success: '¡Listo! Tu asesor ya lo sabe y te escribe.', redirect: `/proforma/${params.token}` };
    });

    serveBytes(app, { path: '/api/quotes/:id/pdf', access: 'ventas.ver' }, async (ctx, request, reply) => {
      const asked = PdfAsked.safeParse(request.params);
      const version = PdfVersion.safeParse(request.query);
      if (!asked.success || !version.success || !(await findQuote(ctx, asked.data.id))) throw notFound();
      return sendPaper(reply, await paperOf(ctx, asked.data.id, version.data.version));
    });
    servePage(app, quotePage, async (ctx, { params }) => {
      const quoteId = await quoteOfLink(ctx, params.token);
      const data = await buyersView(ctx, quoteId, params.token);
      // Views by staff and by link-preview bots do not count as the buyer's.
      if (!ctx.staff && !PREVIEW.test(ctx.userAgent)) await noteOpened(ctx, quoteId);
      return { data, head: { title: `Tu proforma ${data.code}` }, personal: true };
    });
    const link = { path: '/proforma/:token/pdf', access: 'public', limit: PAPERS } as const;
    serveBytes(app, link, async (ctx, request, reply) => {
      const asked = quotePage.params.safeParse(request.params);
      if (!asked.success) throw notFound();
      return sendPaper(reply, await paperOf(ctx, await quoteOfLink(ctx, asked.data.token), 'sent'));
    });
  },
};
