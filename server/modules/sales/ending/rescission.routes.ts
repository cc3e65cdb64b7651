import type { FastifyInstance } from 'fastify';
import * as api from '#contract/sales/ending/rescission.ts';
import { route } from '#server/kernel/route.ts';
import { dropRescission, prepareRescission } from './rescission.service.ts';
import { answerSale } from '#server/modules/sales/precontracts/sales.answer.ts';

export function rescissionRoutes(app: FastifyInstance): void {
  route(app, api.prepareRescission, async (ctx, { params, body }) => {
    await prepareRescission(ctx, params.id, body);
    return answerSale(ctx, params.id);
  });
  route(app, api.dropRescission, async (ctx, { params }) => {
    await dropRescission(ctx, params.id);
    return answerSale(ctx, params.id);
  });
}
