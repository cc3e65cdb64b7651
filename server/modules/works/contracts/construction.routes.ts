import { and, eq, sql } from 'drizzle-orm';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { listContractAddenda } from '#contract/works/contracts/addendaList.ts';
import * as api from '#contract/works/contracts/endpoints.ts';
import { INFRASTRUCTURE_TYPE } from '#contract/works/contracts/rules.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { catalogLabels, catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { activitiesInForce } from '#server/modules/works/actionPlans/planSteps.service.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { advancePostings } from './contracts.postings.ts';
import { mayOpenContract } from './construction.scope.ts';
import { contracts } from './construction.table.ts';
import * as queries from './contracts.queries.ts';
import { changeContract, createContract } from './contracts.service.ts';
import { pageOfAddenda } from './contractAddenda.queries.ts';
import * as addenda from './contractAddenda.service.ts';
import { contractsNight } from './contracts.jobs.ts';
import { answerContract, findContractRow } from './contracts.present.ts';
import { contractTasks, guaranteeTasks } from './contracts.tasks.ts';
import * as guarantees from './guarantees.service.ts';
import * as parts from './parts.service.ts';
import { prepareRescission, withdrawRescission } from './rescission.service.ts';
import { changeContractState } from './status.service.ts';

/** Contracts of works: contractor, houses, amount and planned dates. */
export const constructionModule: Module = {
  name: 'construction',
  knows: {
    vivienda: { contracted: sql`exists (select from contract_houses c where c.house_id = houses.id)` },
  },
  records: { contrato: mayOpenContract },
  jobs: [contractsNight],
  tasks: { contrato: contractTasks, fianza: guaranteeTasks },
  postings: [advancePostings],
  routes(app) {
    route(app, api.listContracts, async (ctx, { query }) => {
      const { list, total } = await queries.pageOfContracts(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listContracts, { query })) },
      };
    });
    route(app, listContractAddenda, async (ctx, { query }) => {
      const { list, total } = await pageOfAddenda(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(listContractAddenda, { query })) },
      };
    });
    route(app, api.sumContracts, async (ctx, { query }) => ({
      data: await queries.sumsOfContracts(ctx, query),
    }));
    route(app, api.listProjectContracts, async (ctx, { params, query }) => ({
      data: await queries.contractOptions(
        ctx,
        eq(contracts.projectId, params.projectId),
        query.order_type === 'desc',
      ),
    }));
    route(app, api.listContractsOfType, async (ctx, { params, query }) => ({
      data: await queries.contractOptions(
        ctx,
        and(eq(contracts.projectId, params.projectId), eq(contracts.typeId, params.typeContract)),
        query.order_type === 'desc',
      ),
    }));
    route(app, api.listContractsOfHouse, async (ctx, { params, query }) => ({
      data: await queries.contractOptions(
        ctx,
        and(eq(contracts.projectId, params.projectId), queries.coversHouse(ctx, params.houseId)),
        query.order_type === 'desc',
      ),
    }));
    route(app, api.findContract, async (ctx, { params }) => ({
      data: (await findContractRow(ctx, params.id)) ?? missing(),
    }));
    route(app, api.findInfrastructureContract, async (ctx, { params }) => ({
      data: (await findContractRow(ctx, params.id, INFRASTRUCTURE_TYPE)) ?? missing(),
    }));
    route(app, api.createContract, async (ctx, { body }) => ({ data: await createContract(ctx, body) }));
    route(app, api.changeContract, async (ctx, { params, body }) => ({
      data: await changeContract(ctx, params.id, body),
    }));
    route(app, api.setHouseAmounts, async (ctx, { params, body }) => {
      await parts.setHouseAmounts(ctx, params.id, body);
      return answerContract(ctx, params.id);
    });
    route(app, api.setActivityWeights, async (ctx, { params, body }) => {
      await parts.setActivityWeights(ctx, params.id, body);
      return answerContract(ctx, params.id);
    });
    route(app, api.setContractItems, async (ctx, { params, body }) => {
      await parts.setContractItems(ctx, params.id, body);
      return answerContract(ctx, params.id);
    });
    route(app, api.changeContractStatus, async (ctx, { params, body }) => {
      await changeContractState(ctx, params.id, body.params);
      return answerContract(ctx, params.id);
    });
    route(app, api.payContractAdvance, async (ctx, { params, body }) => {
      await guarantees.payAdvance(ctx, params.id, body);
      return answerContract(ctx, params.id);
    });
    route(app, api.addGuarantee, async (ctx, { params, body }) => {
      await guarantees.addGuarantee(ctx, params.id, body);
      return answerContract(ctx, params.id);
    });
    route(app, api.removeGuarantee, async (ctx, { params }) => {
      await guarantees.removeGuarantee(ctx, params.id, params.guarantee);
      return answerContract(ctx, params.id);
    });
    route(app, api.createContractAddendum, async (ctx, { params, body }) => {
      await addenda.createAddendum(ctx, params.id, body);
      return answerContract(ctx, params.id);
    });
    route(app, api.changeContractAddendum, async (ctx, { params, body }) => {
      await addenda.changeAddendum(ctx, params.id, params.addendum, body);
      return answerContract(ctx, params.id);
    });
    route(app, api.changeContractAddendumStatus, async (ctx, { params, body }) => {
      await addenda.changeAddendumState(ctx, params.id, params.addendum, body.params);
      return answerContract(ctx, params.id);
    });
    route(app, api.prepareRescission, async (ctx, { params, body }) => {
      await prepareRescission(ctx, params.id, body);
      return answerContract(ctx, params.id);
    });
    route(app, api.withdrawRescission, async (ctx, { params }) => {
      await withdrawRescission(ctx, params.id);
      return answerContract(ctx, params.id);
    });
    route(app, api.listHousesByContract, async (ctx, { params, query }) => ({
      data: await housesOf(ctx, params.contractId, query.order_type === 'desc'),
    }));
    route(app, api.listContractHouses, async (ctx, { params, query }) => ({
      data: await housesOf(ctx, params.contractId, query.order_type === 'desc'),
    }));
    route(app, api.listHouseActivities, async (ctx, { params }) => ({
      data: await activitiesOf(ctx, params.houseId),
    }));
    route(app, api.checkSchedule, async (ctx, { params }) => {
      if (!(await projectInReach(ctx, params.projectId, 'proyectos.ver'))) throw notFound();
      const { without, ...days } = await queries.plannedDays(ctx, params.projectId);
      return { data: { has_schedule: days.from !== null, ...days, contracts_without: without } };
    });
  },
};

const missing = (): never => {
  throw notFound();
};

async function housesOf(ctx: Context, contractId: number, descending: boolean) {
  if (!(await mayOpenContract(ctx, contractId))) throw notFound();
  return queries.housesOf(ctx, contractId, descending);
}

/** The activities of the plan of a house's model; without a plan, the activities of every house. */
async function activitiesOf(ctx: Context, houseId: number) {
  const modelId = (await queries.modelOfHouse(ctx, houseId)) ?? missing();
  const planned = await activitiesInForce(ctx.db, modelId);
  const names = await catalogLabels(ctx.db, contractActivities);
  const ids =
    planned.length > 0 ? planned : (await catalogOptions(ctx.db, contractActivities)).map(({ id }) => id);
  return ids.map((id) => ({ id, nombre: names.get(id) ?? '', pivot: { vivienda_id: houseId } }));
}
