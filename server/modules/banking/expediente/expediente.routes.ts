import { eq } from 'drizzle-orm';
import { prepareFile } from '#contract/banking/requirements/requirements.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { audit } from '#server/kernel/audit.ts';
import { staffOf } from '#server/kernel/context.ts';
import { forbidden, notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { findApplication } from '#server/modules/banking/applications/reading.service.ts';
import {
  coverOf,
  fileName,
  pdfOf,
  piecesOf,
  prepareExpediente,
  signatureOf,
  zipOf,
} from './expediente.service.ts';
import { transfersKnown } from './expediente.known.ts';
import { bankTransfers } from './expediente.table.ts';

const Params = z.object({ id: z.coerce.number().int().min(1) });
const Address = z.object({ hasta: z.coerce.number().int(), firma: z.string().max(100) });

export const expedienteModule: Module = {
  name: 'expediente',
  knows: { solicitud: { transfers: transfersKnown } },
  routes(app) {
    route(app, prepareFile, async (ctx, { params, body }) => ({
      data: await prepareExpediente(ctx, params.id, body.formato),
    }));
    serveExpedientes(app);
  },
};

/** The prepared file of a bank, to the session its address was signed for; every time it leaves is logged. */
function serveExpedientes(app: FastifyInstance): void {
  serveBytes(
    app,
    { path: '/archivos/expediente/:id', access: 'tramites.editar' },
    async (ctx, request, reply) => {
      const params = Params.safeParse(request.params);
      const query = Address.safeParse(request.query);
      if (!params.success || !query.success) throw notFound();
      const { id } = params.data;
      const text = signatureOf(id, staffOf(ctx).sessionId, query.data.hasta);
      if (!ctx.sign('expediente').verify(text, query.data.firma) || query.data.hasta < ctx.now.getTime())
        throw forbidden();
      const [transfer] = await ctx.db.select().from(bankTransfers).where(eq(bankTransfers.id, id));
      const found =
        transfer &&
        (await findApplication(ctx.db, transfer.applicationId, salesInReach(ctx, 'tramites.editar')));
      if (!transfer || !found) throw notFound();
      const pieces = await piecesOf(ctx, transfer.papers);
      const cover = await coverOf(ctx, found);
      await audit(ctx, 'leer', 'expediente', id, {
        applicationId: transfer.applicationId,
        format: transfer.format,
      });
      const pdf = transfer.format === 'pdf';
      const body = pdf ? await pdfOf(ctx, cover, pieces) : zipOf(ctx, pieces);
      return reply
        .headers({
          'content-type': pdf ? 'application/pdf' : 'application/zip',
          'content-disposition': `attachment; filename="${fileName(found.sale, cover.bank, pdf ? 'pdf' : 'zip')}"`,
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cache-control': 'private, no-store',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
        })
        .send(pdf ? Buffer.from(body as Uint8Array) : body);
    },
  );
}
