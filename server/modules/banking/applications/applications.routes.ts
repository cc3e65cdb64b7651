import * as applications from '#contract/banking/applications/applications.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { panamaDay } from '#contract/dates.ts';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { answerTimes } from './answerTimes.service.ts';
import { applicationsNight } from './applications.jobs.ts';
import { bankKnown, planKnown } from './applications.known.ts';
import { presentApplications, presentRows } from './present.service.ts';
import { allApplications, findApplication, findApplications } from './reading.service.ts';
import { papersToRenew, renewing } from './renewals.ts';
import * as service from './applications.service.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { followUpTasks } from './applications.tasks.ts';

export const applicationsModule: Module = {
  name: 'bankApplications',
  jobs: [applicationsNight],
  followers: [service.applicationFollower],
  knows: {
    precontrato: { bank: bankKnown },
    'lote en plano': { bank: planKnown },
    papeles: { renewing },
  },
  wantsAnew: { documento: papersToRenew },
  records: { solicitud: async (ctx, id) => (await inReach(ctx, id, 'tramites.ver')) !== undefined },
  counters: { applications: counterOf(followUpTasks) },
  tasks: { banco: followUpTasks },
  routes(app) {
    route(app, applications.listApplications, async (ctx, { query }) => {
      const reach = salesInReach(ctx, 'tramites.ver');
      const { found, total } = await findApplications(ctx.db, query, panamaDay(ctx.now), reach);
      const url = urlOf(applications.listApplications, { query });
      return {
        data: await presentRows(ctx, found),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    exportBatches(applications.listApplications, async function* (ctx, { query }) {
      const reach = salesInReach(ctx, 'tramites.ver');
      for await (const found of allApplications(ctx.db, query, panamaDay(ctx.now), reach))
        yield presentRows(ctx, found);
    });
    route(app, applications.listAnswerTimes, async (ctx) => ({ data: await answerTimes(ctx.db) }));
    route(app, applications.getApplication, (ctx, { params }) => answer(ctx, params.id));
    route(app, applications.createApplication, async (ctx, { params, body }) =>
      answer(ctx, await service.createBankApplication(ctx, params.id, body)),
    );
    route(app, applications.changeApplication, async (ctx, { params, body }) => {
      await service.changeBankApplication(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, applications.changeApplicationStatus, async (ctx, { params, body }) => {
      await service.changeApplicationState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, applications.chooseApplication, async (ctx, { params, body }) => {
      await service.chooseBankApplication(ctx, params.id, body.version);
      return answer(ctx, params.id);
    });
    route(app, applications.addContact, async (ctx, { params, body }) => {
      await service.noteContact(ctx, params.id, body);
      return answer(ctx, params.id);
    });
  },
};

const inReach = (ctx: Context, id: number, permission: Permission) =>
  findApplication(ctx.db, id, salesInReach(ctx, permission));

async function answer(ctx: Context, id: number) {
  const found = await inReach(ctx, id, 'tramites.ver');
  if (!found) throw notFound();
  const [data] = await presentApplications(ctx, [found]);
  return { data: data! };
}
