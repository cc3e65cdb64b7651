import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { Id } from '#contract/ids.ts';
import {
  NewPermit,
  Permit,
  PERMIT_STANDINGS,
  PermitChange,
  PermitDependencies,
  PermitExtension,
  PermitFilter,
  PermitMatrix,
  PermitRecord,
  PermitRow,
  PermitStatusChange,
  StartPermits,
} from './model.ts';
import { PERMIT_LEVELS } from './rules.ts';

const base = '/api/permission/detalles_plano';
const params = z.object({ id: Id });
const record = data(PermitRecord);
/** An occupancy permit writes the house's legal file, and with it its sale's stages and deed. */
const touches = ['permiso'] as const;
const movesHouse = ['permiso', 'expediente_vivienda', 'escritura', 'precontrato', 'etapa'] as const;
const VersionSeen = { version: z.number().int().optional() };

/** One row per plan in scope, with its permits in the order of their creation. */
export const listPlanPermits = endpoint({
  method: 'GET',
  path: base,
  access: 'permisos.ver',
  shows: ['permiso'],
  summary: 'Permisos de cada plano',
  query: z.object({ plano_id: Id.optional() }),
  answer: data(z.array(z.object({ id: z.number().int(), modelo: z.string(), detalles: z.array(Permit) }))),
});

export const listPermits = endpoint({
  method: 'GET',
  path: '/api/permission/permisos',
  access: 'permisos.ver',
  shows: ['permiso', 'vivienda', 'modelo'],
  summary: 'Los permisos de proyectos, modelos y viviendas',
  query: PermitFilter,
  answer: page(PermitRow),
  exports: exportsOf(PermitRow, {
    title: 'Permisos',
    permission: 'permisos.exportar',
    columns: [
      { key: 'id', title: 'Trámite', type: 'text', width: 40, value: (row) => row.tipo.name },
      { key: 'entidad', of: 'id', title: 'Entidad', type: 'text', width: 24, value: (row) => row.entidad },
      {
        key: 'de',
        title: 'Para',
        type: 'text',
        width: 24,
        value: (row) => row.vivienda?.name ?? row.modelo?.name ?? PERMIT_LEVELS.proyecto,
      },
      {
        key: 'proyecto',
        of: 'de',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.proyecto.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 16, value: (row) => row.estado.name },
      { key: 'numero', title: 'Número', type: 'text', width: 18, value: (row) => row.numero },
      { key: 'ingreso', title: 'Ingreso', type: 'date', value: (row) => row.ingreso },
      { key: 'previsto', title: 'Previsto', type: 'date', value: (row) => row.previsto },
      { key: 'aprobacion', title: 'Aprobación', type: 'date', value: (row) => row.aprobacion },
      { key: 'vence', title: 'Vence', type: 'date', value: (row) => row.vence },
      { key: 'costo', title: 'Costo', type: 'money', value: (row) => row.costo },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      modelo_id: { label: 'Modelo' },
      vivienda_id: { label: 'Vivienda' },
      tipo_id: { label: 'Trámite', of: 'catalog:detalles_plano' },
      estado_id: { label: 'Estado', of: 'catalog:estados_permiso' },
      nivel: { label: 'Para', values: PERMIT_LEVELS },
      entidad: { label: 'Entidad' },
      situacion: { label: 'Situación', values: PERMIT_STANDINGS },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const listPermitEntities = endpoint({
  method: 'GET',
  path: '/api/permission/entidades/list',
  access: 'permisos.ver',
  shows: ['permiso'],
  summary: 'Las entidades de los permisos, para elegir',
  answer: data(z.array(z.string())),
});

export const getPermit = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'permisos.ver',
  shows: ['permiso', 'plano', 'vivienda'],
  summary: 'Un permiso con lo que espera, lo que detiene, su historia y lo que se puede hacer',
  params,
  answer: record,
});

export const createPermit = endpoint({
  method: 'POST',
  path: base,
  access: 'permisos.crear',
  touches,
  summary: 'Agrega un permiso a un proyecto, a un plano o a una vivienda',
  body: NewPermit,
  answer: record,
  status: 201,
  errors: ['PERMIT_TAKEN'],
  idempotent: true,
});

export const startPermits = endpoint({
  method: 'POST',
  path: `${base}/varios`,
  access: 'permisos.crear',
  touches,
  summary: 'Empieza varios trámites a la vez; los que ya existen quedan como están',
  body: StartPermits,
  answer: z.object({ success: z.string(), data: z.object({ made: z.number().int() }) }),
  status: 201,
  idempotent: true,
});

export const changePermit = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'permisos.editar',
  touches: movesHouse,
  summary: 'Corrige los datos de un permiso',
  params,
  body: PermitChange.extend(VersionSeen),
  answer: record,
  errors: ['STALE'],
});

export const setPermitDependencies = endpoint({
  method: 'PATCH',
  path: `${base}/:id/depende_de`,
  access: 'permisos.editar',
  touches,
  summary: 'Cambia de qué permisos depende un permiso',
  params,
  body: PermitDependencies,
  answer: record,
  errors: ['STALE'],
});

export const changePermitState = endpoint({
  method: 'PATCH',
  path: `${base}/:id/estado`,
  access: 'permisos.ver',
  touches: movesHouse,
  summary: 'Cambia el estado de un permiso',
  params,
  body: PermitStatusChange,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const extendPermit = endpoint({
  method: 'POST',
  path: `${base}/:id/prorroga`,
  access: 'permisos.aprobar',
  touches: movesHouse,
  summary: 'Anota la prórroga de un permiso aprobado',
  params,
  body: PermitExtension.extend(VersionSeen),
  answer: record,
  errors: ['STALE', 'TRANSITION'],
  idempotent: true,
});

export const setPermitFile = endpoint({
  method: 'POST',
  path: `${base}/:id/archivo`,
  access: 'permisos.editar',
  touches: ['permiso', 'expediente_vivienda'],
  summary: 'Guarda el archivo de la resolución; el anterior queda entre los archivos',
  params,
  body: z.object({}),
  files: { archivo: PAPER_FILE },
  answer: record,
  status: 201,
  idempotent: true,
});

export const deletePermit = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  access: 'permisos.anular',
  touches,
  summary: 'Quita un permiso que nadie ha empezado',
  params,
  answer: z.object({ success: z.string() }),
  errors: ['PERMIT_USED'],
});

/** Rows: the project and its models, or its houses. A house also shows what it has from its model and its project. */
export const permitMatrix = endpoint({
  method: 'GET',
  path: '/api/permission/matriz',
  access: 'permisos.ver',
  shows: ['permiso', 'vivienda', 'modelo'],
  summary: 'Qué permisos tiene y cuáles le faltan a cada modelo, o a cada vivienda, de un proyecto',
  query: z.object({
    proyecto_id: Id,
    por: z.enum(['modelo', 'vivienda']).default('modelo'),
    modelo_id: Id.optional(),
  }),
  answer: data(PermitMatrix),
});
