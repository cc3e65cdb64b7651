import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { SIGNED_PAPER, SIGNED_PAPER_OFFICE } from '#contract/legal/signing/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound } from '#server/kernel/errors.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { serveBytes } from '#server/kernel/route.ts';
import { ownSale, requireTrust } from '#server/modules/sales/purchase/own.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { signedPaper } from './signedPaper.service.ts';

const Params = z.object({ id: Id });
const LIMIT = { max: 30, seconds: 60 };

/**
 * The signed pre-contract, for the office and for its buyers in a trusted browser (it contains their document numbers).
 */
export function signedPaperRoutes(app: FastifyInstance): void {
  serveBytes(app, { path: SIGNED_PAPER, access: 'client', limit: LIMIT }, async (ctx, request, reply) => {
    const { data } = Params.safeParse(request.params);
    if (!data) throw notFound();
    const sale = await ownSale(ctx, data.id);
    await requireTrust(ctx, sale.id);
    return sendPaper(reply, await signedPaper(ctx, sale.id));
  });
  serveBytes(
    app,
    { path: SIGNED_PAPER_OFFICE, access: 'documentos.ver', limit: LIMIT },
    async (ctx, request, reply) => {
      const { data } = Params.safeParse(request.params);
      const [sale] = data
        ? await ctx.db
            .select({ id: sales.id })
            .from(sales)
            .where(and(eq(sales.id, data.id), salesInReach(ctx, 'documentos.ver')))
        : [];
      if (!sale) throw notFound();
      const paper = await signedPaper(ctx, sale.id);
      await audit(ctx, 'leer', 'precontrato', sale.id, { papel: 'pre-contrato firmado' });
      return sendPaper(reply, paper);
    },
  );
}
