import { applicationFollower } from './applications.service.ts';
import { bankKnown } from './known.ts';
import * as applications from '#contract/banking/applications/applications.ts';
import * as money from '#contract/banking/disbursements/disbursements.ts';
import * as letters from '#contract/banking/letters/letters.ts';
import * as papers from '#contract/banking/requirements/requirements.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { panamaDay } from '#contract/dates.ts';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { answerTimes } from './answerTimes.service.ts';
import { bankNight } from './applications.jobs.ts';
import { presentApplications, presentRows } from './applications.present.ts';
import {
  allApplications,
  countFollowUps,
  findApplication,
  findApplications,
} from './applications.queries.ts';
import * as service from './applications.service.ts';
import { findDisbursements } from '#server/modules/banking/disbursements/disbursements.list.ts';
import {
  askDisbursement,
  confirmBankMoney,
} from '#server/modules/banking/disbursements/disbursements.service.ts';
import { serveExpedientes } from '#server/modules/banking/expediente/expediente.routes.ts';
import { prepareExpediente } from '#server/modules/banking/expediente/expediente.service.ts';
import {
  askExtension,
  fileLetter,
  recordExtension,
} from '#server/modules/banking/letters/letters.service.ts';
import {
  addRequirementRow,
  changeRequirementRow,
  listRequirementRows,
} from '#server/modules/banking/requirements/requirements.service.ts';
import { saleBanks } from '#server/modules/banking/saleBanks/saleBanks.service.ts';

export const applicationsModule: Module = {
  name: 'bankApplications',
  jobs: [bankNight],
  followers: [applicationFollower],
  knows: { precontrato: { bank: bankKnown } },
  records: { solicitud: async (ctx, id) => (await inReach(ctx, id, 'tramites.ver')) !== undefined },
  counters: { applications: countFollowUps },
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

    route(app, letters.uploadLetter, async (ctx, { params, body }) => ({
      data: { id: params.id, warning: await fileLetter(ctx, params.id, body) },
    }));
    route(app, letters.requestExtension, async (ctx, { params, body }) => {
      await askExtension(ctx, params.id, body.motivo);
      return { data: { id: params.id, warning: null } };
    });
    route(app, letters.answerExtension, async (ctx, { params, body }) => {
      await recordExtension(ctx, params.id, body);
      return { data: { id: params.id, warning: null } };
    });

    route(app, money.listDisbursements, async (ctx, { query }) => {
      const { data, total } = await findDisbursements(ctx, query, salesInReach(ctx, 'tramites.ver'));
      const url = urlOf(money.listDisbursements, { query });
      return { data, meta: { pagination: paginate(query, data.length, total, url) } };
    });
    route(app, money.requestDisbursement, async (ctx, { params, body }) => ({
      data: await askDisbursement(ctx, params.id, body),
    }));
    route(app, money.confirmDisbursement, async (ctx, { params, body }) => ({
      data: await confirmBankMoney(ctx, params.id, body),
    }));

    route(app, papers.getSaleBanks, async (ctx, { params, query }) => ({
      data: await saleBanks(ctx, params.id, query.bancos?.split(',').map(Number) ?? []),
    }));
    route(app, papers.listRequirements, async (ctx, { query }) => ({
      data: await listRequirementRows(ctx, { banco_id: query.banco_id, history: query.historia === '1' }),
    }));
    route(app, papers.addRequirement, async (ctx, { body }) => ({
      data: await addRequirementRow(ctx, body),
    }));
    route(app, papers.changeRequirement, async (ctx, { params, body }) => ({
      data: await changeRequirementRow(ctx, params.id, body),
    }));
    route(app, papers.prepareFile, async (ctx, { params, body }) => ({
      data: await prepareExpediente(ctx, params.id, body.formato),
    }));
    serveExpedientes(app);
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
