import type { FastifyInstance } from 'fastify';
import * as banks from '#contract/projects/projects/banks.ts';
import * as team from '#contract/projects/projects/team.ts';
import * as weeks from '#contract/projects/projects/weeks.ts';
import { route } from '#server/kernel/route.ts';
import {
  addBank,
  addExecutive,
  changeBank,
  changeExecutive,
  copyBanks,
  lenders,
  listBanks,
  orderBanks,
} from './banks.service.ts';
import { findCandidates } from './projects.queries.ts';
import { addMember, changeMember, findTeamOf, removeMember } from './team.service.ts';
import { closeWeek, listWeeks, reopenWeek } from './weeks.service.ts';

/** Team, banks and weeks of a project. */
export function planRoutes(app: FastifyInstance): void {
  route(app, team.listTeamCandidates, async (ctx) => ({ data: await findCandidates(ctx.db) }));
  route(app, team.findTeamOf, async (ctx, { params }) => ({ data: await findTeamOf(ctx, params.id) }));
  route(app, team.addTeamMember, async (ctx, { params, body }) => ({
    data: await addMember(ctx, params.id, body),
  }));
  route(app, team.changeTeamMember, async (ctx, { params, body }) => ({
    data: await changeMember(ctx, params.id, params.userId, body.role_type_id),
  }));
  route(app, team.removeTeamMember, async (ctx, { params, query }) => ({
    data: await removeMember(ctx, params.id, params.userId, query.confirmar),
  }));

  route(app, banks.listLenders, async (ctx) => ({ data: await lenders(ctx.db) }));
  route(app, banks.listProjectBanks, async (ctx, { params }) => ({ data: await listBanks(ctx, params.id) }));
  route(app, banks.addProjectBank, async (ctx, { params, body }) => ({
    data: await addBank(ctx, params.id, body),
  }));
  route(app, banks.changeProjectBank, async (ctx, { params, body }) => ({
    data: await changeBank(ctx, params.id, body),
  }));
  route(app, banks.orderProjectBanks, async (ctx, { params, body }) => ({
    data: await orderBanks(ctx, params.id, body.ids),
  }));
  route(app, banks.copyProjectBanks, async (ctx, { params, body }) => {
    const copied = await copyBanks(ctx, params.id, body.from_project_id);
    const success =
      copied === 0
        ? 'No faltaba ninguno: no se copió nada.'
        : `Se ${copied === 1 ? 'copió 1 banco' : `copiaron ${copied} bancos`}.`;
    return { data: await listBanks(ctx, params.id), success };
  });
  route(app, banks.addExecutive, async (ctx, { params, body }) => ({
    data: await addExecutive(ctx, params.id, body),
  }));
  route(app, banks.changeExecutive, async (ctx, { params, body }) => ({
    data: await changeExecutive(ctx, params.id, body),
  }));

  route(app, weeks.listProjectWeeks, async (ctx, { params }) => ({ data: await listWeeks(ctx, params.id) }));
  route(app, weeks.closeWeek, async (ctx, { params }) => ({
    data: await closeWeek(ctx, params.id, params.week),
  }));
  route(app, weeks.reopenWeek, async (ctx, { params, body }) => ({
    data: await reopenWeek(ctx, params.id, params.week, body.motivo),
  }));
}
