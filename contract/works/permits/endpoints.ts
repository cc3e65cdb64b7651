import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { OrderQuery } from '#contract/paging.ts';
import { NewPermit, Permit, PermitDependencies, PermitStatusChange } from './model.ts';

/** One plan per house model (domain.md §2), with the model's id. `modelo` is the label for selection. */
export const listBlueprints = endpoint({
  method: 'GET',
  path: '/api/permission/planos/list',
  access: 'permisos.ver',
  shows: [],
  summary: 'Planos: uno por modelo de vivienda',
  query: OrderQuery,
  answer: data(z.array(z.object({ id: z.number().int(), nombre: z.string(), modelo: z.string() }))),
});

const base = '/api/permission/detalles_plano';
const params = z.object({ id: Id });

/** One row per plan in scope, with its permits in the order of their creation. */
export const listPermits = endpoint({
  method: 'GET',
  path: base,
  access: 'permisos.ver',
  shows: ['permiso'],
  summary: 'Permisos de cada plano',
  query: z.object({ plano_id: Id.optional() }),
  answer: data(z.array(z.object({ id: z.number().int(), modelo: z.string(), detalles: z.array(Permit) }))),
});

export const createPermit = endpoint({
  method: 'POST',
  path: base,
  access: 'permisos.crear',
  touches: ['permiso'],
  summary: 'Agrega un permiso a un plano',
  body: NewPermit,
  answer: data(Permit),
  status: 201,
  errors: ['PERMIT_TAKEN'],
  idempotent: true,
});

export const setPermitDependencies = endpoint({
  method: 'PATCH',
  path: `${base}/:id/depende_de`,
  access: 'permisos.editar',
  touches: ['permiso'],
  summary: 'Cambia de qué permisos depende un permiso',
  params,
  body: PermitDependencies,
  answer: data(Permit),
  errors: ['STALE'],
});

export const changePermitState = endpoint({
  method: 'PATCH',
  path: `${base}/:id/estado`,
  access: 'permisos.ver',
  touches: ['permiso'],
  summary: 'Cambia el estado de un permiso',
  params,
  body: PermitStatusChange,
  answer: data(Permit),
  errors: ['STALE', 'TRANSITION'],
});
