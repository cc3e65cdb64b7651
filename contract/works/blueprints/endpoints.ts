import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { OrderQuery, pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

/** Plans are large drawings. */
export const SHEET_FILE = {
  maxCount: 1,
  maxSize: 25 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
} as const;

/** One plan per house model (domain.md §2), with the model's id. `modelo` is the label for selection. */
export const listBlueprints = endpoint({
  method: 'GET',
  path: '/api/permission/planos/list',
  access: 'permisos.ver',
  shows: ['modelo'],
  summary: 'Planos: uno por modelo de vivienda',
  query: OrderQuery,
  answer: data(z.array(z.object({ id: z.number().int(), nombre: z.string(), modelo: z.string() }))),
});

/** A model's plan in a list. The id is the model's. */
export const PlanRow = z.object({
  id: z.number().int(),
  nombre: z.string(),
  modelo: z.string(),
  proyecto: Named,
  /** The version in force; null: none yet, or the last one was withdrawn. */
  vigente: z.object({ numero: z.number().int(), desde: z.string(), laminas: z.number().int() }).nullable(),
  /** Number of the draft that is being prepared. */
  borrador: z.number().int().nullable(),
  versiones: z.number().int(),
  viviendas: z.number().int(),
});
export type PlanRow = z.infer<typeof PlanRow>;

export const PlanSheet = z.object({
  id: z.number().int(),
  disciplina: Named,
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  url: z.string(),
  subido_por: z.string().nullable(),
  subido: z.string(),
});
export type PlanSheet = z.infer<typeof PlanSheet>;

export const PlanVersion = z.object({
  id: z.number().int(),
  numero: z.number().int(),
  version: z.number().int(),
  estado: Named,
  /** What changes in it. */
  nota: z.string(),
  hecha_por: z.string().nullable(),
  hecha: z.string(),
  /** Instants from and until which it was in force, and who put it there. */
  desde: z.string().nullable(),
  hasta: z.string().nullable(),
  aprobada_por: z.string().nullable(),
  /** Why it was withdrawn. */
  motivo: z.string().nullable(),
  laminas: z.array(PlanSheet),
  /** Permits that were presented with it. */
  permisos: z.array(Named),
  transitions: z.array(TransitionOffer),
});
export type PlanVersion = z.infer<typeof PlanVersion>;

export const Plan = PlanRow.extend({
  /** The newest first. */
  historial: z.array(PlanVersion),
  may_edit: z.boolean(),
});
export type Plan = z.infer<typeof Plan>;

export const PLAN_STANDINGS = {
  vigentes: 'Con plano en vigor',
  sin_plano: 'Sin plano en vigor',
  borradores: 'Con borrador',
} as const;

const base = '/api/permission/planos';
const params = z.object({ id: Id });
const record = data(Plan);
const touches = ['plano'] as const;

export const listPlans = endpoint({
  method: 'GET',
  path: base,
  access: 'permisos.ver',
  shows: ['plano', 'modelo', 'vivienda'],
  summary: 'El plano de cada modelo, con su versión en vigor',
  query: pageBy('nombre', 'desde').extend({
    proyecto_id: Id.optional(),
    situacion: z.enum(Object.keys(PLAN_STANDINGS) as [keyof typeof PLAN_STANDINGS]).optional(),
    q: z.string().trim().max(60).optional(),
  }),
  answer: page(PlanRow),
  exports: exportsOf(PlanRow, {
    title: 'Planos',
    permission: 'permisos.exportar',
    columns: [
      { key: 'nombre', title: 'Plano', type: 'text', width: 34, value: (row) => row.modelo },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 26, value: (row) => row.proyecto.name },
      { key: 'vigente', title: 'Versión en vigor', type: 'number', value: (row) => row.vigente?.numero },
      { key: 'desde', title: 'En vigor desde', type: 'instant', value: (row) => row.vigente?.desde },
      { key: 'laminas', title: 'Láminas', type: 'number', value: (row) => row.vigente?.laminas },
      { key: 'borrador', title: 'Borrador', type: 'number', value: (row) => row.borrador },
      { key: 'viviendas', title: 'Viviendas', type: 'number', value: (row) => row.viviendas },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      situacion: { label: 'Situación', values: PLAN_STANDINGS },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getPlan = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'permisos.ver',
  shows: ['plano', 'modelo', 'permiso'],
  summary: 'El plano de un modelo con todas sus versiones; las reemplazadas se siguen leyendo',
  params,
  answer: record,
});

export const NewPlanVersion = z.object({
  nota: z
    .string()
    .trim()
    .min(3, { error: 'Escribe qué cambia en esta versión.' })
    .max(500, { error: 'Escribe como máximo 500 caracteres.' }),
  /** Begins with the sheets of the version in force; those that change are replaced. */
  copiar: z.boolean().default(false),
});

export const createPlanVersion = endpoint({
  method: 'POST',
  path: `${base}/:id/versiones`,
  access: 'permisos.crear',
  touches,
  summary: 'Empieza una versión del plano, como borrador',
  params,
  body: NewPlanVersion,
  answer: record,
  status: 201,
  errors: ['DRAFT_TAKEN'],
  idempotent: true,
});

const version = `${base}/versiones/:id` as const;

export const changePlanVersion = endpoint({
  method: 'PATCH',
  path: version,
  access: 'permisos.editar',
  touches,
  summary: 'Corrige qué cambia en un borrador',
  params,
  body: NewPlanVersion.pick({ nota: true }).extend({ version: z.number().int().optional() }),
  answer: record,
  errors: ['STALE', 'PLAN_FIXED'],
});

export const addPlanSheet = endpoint({
  method: 'POST',
  path: `${version}/laminas`,
  access: 'permisos.editar',
  touches,
  summary: 'Agrega una lámina a un borrador; con la misma disciplina y nombre reemplaza la copiada',
  params,
  body: z.object({ disciplina_id: z.coerce.number().int().min(1).max(32_767) }),
  files: { archivo: SHEET_FILE },
  answer: record,
  status: 201,
  errors: ['PLAN_FIXED'],
  idempotent: true,
});

export const removePlanSheet = endpoint({
  method: 'DELETE',
  path: `${version}/laminas/:lamina`,
  access: 'permisos.editar',
  touches,
  summary: 'Quita una lámina de un borrador',
  params: z.object({ id: Id, lamina: Id }),
  answer: record,
  errors: ['PLAN_FIXED'],
});

export const changePlanState = endpoint({
  method: 'PATCH',
  path: `${version}/estado`,
  access: 'permisos.ver',
  touches,
  summary: 'Pone una versión en vigor, o la anula',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});
