import { eq } from 'drizzle-orm';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { answerSurvey, surveyPage } from '#contract/care/survey/pages.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import type { Follower } from '#server/kernel/changes.ts';
import type { Module } from '#server/kernel/house.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { tickets } from '#server/modules/care/tickets/tickets.table.ts';
import { answerOf, askBuyer, findSurvey } from './survey.service.ts';

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
  routes(app) {
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
