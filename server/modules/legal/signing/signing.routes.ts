import { TEXTS } from '#contract/texts.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import * as api from '#contract/legal/signing/endpoints.ts';
import { signPage } from '#contract/legal/signing/pages.ts';
import type { Module } from '#server/kernel/core.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import { buyerHere } from '#server/modules/sales/buyerAccess/buyerHere.service.ts';
import { purchaseHead } from '#server/modules/sales/purchase/head.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { isTrustedHere, nameOf, ownSale, type Sale } from '#server/modules/sales/purchase/own.service.ts';
import { lookAtDrawing } from '#server/modules/company/files/drawing.service.ts';
import { signedPaperRoutes } from './signedPaper.routes.ts';
import { signingJobs } from './signing.jobs.ts';
import { signatureState, signPrecontract, textToSign, whyNotSign } from './signing.service.ts';

const nextOf = (sale: Pick<Sale, 'id' | 'code'>) => `/clientes/siguiente/${nameOf(sale)}`;

export const signingModule: Module = {
  name: 'signing',
  jobs: signingJobs,
  routes(app) {
    signedPaperRoutes(app);
    route(
      app,
      api.signPrecontract,
      async (ctx, { params, body }) => {
        const [image] = ctx.uploads.get('signature') ?? [];
        const sale = await signPrecontract(ctx, params.codigo, {
          image,
          origin: body.origen,
          ...(body.huella && { shownHash: body.huella }),
        });
        return { success: TEXTS.sent, redirect: nextOf(sale) };
      },
      { before: (ctx) => lookAtDrawing(ctx, ctx.uploads.get('signature')) },
    );

    servePage(app, signPage, async (ctx, { params }) => {
      const sale = await ownSale(ctx, params.codigo);
      if (sale.stateId === SALE.draft) return { redirect: nextOf(sale) };
      const me = await buyerHere(ctx, sale.id);
      const [head, { text, hash, signer }, state, trusted, everybody] = await Promise.all([
        purchaseHead(ctx, sale),
        textToSign(ctx, sale.id, me),
        signatureState(ctx, sale.id),
        isTrustedHere(ctx, sale.id),
        buyersOf(ctx.db, sale.id),
      ]);
      const others = everybody.filter(({ id, role }) => id !== me && role === 'comprador');
      return {
        data: {
          sale: head,
          text,
          hash,
          consent: CONSENT_TEXTS.firma.text,
          signer: others.length > 0 ? signer.name : null,
          waitingFor: others.filter(({ outcome }) => outcome !== 'firmada').map(({ name }) => name),
          signedAt: state?.outcome === 'firmada' ? state.at.toISOString() : null,
          rejectedAt: state?.outcome === 'rechazada' ? state.at.toISOString() : null,
          codeDue: !trusted,
          notYet: whyNotSign(sale),
        },
      };
    });
  },
};
