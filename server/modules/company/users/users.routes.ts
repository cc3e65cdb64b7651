import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/company/users/endpoints.ts';
import * as lists from '#contract/company/users/lists.endpoints.ts';
import * as lawyerApi from '#contract/company/lawyers/lawyers.ts';
import * as partnerApi from '#contract/company/partners/partnerEndpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { openWorkOf } from '#server/modules/sales/workers/leaving.service.ts';
import * as accounts from './accounts.service.ts';
import * as lawyerService from '#server/modules/company/lawyers/lawyers.service.ts';
import * as options from './options.queries.ts';
import { warnOfPapers } from '#server/modules/company/partners/partners.jobs.ts';
import { pageOfPartners } from '#server/modules/company/partners/partners.queries.ts';
import * as partnerService from '#server/modules/company/partners/partners.service.ts';
import { pageOfInspectors, pageOfUsers } from './people.queries.ts';
import { changePerson, createPerson, getUser } from './people.service.ts';
import { users } from './users.table.ts';

/** People of the company and its partners. */
export const usersModule: Module = {
  name: 'users',
  jobs: [warnOfPapers],
  records: {
    usuario: async (ctx, id) => maySee(ctx) && (await ctx.db.$count(users, eq(users.id, id))) > 0,
    socio: async (ctx, id) => maySee(ctx) && (await partnerService.isPartner(ctx.db, id)),
  },
  routes(app) {
    optionRoutes(app);
    userRoutes(app);
    accountRoutes(app);
    partnerRoutes(app);
    lawyerRoutes(app);
  },
};

const maySee = (ctx: Context) => ctx.staff?.grants.has('administracion.ver') ?? false;

function optionRoutes(app: FastifyInstance): void {
  route(app, lists.listColleagues, async (ctx, { query }) => ({
    data: await options.findColleagues(ctx.db, query),
  }));
  route(app, lists.listUsersOfOrganizationalRole, async (ctx, { params, query }) => ({
    data: await options.findColleagues(ctx.db, query, params.type),
  }));
  route(app, lists.listAgents, async (ctx, { query }) => ({ data: await options.findAgents(ctx.db, query) }));
  route(app, lists.listContractors, async (ctx, { query }) => ({
    data: await options.findPartnerOptions(ctx, 'contratista', query),
  }));
  route(app, lists.listContractingParties, async (ctx, { query }) => ({
    data: await options.findPartnerOptions(ctx, 'contratante', query),
  }));
  route(app, lawyerApi.lawyerNames, async (ctx, { query }) => lawyerOptions(ctx, query, false));
  route(app, lawyerApi.lawyersWithUser, async (ctx, { query }) => lawyerOptions(ctx, query, true));
}

async function lawyerOptions(ctx: Context, order: options.Order, withUser: boolean) {
  const found = await options.findLawyerOptions(ctx, order, withUser);
  return { data: found.map(({ id, name }) => ({ id, nombre_completo: name })) };
}

function userRoutes(app: FastifyInstance): void {
  route(app, api.listUsers, async (ctx, { query }) => {
    const { list, total } = await pageOfUsers(ctx.db, query, ctx.now);
    const url = urlOf(api.listUsers, { query });
    return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
  });
  route(app, lists.listInspectors, async (ctx, { query }) => {
    const { list, total } = await pageOfInspectors(ctx.db, query, ctx.now);
    const url = urlOf(lists.listInspectors, { query });
    return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
  });
  route(app, api.getUser, (ctx, { params }) => record(ctx, params.id));
  route(app, api.createUser, async (ctx, { body }) => record(ctx, await createPerson(ctx, body)));
  route(app, api.changeUser, async (ctx, { params, body }) => {
    await changePerson(ctx, params.id, body);
    return record(ctx, params.id);
  });
}

const record = async (ctx: Context, id: number) => ({ data: await getUser(ctx, id) });

function accountRoutes(app: FastifyInstance): void {
  route(app, api.inviteUser, async (ctx, { params }) => {
    await accounts.invite(ctx, params.id);
    return record(ctx, params.id);
  });
  route(app, api.endUserSessions, async (ctx, { params }) => ({
    closed: await accounts.endAllSessions(ctx, params.id),
    success: 'Sus sesiones se cerraron.',
  }));
  route(app, api.resetUserSecondStep, async (ctx, { params }) => {
    await accounts.takeSecondStepOff(ctx, params.id);
    return record(ctx, params.id);
  });
  route(app, api.deactivateUser, async (ctx, { params, body }) => {
    await accounts.deactivate(ctx, params.id, body);
    return record(ctx, params.id);
  });
  route(app, api.reactivateUser, async (ctx, { params, body }) => {
    await accounts.reactivate(ctx, params.id, body.version);
    return record(ctx, params.id);
  });
  route(app, api.getOpenWork, async (ctx, { params }) => {
    if ((await ctx.db.$count(users, eq(users.id, params.id))) === 0) throw notFound();
    return { data: await openWorkOf(ctx, params.id) };
  });
  route(app, api.handOverWork, async (ctx, { params, body }) => ({
    data: await accounts.handOverOf(ctx, params.id, body),
  }));
}

function partnerRoutes(app: FastifyInstance): void {
  const answer = async (ctx: Context, id: number) => ({ data: await partnerService.getPartner(ctx, id) });
  route(app, partnerApi.listPartners, async (ctx, { query }) => {
    const { list, total } = await pageOfPartners(ctx.db, query, panamaDay(ctx.now));
    const url = urlOf(partnerApi.listPartners, { query });
    return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
  });
  route(app, partnerApi.getPartner, (ctx, { params }) => answer(ctx, params.id));
  route(app, partnerApi.createPartner, async (ctx, { body }) =>
    answer(ctx, await partnerService.createPartner(ctx, body)),
  );
  route(app, partnerApi.changePartner, async (ctx, { params, body }) => {
    await partnerService.changePartner(ctx, params.id, body);
    return answer(ctx, params.id);
  });
  route(app, partnerApi.archivePartner, async (ctx, { params, body }) => {
    await partnerService.archivePartner(ctx, params.id, true, body.version);
    return answer(ctx, params.id);
  });
  route(app, partnerApi.restorePartner, async (ctx, { params, body }) => {
    await partnerService.archivePartner(ctx, params.id, false, body.version);
    return answer(ctx, params.id);
  });
  route(app, partnerApi.addPartnerPaper, async (ctx, { params, body }) => {
    await partnerService.addPaper(ctx, params.id, body);
    return answer(ctx, params.id);
  });
  route(app, partnerApi.removePartnerPaper, async (ctx, { params }) => {
    await partnerService.removePaper(ctx, params.id, params.paper);
    return answer(ctx, params.id);
  });
}

function lawyerRoutes(app: FastifyInstance): void {
  const answer = async (ctx: Context, id: number) => ({ data: await lawyerService.getLawyer(ctx, id) });
  route(app, lawyerApi.listLawyers, async (ctx, { query }) => {
    const { list, total } = await lawyerService.pageOfLawyers(ctx, query);
    const url = urlOf(lawyerApi.listLawyers, { query });
    return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
  });
  route(app, lawyerApi.getLawyer, (ctx, { params }) => answer(ctx, params.id));
  route(app, lawyerApi.createLawyer, async (ctx, { body }) =>
    answer(ctx, await lawyerService.createLawyer(ctx, body)),
  );
  route(app, lawyerApi.changeLawyer, async (ctx, { params, body }) => {
    await lawyerService.changeLawyer(ctx, params.id, body);
    return answer(ctx, params.id);
  });
  route(app, lawyerApi.archiveLawyer, async (ctx, { params, body }) => {
    await lawyerService.archiveLawyer(ctx, params.id, body);
    return answer(ctx, params.id);
  });
}
