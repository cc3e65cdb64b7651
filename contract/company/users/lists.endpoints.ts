import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { orderBy, pageBy } from '#contract/paging.ts';
import { InspectorRow, Named, USER_STATE_LABELS } from './people.ts';

const base = '/api/administrations/users';

const Person = Named.extend({ email: z.string() });

export const listColleagues = endpoint({
  method: 'GET',
  path: `${base}/lists`,
  access: 'colleagues',
  shows: ['user'],
  summary: 'Los colegas activos',
  query: orderBy('name', 'id', 'email'),
  answer: data(z.array(Person)),
});

export const listContractingParties = endpoint({
  method: 'GET',
  path: `${base}/list_contracting_parties`,
  access: 'contratos.ver',
  shows: ['partner'],
  summary: 'Las empresas que contratan',
  query: orderBy('name', 'id'),
  answer: data(z.array(Named)),
});

/** A contractor gets only its own company. */
export const listContractors = endpoint({
  method: 'GET',
  path: `${base}/list_contractors`,
  access: 'contratos.ver',
  shows: ['partner'],
  summary: 'Los contratistas',
  query: orderBy('name', 'id'),
  answer: data(z.array(Named)),
});

/** Active users of type 5, and users whose role may inspect jobs only in their projects. */
export const listAgents = endpoint({
  method: 'GET',
  path: `${base}/list_agents`,
  access: 'colleagues',
  shows: ['user'],
  summary: 'Los inspectores',
  query: orderBy('name', 'id'),
  answer: data(z.array(Named)),
});

export const listUsersOfOrganizationalRole = endpoint({
  method: 'GET',
  path: '/api/organizational_role_type/listUsers/:type',
  access: 'colleagues',
  shows: ['user'],
  summary: 'Los colegas activos de un rol organizacional',
  params: z.object({ type: z.coerce.number().int().min(1).max(32_767) }),
  query: orderBy('name', 'id', 'email'),
  answer: data(z.array(Person)),
});

/** Inspectors with the projects of their teams. */
export const listInspectors = endpoint({
  method: 'GET',
  path: '/api/administrations/agents',
  access: 'administracion.ver',
  shows: ['user'],
  summary: 'Los inspectores con sus proyectos',
  query: pageBy('name').extend({
    q: z.string().trim().max(80).optional(),
    proyecto_id: Id.optional(),
  }),
  answer: page(InspectorRow),
  exports: exportsOf(InspectorRow, {
    title: 'Inspectores',
    permission: 'administracion.exportar',
    columns: [
      { key: 'name', title: 'Nombre', type: 'text', width: 28, value: (row) => row.name },
      { key: 'email', of: 'name', title: 'Correo', type: 'text', width: 30, value: (row) => row.email },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 13,
        value: (row) => USER_STATE_LABELS[row.state],
      },
      {
        key: 'ausente_hasta',
        of: 'estado',
        title: 'Ausente hasta',
        type: 'date',
        value: (row) => row.away_to,
      },
      {
        key: 'proyectos',
        title: 'Proyectos',
        type: 'text',
        width: 40,
        value: (row) => row.projects.map(({ name }) => name).join(', '),
      },
      { key: 'celular', title: 'Celular', type: 'text', width: 16, value: (row) => row.phone },
    ],
    filters: { q: { label: 'Búsqueda' }, proyecto_id: { label: 'Proyecto', of: 'proyecto' } },
  }),
});
