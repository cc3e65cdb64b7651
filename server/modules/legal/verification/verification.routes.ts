import { verifyDocument } from '#contract/legal/verification/endpoints.ts';
import { sealPage, verifyPage } from '#contract/legal/verification/pages.ts';
import { TEXTS } from '#contract/texts.ts';
import { invalid } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import {
  readVerdict,
  unknownFingerprint,
  verdictToken,
  verifyFingerprint,
  verifyUpload,
} from './verification.service.ts';

/** Anybody verifies a document, without an account. */
export const documentVerificationModule: Module = {
  name: 'documentVerification',
  routes(app) {
    route(app, verifyDocument, async (ctx) => {
      const [upload] = ctx.uploads.get('documento') ?? [];
      if (!upload) throw invalid([{ field: 'documento', message: 'Elige el PDF que quieres verificar.' }]);
      const verdict = await verifyUpload(ctx, upload);
      return { success: TEXTS.sent, redirect: `/verificar?r=${verdictToken(ctx, verdict)}` };
    });
    servePage(app, verifyPage, async (ctx, { query }) => ({
      data: { verdict: query.r === undefined ? null : readVerdict(ctx, query.r) },
      ...(query.r !== undefined && { personal: true as const }),
    }));
    servePage(app, sealPage, async (ctx, { params }) => {
      const verdict = await verifyFingerprint(ctx, params.huella);
      return verdict
        ? { data: { verdict }, personal: true }
        : { data: { verdict: unknownFingerprint }, status: 404 };
    });
  },
};
