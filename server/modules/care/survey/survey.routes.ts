import { eq } from 'drizzle-orm';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import * as api from '#contract/care/survey/endpoints.ts';
import { answerSurvey, surveyPage } from '#contract/care/survey/pages.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import type { Follower } from '#server/kernel/changes.ts';
import { paged } from '#server/kernel/exports/paged.ts';
import type { Module } from '#server/kernel/core.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { tickets } from '#server/modules/care/tickets/tickets.table.ts';
import { satisfactionOf } from './figures.queries.ts';
import { findSurveys, presentSurvey } from './survey.queries.ts';
import { mayOpenSurvey } from './survey.scope.ts';
import { answerOf, askBuyer, changeSurvey, findSurvey } from './survey.service.ts';
import { callTasks } from './survey.tasks.ts';

/** A house that was delivered here; one that is imported was delivered long ago. */
const handoverFollower: Follower = {
  record: 'entrega',
  async follow(ctx, { id, to }) {
    if (to !== HANDOVER.delivered) return;
    const [one] = await ctx.db.select().from(handovers).where(eq(handovers.id, id));
    if (one && !one.imported)
      await askBuyer(ctx, { record: 'entrega', recordId: id, saleId: one.saleId, houseId: one.houseId });
  },
};

/** A ticket of a sale that closed; one that was merged is answered by the other. */
const ticketFollower: Follower = {
  record: 'ticket',
  async follow(ctx, { id, to }) {
    if (to !== TICKET.closed) return;
    const [one] = await ctx.db.select().from(tickets).where(eq(tickets.id, id));
    if (one && one.saleId !== null && one.mergedIntoId === null)
      await askBuyer(ctx, { record: 'ticket', recordId: id, saleId: one.saleId, houseId: one.houseId });
  },
};

/** Satisfaction of buyers, asked once after a delivery and after each ticket. */
export const surveyModule: Module = {
  name: 'survey',
  followers: [handoverFollower, ticketFollower],
  records: { encuesta: mayOpenSurvey },
  tasks: { encuesta: callTasks },
  routes(app) {
    route(app, api.listSurveys, async (ctx, { query }) => {
      const { list, total } = await findSurveys(ctx, query);
      const url = urlOf(api.listSurveys, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.listSatisfaction, async (ctx, { query }) =>
      paged(api.listSatisfaction, query, await satisfactionOf(ctx, query)),
    );
    route(app, api.getSurvey, async (ctx, { params }) => ({ data: await presentSurvey(ctx, params.id) }));
    route(app, api.changeSurveyStatus, async (ctx, { params, body }) => {
      await changeSurvey(ctx, params.id, body.params);
      return { data: await presentSurvey(ctx, params.id) };
    });
    servePage(app, surveyPage, async (ctx, { params }) => {
      const { state, about, project } = await findSurvey(ctx, params.token);
      return { personal: true, data: { token: params.token, state, about, project } };
    });
    route(app, answerSurvey, async (ctx, { params, body }) => {
      await answerOf(ctx, params.token, body);
      return { success: '¡Gracias por responder!', redirect: `/encuesta/${params.token}` };
    });
  },
};
