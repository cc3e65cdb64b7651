import type { FastifyInstance } from 'fastify';
import { TEXTS } from '#contract/texts.ts';
import { confirmCustomerCode } from '#contract/sales/buyerAccess/customerEndpoints.ts';
import * as api from '#contract/sales/purchase/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { lookAtDrawing } from '#server/modules/company/files/drawing.service.ts';
import { buyModel } from './buy.service.ts';
import { buyQuoted } from './fromQuote.service.ts';
import { givePermit } from './consents.service.ts';
import { chooseDraftLot, keepDraft } from './draft.service.ts';
import { takeCustomerCode } from '#server/modules/sales/buyerAccess/customerCodes.service.ts';
import { confirmContact } from '#server/modules/sales/precontracts/confirm.service.ts';
import { removePaper, sendPaper } from './plainFiles.service.ts';
import { nameOf, ownSale } from './own.service.ts';
import { checkPhone } from './phoneCheck.service.ts';
import { renewLot } from '#server/modules/sales/precontracts/renew.service.ts';
import { sweepUploads } from './purchase.jobs.ts';
import { sayWork } from './work.service.ts';
import { beginUpload, cancelUpload, receivePieces, uploadState } from './uploads.service.ts';

export const purchaseModule: Module = {
  name: 'purchase',
  jobs: [sweepUploads],
  routes(app) {
    route(app, api.buyModel, (ctx, { params, body }) => buyModel(ctx, params.modelId, body));
    route(app, api.buyQuoted, (ctx, { params, body }) => buyQuoted(ctx, params.token, body.sin_lote === '1'));
    route(app, api.keepDraft, async (ctx, { params, body }) => ({
      data: await keepDraft(ctx, params.id, body.campos),
    }));
    route(app, api.chooseDraftLot, async (ctx, { params, body }) => {
      const { claim, name } = await chooseDraftLot(ctx, params.id, body.lote_id);
      return {
        data: { lote_id: claim.lotId, lote: name, hasta: claim.until?.toISOString() ?? null },
      };
    });
    route(app, confirmCustomerCode, async (ctx, { body }) => {
      const { until, redirect } = await takeCustomerCode(ctx, body, confirmContact);
      return { success: 'Listo. Puedes seguir durante 30 minutos.', hasta: until.toISOString(), redirect };
    });
    route(app, api.checkPhone, (ctx, { body }) => checkPhone(ctx, body));
    uploadRoutes(app);
    route(app, api.removePaper, async (ctx, { params }) => {
      await removePaper(ctx, params.id, params.campo, params.posicion);
      return { success: 'Archivo quitado.' };
    });
    route(
      app,
      api.sendPaper,
      async (ctx, { params, body }) => {
        const { sale, documentId, attachedText } = await sendPaper(ctx, params.id, body);
        const redirect = `/clientes/mi-compra/${nameOf(sale)}#documentos`;
        return { success: attachedText, redirect, documento_id: documentId };
      },
      {
        before: async (ctx, { body }) => {
          if (body.campo === 'archivo_firma') await lookAtDrawing(ctx, ctx.uploads.get('archivo'));
        },
      },
    );
    route(app, api.givePermit, async (ctx, { params, body }) => {
      const sale = await givePermit(ctx, params.id, body.permiso);
      return { success: 'Gracias. Quedó guardado.', redirect: `/clientes/mi-compra/${nameOf(sale)}` };
    });
    route(app, api.renewLot, async (ctx, { params, body }) => {
      const sale = await ownSale(ctx, params.id);
      await renewLot(ctx, sale.id, body.lote_id);
      return { success: 'Tu lote está apartado otra vez.', redirect: `/clientes/siguiente/${nameOf(sale)}` };
    });
    route(app, api.sayWork, async (ctx, { params, body }) => {
      const sale = await sayWork(ctx, params.id, body);
      return { success: TEXTS.sent, redirect: `/clientes/mi-compra/${nameOf(sale)}` };
    });
  },
};

function uploadRoutes(app: FastifyInstance): void {
  route(app, api.beginUpload, async (ctx, { params, body }) => ({
    data: await beginUpload(ctx, params.id, body),
  }));
  route(app, api.getUpload, async (ctx, { params }) => ({ data: await uploadState(ctx, params.id) }));
  route(app, api.cancelUpload, async (ctx, { params }) => {
    await cancelUpload(ctx, params.id);
    return { success: 'Archivo descartado.' };
  });
  // Only this scope accepts raw bytes as a stream.
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    route(scope, api.sendPiece, async (ctx, { params, query, body }) => ({
      data: await receivePieces(ctx, params.id, query.desde, body),
    }));
  });
}
