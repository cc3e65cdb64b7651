import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/company/users/endpoints.ts';
import * as lists from '#contract/company/users/lists.endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import * as accounts from './accounts.service.ts';
import * as options from './options.queries.ts';
import { pageOfInspectors, pageOfUsers } from './people.queries.ts';
import { changePerson, createPerson, getUser } from './people.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Users of the office, from the company and its partners. */
export const usersModule: Module = {
  name: 'users',
  records: {
    usuario: async (ctx, id) => maySee(ctx) && (await ctx.db.$count(users, eq(users.id, id))) > 0,
  },
  routes(app) {
    optionRoutes(app);
    userRoutes(app);
    accountRoutes(app);
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
  route(app, api.reactivateUser, async (ctx, { params, body }) => {
    await accounts.reactivate(ctx, params.id, body.version);
    return record(ctx, params.id);
  });
}
