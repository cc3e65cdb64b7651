import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { reportDue } from '#contract/money/account/customerEndpoints.ts';
import { TEXTS } from '#contract/texts.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { salesOfClient } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { cafeOfSale } from '#server/modules/money/issuedInvoices/cafe.service.ts';
import { reportOwnDue } from './myMoney.service.ts';
import { receiptPaper, statementPaper } from './papers.service.ts';

const One = z.object({ id: Id });
const Invoice = z.object({ id: Id, facturaId: Id });
const Receipt = z.object({ id: Id, pagoId: Id });

/** Limit on composed PDFs, shared by all customers. */
const PAPERS = { max: 30, seconds: 60 };

/** The sale, if this browser's session may open it; raises 404 for any other sale. */
async function ownSale(ctx: Context, id: number) {
  const [found] = await ctx.db
    .select()
    .from(sales)
    .where(and(eq(sales.id, id), salesOfClient(ctx)));
  if (!found) throw notFound();
  return found;
}

/** What a buyer can do with the payments of an own sale. */
export function customerRoutes(app: FastifyInstance): void {
  route(app, reportDue, async (ctx, { params, body }) => {
    const sale = await ownSale(ctx, params.id);
    await reportOwnDue(ctx, sale.id, params.pagoId, body);
    return { success: TEXTS.sent, redirect: `/clientes/siguiente/${sale.code ?? sale.id}` };
  });
  serveBytes(
    app,
    { path: '/clientes/mi-compra/:id/recibos/:pagoId', access: 'client', limit: PAPERS },
    async (ctx, request, reply) => {
      const { data } = Receipt.safeParse(request.params);
      if (!data) throw notFound();
      const sale = await ownSale(ctx, data.id);
      return sendPaper(reply, await receiptPaper(ctx, sale.id, data.pagoId));
    },
  );
  serveBytes(
    app,
    { path: '/clientes/mi-compra/:id/facturas/:facturaId', access: 'client', limit: PAPERS },
    async (ctx, request, reply) => {
      const { data } = Invoice.safeParse(request.params);
      if (!data) throw notFound();
      const sale = await ownSale(ctx, data.id);
      return sendPaper(reply, await cafeOfSale(ctx, sale.id, data.facturaId));
    },
  );
  serveBytes(
    app,
    { path: '/clientes/mi-compra/:id/estado-de-cuenta', access: 'client', limit: PAPERS },
    async (ctx, request, reply) => {
      const { data } = One.safeParse(request.params);
      if (!data) throw notFound();
      return sendPaper(reply, await statementPaper(ctx, (await ownSale(ctx, data.id)).id));
    },
  );
}
