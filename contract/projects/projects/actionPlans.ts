import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';

const named = z.object({ id: z.number().int(), name: z.string() });

/** A model and its action plan in the list; `id` is null without a plan. */
export const ActionPlanRow = z.object({
  id: z.number().int().nullable(),
  model_id: z.number().int(),
  modelo: z.string(),
  project: named,
  area_m2: z.number(),
  activities: z.number().int(),
  /** Working days, one activity after the other. */
  days: z.number().int(),
});
export type ActionPlanRow = z.infer<typeof ActionPlanRow>;

export const ActionPlan = ActionPlanRow.extend({
  /** 0 without a plan. */
  version: z.number().int(),
  steps: z.array(z.object({ activity_id: z.number().int(), name: z.string(), days: z.number().int() })),
  /** Activities that can be added to the plan. */
  offered: z.array(named),
});
export type ActionPlan = z.infer<typeof ActionPlan>;

export const ActionPlanForm = z.object({
  steps: z
    .array(
      z.object({
        activity_id: z.number().int().min(1).max(2_147_483_647),
        days: z
          .number()
          .int()
          .min(1, { error: 'Al menos un día.' })
          .max(400, { error: 'A lo más 400 días.' }),
      }),
    )
    .min(1, { error: 'Agrega al menos una actividad.' })
    .max(100)
    .refine((steps) => new Set(steps.map((one) => one.activity_id)).size === steps.length, {
      error: 'Una actividad está dos veces.',
    }),
  version: z.number().int().optional(),
});

/**
 * Usual working days for a house of this area: 75-90 for 72 m² (domain.md §2), of which half is independent of the
 * size. A hint, never a limit.
 */
export function usualDays(areaM2: number): { from: number; to: number } {
  const share = 0.5 + (0.5 * areaM2) / 72;
  return { from: Math.round(75 * share), to: Math.round(90 * share) };
}

/** Comment on a plan's days compared with the usual number. */
export function daysHint(days: number, areaM2: number): string {
  const { from, to } = usualDays(areaM2);
  const usual = `Lo usual para ${areaM2} m² es de ${from} a ${to} días hábiles.`;
  if (days < from) return `${usual} Este plan es más corto.`;
  return days > to ? `${usual} Este plan es más largo.` : usual;
}

const base = '/api/projects/action_plans';
const params = z.object({ modelId: Id });

export const listActionPlans = endpoint({
  method: 'GET',
  path: base,
  access: 'proyectos.ver',
  shows: ['plan_accion'],
  summary: 'Los modelos con su plan de acción, también los que aún no lo tienen',
  query: pageBy('modelo', 'days').extend({
    q: z.string().max(80).optional(),
    proyecto_id: Id.optional(),
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
    ],
    filters: { q: { label: 'Búsqueda' }, proyecto_id: { label: 'Proyecto', of: 'proyecto' } },
  }),
});

export const findActionPlan = endpoint({
  method: 'GET',
  path: `${base}/:modelId`,
  access: 'proyectos.ver',
  shows: ['plan_accion'],
  summary: 'El plan de acción de un modelo: sus actividades en orden, con sus días hábiles',
  params,
  answer: data(ActionPlan),
});

export const saveActionPlan = endpoint({
  method: 'PUT',
  path: `${base}/:modelId`,
  access: 'proyectos.editar',
  touches: ['plan_accion'],
  summary: 'Guarda el plan de acción de un modelo',
  params,
  body: ActionPlanForm,
  answer: data(ActionPlan),
  errors: ['STALE'],
});

export const copyActionPlan = endpoint({
  method: 'POST',
  path: `${base}/:modelId/copy`,
  access: 'proyectos.editar',
  touches: ['plan_accion'],
  summary: 'Pone en el plan de un modelo las actividades y días de otro',
  params,
  body: z.object({ from_model_id: z.number().int().min(1), version: z.number().int().optional() }),
  answer: data(ActionPlan),
  errors: ['STALE'],
  idempotent: true,
});
