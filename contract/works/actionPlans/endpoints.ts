import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  ActionPlan,
  ActionPlanForm,
  ActionPlanRow,
  PLAN_STANDINGS,
  PlanStanding,
  PlanVersion,
  PublishForm,
} from './model.ts';
import { usualDays } from './rules.ts';

const base = '/api/projects/action_plans';
const one = `${base}/:modelId` as const;
const params = z.object({ modelId: Id });

// A plan is part of a project's model, as its price and its pictures, so whoever edits the project (proyectos.editar: the
// project manager, in own projects) edits and publishes it. contratos.crear would tie it to amounts, and contratos.editar
// is also the contractor's and the resident's, who report progress and must not move the days it is measured by.

export const listActionPlans = endpoint({
  method: 'GET',
  path: base,
  access: 'proyectos.ver',
  shows: ['plan_accion'],
  summary: 'Los modelos con su plan de acción, también los que aún no lo tienen',
  query: pageBy('modelo', 'days', 'activities', 'area_m2').extend({
    q: z.string().max(80).optional(),
    proyecto_id: Id.optional(),
    estado: PlanStanding.optional(),
  }),
  answer: page(ActionPlanRow),
  exports: exportsOf(ActionPlanRow, {
    title: 'Planes de acción',
    permission: 'proyectos.exportar',
    columns: [
      { key: 'modelo', title: 'Modelo', type: 'text', width: 24, value: (row) => row.modelo },
      {
        key: 'proyecto',
        of: 'modelo',
        title: 'Proyecto',
        type: 'text',
        width: 28,
        value: (row) => row.project.name,
      },
      { key: 'area_m2', title: 'Área (m²)', type: 'number', value: (row) => row.area_m2 },
      { key: 'activities', title: 'Actividades', type: 'number', value: (row) => row.activities },
      { key: 'days', title: 'Días hábiles', type: 'number', value: (row) => row.days },
      {
        key: 'usual_desde',
        of: 'usual',
        title: 'Usual desde',
        type: 'number',
        value: (row) => usualDays(row.area_m2).from,
      },
      {
        key: 'usual_hasta',
        of: 'usual',
        title: 'Usual hasta',
        type: 'number',
        value: (row) => usualDays(row.area_m2).to,
      },
      { key: 'number', title: 'Versión', type: 'number', value: (row) => row.number },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 24,
        value: (row) => PLAN_STANDINGS[row.standing],
      },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      estado: { label: 'Estado', values: PLAN_STANDINGS },
    },
  }),
});

export const findActionPlan = endpoint({
  method: 'GET',
  path: one,
  access: 'proyectos.ver',
  shows: ['plan_accion'],
  summary: 'El plan de acción de un modelo: la versión en vigor, la que se prepara, y las anteriores',
  params,
  answer: data(ActionPlan),
});

export const findPlanVersion = endpoint({
  method: 'GET',
  path: `${one}/versions/:number`,
  access: 'proyectos.ver',
  shows: ['plan_accion'],
  summary: 'Una versión de un plan de acción con sus actividades',
  params: params.extend({ number: z.coerce.number().int().min(1).max(9999) }),
  answer: data(PlanVersion),
});

export const saveActionPlan = endpoint({
  method: 'PUT',
  path: one,
  access: 'proyectos.editar',
  touches: ['plan_accion'],
  summary: 'Guarda la versión que se prepara; una publicada no cambia y empieza la próxima',
  params,
  body: ActionPlanForm,
  answer: data(ActionPlan),
  errors: ['STALE'],
});

export const publishActionPlan = endpoint({
  method: 'POST',
  path: `${one}/publish`,
  access: 'proyectos.editar',
  touches: ['plan_accion'],
  summary: 'Publica la versión que se prepara: las obras que se programen desde ahora la usan',
  params,
  body: PublishForm,
  answer: data(ActionPlan),
  errors: ['STALE', 'NO_DRAFT'],
  idempotent: true,
});

export const discardActionPlan = endpoint({
  method: 'POST',
  path: `${one}/discard`,
  access: 'proyectos.editar',
  touches: ['plan_accion'],
  summary: 'Descarta los cambios que no se han publicado',
  params,
  body: z.object({ version: z.number().int().optional() }),
  answer: data(ActionPlan),
  errors: ['STALE', 'NO_DRAFT'],
  idempotent: true,
});

export const copyActionPlan = endpoint({
  method: 'POST',
  path: `${one}/copy`,
  access: 'proyectos.editar',
  touches: ['plan_accion'],
  summary: 'Prepara el plan de un modelo con las actividades, días y dependencias de otro',
  params,
  body: z.object({ from_model_id: z.number().int().min(1), version: z.number().int().optional() }),
  answer: data(ActionPlan),
  errors: ['STALE'],
  idempotent: true,
});
