import { eq, sql } from 'drizzle-orm';
import * as api from '#contract/care/handover/endpoints.ts';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { HANDOVER, OPEN_PUNCH } from '#contract/care/handover/rules.ts';
import { actaPaper } from './acta.service.ts';
import { fieldHandovers } from './field.queries.ts';
import { handoverFollowers } from './following.service.ts';
import { addGiven, listGiven } from './given.service.ts';
import { findHandover, findHandovers, presentRow } from './handover.queries.ts';
import { handoverPostings } from './handover.postings.ts';
import { mayOpenHandover, mayOpenPunch } from './handover.scope.ts';
import * as service from './handover.service.ts';
import { handovers } from './handover.table.ts';
import { handoverTasks, punchTasks } from './handover.tasks.ts';
import { changeHouseKeys, inspectHandover } from './inspection.service.ts';
import { presentHandover } from './present.service.ts';
import { findPunch, presentPunchRow } from './punch.queries.ts';
import { changePunch, changePunchState, correctPunch, presentPunch, verifyMine } from './punch.service.ts';
import { changeTemplate, listTemplates } from './templates.service.ts';

/** The delivery of a house to its buyer: inspection, acta, keys and punch list. */
export const handoverModule: Module = {
  name: 'handover',
  records: { entrega: mayOpenHandover, pendiente_entrega: mayOpenPunch },
  tasks: { entrega_vivienda: handoverTasks, pendiente_entrega: punchTasks },
  followers: handoverFollowers,
  postings: [handoverPostings],
  knows: {
    precontrato: {
      handover: sql`(select json_build_object('id', k.id, 'stateId', k.state_id, 'scheduledOn', k.scheduled_on,
          'deliveredOn', k.delivered_on)
        from handovers k where k.sale_id = sales.id and k.state_id <> ${idOf(HANDOVER.voided)})`,
    },
    /** What is still open of a delivered house, over a row of `handovers`: other features add theirs. The sale closes without any. */
    'abierto en entrega': {
      punch: sql`(select count(*)::int from punch_items i where i.handover_id = handovers.id and i.state_id in ${anyOf(OPEN_PUNCH)})`,
    },
  },
  routes(app) {
    const answer = async (ctx: Context, id: number) => ({ data: await presentHandover(ctx, id) });
    route(app, api.listHandovers, async (ctx, { query }) => {
      const { found, total } = await findHandovers(ctx, query);
      return {
        data: found.map(presentRow),
        meta: { pagination: paginate(query, found.length, total, urlOf(api.listHandovers, { query })) },
      };
    });
    route(app, api.listFieldHandovers, async (ctx) => ({ data: await fieldHandovers(ctx) }));
    route(app, api.getHandover, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createHandover, async (ctx, { body }) =>
      answer(ctx, await service.createHandover(ctx, body)),
    );
    route(app, api.changeHandover, async (ctx, { params, body }) => {
      await service.changeHandover(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeHandoverStatus, async (ctx, { params, body }) => {
      await service.changeHandoverState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.decideEarly, async (ctx, { params, body }) => {
      await service.decideEarly(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.inspectHandover, async (ctx, { params, body }) => {
      await inspectHandover(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeHouseKeys, async (ctx, { params, body }) => {
      await changeHouseKeys(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    serveBytes(
      app,
      {
        path: api.ACTA_PATH,
        access: ['ventas.ver', 'ventas.entregar', 'contratos.inspeccionar'],
        limit: { max: 60, seconds: 60 },
      },
      async (ctx, request, reply) => {
        const { data: id } = Id.safeParse((request.params as { id: string }).id);
        if (id === undefined || !(await findHandover(ctx, id))) throw notFound();
        const [handover] = await ctx.db.select().from(handovers).where(eq(handovers.id, id));
        const paper = await actaPaper(ctx, handover!);
        await audit(ctx, 'leer', 'entrega', id, { document: paper.name });
        return sendPaper(reply, paper);
      },
    );
    route(app, api.listPunch, async (ctx, { query }) => {
      const { found, total } = await findPunch(ctx, query);
      return {
        data: found.map(presentPunchRow),
        meta: { pagination: paginate(query, found.length, total, urlOf(api.listPunch, { query })) },
      };
    });
    route(app, api.getPunch, async (ctx, { params }) => ({ data: await presentPunch(ctx, params.id) }));
    route(app, api.changePunch, async (ctx, { params, body }) => {
      await changePunch(ctx, params.id, body);
      return { data: await presentPunch(ctx, params.id) };
    });
    route(app, api.correctPunch, async (ctx, { params, body }) => {
      await correctPunch(ctx, params.id, body);
      return { data: await presentPunch(ctx, params.id) };
    });
    route(app, api.changePunchStatus, async (ctx, { params, body }) => {
      await changePunchState(ctx, params.id, body.params);
      return { data: await presentPunch(ctx, params.id) };
    });
    route(app, api.verifyMine, (ctx, { params, body }) => verifyMine(ctx, params.id, body));
    route(app, api.listTemplates, async (ctx) => ({ data: await listTemplates(ctx) }));
    route(app, api.changeTemplate, async (ctx, { params, body }) => ({
      data: await changeTemplate(ctx, params.modelo, body),
    }));
    route(app, api.listGiven, async (ctx) => ({ data: await listGiven(ctx) }));
    route(app, api.addGiven, async (ctx, { body }) => ({ data: await addGiven(ctx, body) }));
  },
};
