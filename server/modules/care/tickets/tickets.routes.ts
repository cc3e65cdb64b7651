import * as api from '#contract/care/tickets/endpoints.ts';
import { openIncident as openIncidentEndpoint } from '#contract/care/tickets/incident.ts';
import { answerMine, answerQuote, askForHelp, writeOnMine } from '#contract/care/tickets/mine.ts';
import { helpPage } from '#contract/care/tickets/pages.ts';
import { OPEN_TICKETS } from '#contract/care/tickets/rules.ts';
import { ticketStatus } from '#contract/company/catalogs/ticketLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { anyOf, sql } from '#server/kernel/db.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { quickWith } from '#server/modules/care/inbox/inbox.service.ts';
import { assignTicket } from './assign.service.ts';
import { openIncident } from './incidents.service.ts';
import { ticketFromMessage } from './fromChat.service.ts';
import * as merging from './merge.service.ts';
import { writeOnTicket } from './messages.service.ts';
import * as mine from './mine.service.ts';
import { changeTeam, findTeams } from './teams.service.ts';
import { closeSolved, watchDeadlines } from './tickets.jobs.ts';
import { presentTicket, presentTickets } from './tickets.present.ts';
import { allTickets, findBoard, findTicket, findTickets } from './tickets.queries.ts';
import { ticketsInReach } from './tickets.scope.ts';
import { changeTicket, changeTicketState, openInOffice } from './tickets.service.ts';
import { ticketTasks } from './tickets.tasks.ts';

/** Tickets of customers, occupants and colleagues, with deadlines in office hours. */
export const ticketsModule: Module = {
  name: 'tickets',
  jobs: [watchDeadlines, closeSolved],
  records: {
    ticket: async (ctx, id) =>
      (await findTicket(ctx.db, id, ticketsInReach(ctx, 'tickets.ver'))) !== undefined,
  },
  tasks: { ticket: ticketTasks },
  counters: { tickets: counterOf(ticketTasks) },
  knows: {
    /** A delivered sale stays open while somebody works on something of it, or of its house. */
    'abierto en entrega': {
      tickets: sql`(select count(*)::int from tickets t where t.state_id in ${anyOf(OPEN_TICKETS)}
        and (t.sale_id = handovers.sale_id or t.house_id = handovers.house_id))`,
    },
  },
  routes(app) {
    route(app, api.listTickets, async (ctx, { query }) => {
      const { found, total } = await findTickets(ctx.db, query, ctx.now, ticketsInReach(ctx, 'tickets.ver'));
      const url = urlOf(api.listTickets, { query });
      return {
        data: await presentTickets(ctx, found),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    exportBatches(api.listTickets, async function* (ctx, { query }) {
      for await (const found of allTickets(ctx.db, query, ctx.now, ticketsInReach(ctx, 'tickets.ver')))
        yield presentTickets(ctx, found);
    });
    route(app, api.ticketBoard, async (ctx, { query }) => {
      const states = await catalogLabels(ctx.db, ticketStatus);
      const data = [];
      for (const { stateId, total, found } of await findBoard(
        ctx.db,
        query,
        ctx.now,
        ticketsInReach(ctx, 'tickets.ver'),
      ))
        data.push({
          state: { id: stateId, name: states.get(stateId) ?? '' },
          total,
          rows: await presentTickets(ctx, found),
        });
      return { data };
    });
    route(app, api.getTicket, (ctx, { params }) => answer(ctx, params.id, true));
    route(app, api.openTicket, async (ctx, { body }) => answer(ctx, await openInOffice(ctx, body)));
    route(app, api.changeTicket, async (ctx, { params, body }) => {
      await changeTicket(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeTicketStatus, async (ctx, { params, body }) => {
      await changeTicketState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.assignTicket, async (ctx, { params, body }) => {
      await assignTicket(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.writeOnTicket, async (ctx, { params, body }) => {
      await writeOnTicket(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.quickAnswersOfTicket, async (ctx, { params }) => {
      const one = await findTicket(ctx.db, params.id, ticketsInReach(ctx, 'tickets.editar'));
      if (!one) throw notFound();
      return { data: await quickWith(ctx, { name: one.person ?? '', project: one.project }) };
    });
    route(app, api.mergeTicket, async (ctx, { params, body }) => {
      await merging.mergeTicket(ctx, params.id, body.en);
      return answer(ctx, params.id);
    });
    route(app, api.separateTicket, async (ctx, { params }) => {
      await merging.separateTicket(ctx, params.id);
      return answer(ctx, params.id);
    });
    route(app, api.linkTickets, async (ctx, { params, body }) => {
      await merging.linkTickets(ctx, params.id, body.en);
      return answer(ctx, params.id);
    });
    route(app, api.unlinkTickets, async (ctx, { params }) => {
      await merging.unlinkTickets(ctx, params.id, params.otro);
      return answer(ctx, params.id);
    });
    route(app, openIncidentEndpoint, async (ctx, { body }) => ({ data: await openIncident(ctx, body) }));
    route(app, api.ticketFromMessage, async (ctx, { body }) =>
      answer(ctx, await ticketFromMessage(ctx, body.mensaje_id)),
    );
    servePage(app, helpPage, (ctx, { params }) => mine.showHelp(ctx, params.codigo));
    route(app, askForHelp, (ctx, { params, body }) => mine.askForHelp(ctx, params.id, body));
    route(app, writeOnMine, (ctx, { params, body }) => mine.writeOnMine(ctx, params.id, body));
    route(app, answerQuote, (ctx, { params, body }) => mine.answerQuote(ctx, params.id, body));
    route(app, answerMine, (ctx, { params, body }) => mine.answerMine(ctx, params.id, body));
    route(app, api.listTeams, async (ctx) => ({ data: await findTeams(ctx) }));
    route(app, api.changeTeam, async (ctx, { params, body }) => {
      await changeTeam(ctx, params.id, body);
      return { data: await findTeams(ctx) };
    });
  },
};

/** One ticket as the caller sees it; after a write also one that has left the caller's scope. Raises 404. */
async function answer(ctx: Context, id: number, inReach = false) {
  const one = await findTicket(ctx.db, id, inReach ? ticketsInReach(ctx, 'tickets.ver') : undefined);
  if (!one) throw notFound();
  return { data: await presentTicket(ctx, one) };
}
