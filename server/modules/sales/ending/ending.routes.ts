import { endFollower } from './ending.service.ts';
import type { Module } from '#server/kernel/core.ts';
import type { FastifyInstance } from 'fastify';
import * as api from '#contract/sales/ending/rescission.ts';
import { route } from '#server/kernel/route.ts';
import { dropRescission, prepareRescission } from './rescission.service.ts';
import { answerSale } from '#server/modules/sales/precontracts/answer.service.ts';
import { rescissionTasks } from './ending.tasks.ts';

/** How a sale ends before delivery: withdrawal, or a rescission by two users. */
export const endingModule: Module = {
  name: 'ending',
  followers: [endFollower],
  tasks: { rescision: rescissionTasks },
  routes,
};

function routes(app: FastifyInstance): void {
  route(app, api.prepareRescission, async (ctx, { params, body }) => {
    await prepareRescission(ctx, params.id, body);
    return answerSale(ctx, params.id);
  });
  route(app, api.dropRescission, async (ctx, { params }) => {
    await dropRescission(ctx, params.id);
    return answerSale(ctx, params.id);
  });
}
