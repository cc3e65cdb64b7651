import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import * as api from '#contract/legal/rescissions/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { rescissionPaper } from './act.service.ts';
import { composeRescission, presentAct, rescissionFollower, saleInCounsel } from './rescissions.service.ts';

const Params = z.object({ id: Id });

/** The rescission of a sale as a legal act: its notice, figures and document. It is prepared and decided in `sales/ending`. */
export const rescissionsModule: Module = {
  name: 'rescissions',
  followers: [rescissionFollower],
  routes(app) {
    route(app, api.getRescissionAct, async (ctx, { params }) => ({ data: await presentAct(ctx, params.id) }));
    route(app, api.composeRescission, async (ctx, { params, body }) => {
      await composeRescission(ctx, params.id, body);
      return { data: await presentAct(ctx, params.id) };
    });
    serveBytes(
      app,
      { path: api.RESCISSION_PAPER, access: 'legal.ver', limit: { max: 60, seconds: 60 } },
      async (ctx, request, reply) => {
        const { data: params } = Params.safeParse(request.params);
        if (!params) throw notFound();
        const sale = await saleInCounsel(ctx, params.id);
        const paper = await rescissionPaper(ctx, sale);
        await audit(ctx, 'leer', 'precontrato', sale.id, { document: paper.name });
        return sendPaper(reply, paper);
      },
    );
  },
};
