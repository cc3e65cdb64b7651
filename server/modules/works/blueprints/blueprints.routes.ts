import { sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { permitTypes, planDisciplines, planStates } from '#contract/company/catalogs/permitLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import * as api from '#contract/works/blueprints/endpoints.ts';
import { PLAN_VERSION, planLabel, planMachine } from '#contract/works/blueprints/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { projectInReach, projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import {
  allPlans,
  findPlan,
  findPlans,
  versionsOf,
  type FoundPlan,
  type FoundVersion,
} from './blueprints.queries.ts';
import * as service from './blueprints.service.ts';

const inReach = (ctx: Context, permission: Permission = 'permisos.ver') =>
  projectsInReach(ctx, permission) ?? sql`true`;

/** The plan (planos) of each model, in versions: one in force, the earlier ones stay readable. */
export const blueprintsModule: Module = {
  name: 'blueprints',
  records: { plano: async (ctx, id) => (await findPlan(ctx.db, id, inReach(ctx))) !== undefined },
  tasks: { plano: planTasks },
  routes(app) {
    route(app, api.listBlueprints, async (ctx, { query }) => ({
      data: (await allPlans(ctx.db, inReach(ctx), query.order_type === 'desc')).map((one) => ({
        id: one.id,
        nombre: `Plano ${one.name}`,
        modelo: planLabel(one),
      })),
    }));
    route(app, api.listPlans, async (ctx, { query }) => {
      const { found, total } = await findPlans(ctx.db, query, inReach(ctx));
      const url = urlOf(api.listPlans, { query });
      return {
        data: found.map(presentRow),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    route(app, api.getPlan, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createPlanVersion, async (ctx, { params, body }) =>
      answer(ctx, await service.createPlanVersion(ctx, params.id, body)),
    );
    route(app, api.changePlanVersion, async (ctx, { params, body }) =>
      answer(ctx, await service.changePlanVersion(ctx, params.id, body)),
    );
    route(app, api.addPlanSheet, async (ctx, { params, body }) =>
      answer(ctx, await service.addPlanSheet(ctx, params.id, body.disciplina_id)),
    );
    route(app, api.removePlanSheet, async (ctx, { params }) =>
      answer(ctx, await service.removePlanSheet(ctx, params.id, params.lamina)),
    );
    route(app, api.changePlanState, async (ctx, { params, body }) =>
      answer(ctx, await service.changePlanState(ctx, params.id, body.params)),
    );
  },
};

const presentRow = (one: FoundPlan): api.PlanRow => ({
  id: one.id,
  nombre: `Plano ${one.name}`,
  modelo: planLabel(one),
  proyecto: { id: one.projectId, name: one.project },
  vigente:
    one.forceNumber === null
      ? null
      : { numero: one.forceNumber, desde: one.forceSince!, laminas: one.forceSheets },
  borrador: one.draftNumber,
  versiones: one.versions,
  viviendas: one.houses,
});

/** A model's plan as the caller sees it. Raises 404. */
async function answer(ctx: Context, id: number): Promise<{ data: api.Plan }> {
  const found = await findPlan(ctx.db, id, inReach(ctx));
  if (!found) throw notFound();
  const may = new Map<Permission, boolean>();
  for (const permission of [
    'permisos.crear',
    'permisos.editar',
    'permisos.aprobar',
    'permisos.anular',
  ] as const)
    may.set(permission, await projectInReach(ctx, found.projectId, permission));
  const labels = {
    states: await catalogLabels(ctx.db, planStates),
    disciplines: await catalogLabels(ctx.db, planDisciplines),
    types: await catalogLabels(ctx.db, permitTypes),
  };
  const versions = await versionsOf(ctx.db, id);
  return {
    data: {
      ...presentRow(found),
      historial: versions.map((one) => presentVersion(ctx, one, labels, may)),
      may_edit: may.get('permisos.editar')!,
    },
  };
}

type Labels = Record<'states' | 'disciplines' | 'types', ReadonlyMap<number, string>>;

function presentVersion(
  ctx: Context,
  one: FoundVersion,
  { states, disciplines, types }: Labels,
  may: ReadonlyMap<Permission, boolean>,
): api.PlanVersion {
  return {
    id: one.id,
    numero: one.number,
    version: one.version,
    estado: { id: one.stateId, name: states.get(one.stateId) ?? '' },
    nota: one.note,
    hecha_por: one.by,
    hecha: one.at,
    desde: one.since,
    hasta: one.until,
    aprobada_por: one.approvedBy,
    motivo: one.reason,
    laminas: one.sheets.map((sheet) => ({
      id: sheet.id,
      disciplina: { id: sheet.disciplineId, name: disciplines.get(sheet.disciplineId) ?? '' },
      name: sheet.name,
      mime: sheet.mime,
      size: sheet.size,
      url: fileUrl(ctx, sheet.fileId),
      subido_por: sheet.by,
      subido: sheet.at,
    })),
    permisos: one.permits.map(({ id, typeId, of }) => ({
      id,
      name: [types.get(typeId), of].filter(Boolean).join(' · '),
    })),
    transitions: offersOf(
      planMachine,
      one.stateId,
      { sheets: one.sheets.length },
      urlOf(api.changePlanState, { params: { id: one.id } }),
      (permission) => may.get(permission) ?? false,
    ),
  };
}

/** Drafts with sheets, for who puts plans in force. */
function planTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'permisos.aprobar')) return null;
  return {
    rows: sql`select m.id, m.name, projects.name project, v.number, v.created_at from blueprint_versions v
      join house_models m on m.id = v.model_id join projects on projects.id = m.project_id
      where v.state_id = ${idOf(PLAN_VERSION.draft)} and m.archived_at is null and ${inReach(ctx, 'permisos.aprobar')}
        and exists (select from blueprint_sheets s where s.version_id = v.id)`,
    id: sql`w.id`,
    title: sql`'Plano ' || w.name`,
    text: sql`'Poner en vigor la versión ' || w.number || ' · ' || w.project`,
    due: sql`null::date`,
    since: sql`w.created_at`,
  };
}
