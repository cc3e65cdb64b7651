import { TEXTS } from '#contract/texts.ts';
import { reportSeparation, submitPrecontract } from '#contract/sales/purchase/endpoints.ts';
import { leavePurchase, withdrawPermit } from '#contract/sales/purchase/leaving.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { lookAtDrawing } from '#server/modules/company/files/drawing.service.ts';
import { nameOf } from '#server/modules/sales/purchase/own.service.ts';
import * as leaving from './leaving.service.ts';
import * as service from './myPurchase.service.ts';
import { purchasePages } from './purchase.pages.ts';
import { tellNextStep } from './standing.ts';
import * as form from './precontract.service.ts';

/**
 * The buyer's pages, and the actions that combine several modules: submitting the form with payment and signature, and
 * leaving.
 */
export const myPurchaseModule: Module = {
  name: 'myPurchase',
  tells: { siguiente_paso: tellNextStep },
  routes(app) {
    purchasePages(app);
    route(app, submitPrecontract, (ctx, { body }) => form.submitPrecontract(ctx, body), {
      before: (ctx) => lookAtDrawing(ctx, ctx.uploads.get('archivo_firma')),
    });
    route(app, withdrawPermit, async (ctx, { params, body }) => {
      const sale = await leaving.withdrawPermit(ctx, params.id, body.permiso);
      return { success: 'Tu permiso quedó retirado.', redirect: `/clientes/mi-compra/${nameOf(sale)}` };
    });
    route(app, leavePurchase, async (ctx, { params, body }) => {
      const { sale, atOnce } = await leaving.leavePurchase(ctx, params.id, body);
      return {
        success: atOnce ? 'Tu compra quedó cancelada.' : 'Recibimos tu solicitud.',
        redirect: `/clientes/mi-compra/${nameOf(sale)}`,
      };
    });
    route(app, reportSeparation, async (ctx, { params, body }) => {
      const sale = await service.reportSeparation(
        ctx,
        params.id,
        body.monto_pagado ?? '',
        body.monto_confirmado,
      );
      return { success: TEXTS.sent, redirect: `/clientes/siguiente/${nameOf(sale)}` };
    });
  },
};
