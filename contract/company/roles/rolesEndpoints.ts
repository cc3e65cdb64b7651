import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { orderBy } from '#contract/paging.ts';
import { Grant, Grants, NewRole, Role, RoleChange, RoleSummary } from './roles.ts';

const base = '/api/administrations/roles';
const ofRole = z.object({ id: Id });
const Named = z.object({ id: z.number().int(), display_name: z.string() });
const changed = data(Role).extend({ success: z.string() });

const ordered = orderBy('id', 'display_name');

export const roleNames = endpoint({
  method: 'GET',
  path: `${base}/lists`,
  access: 'administracion.ver',
  shows: ['role'],
  summary: 'Los roles que se pueden dar, y el de los clientes',
  query: ordered,
  answer: data(z.array(Named)),
});

export const permissionNames = endpoint({
  method: 'GET',
  path: '/api/administrations/permissions/lists',
  access: 'administracion.ver',
  shows: [],
  summary: 'Los permisos que existen',
  query: ordered,
  answer: data(z.array(Named)),
});

export const listRoles = endpoint({
  method: 'GET',
  path: base,
  access: 'administracion.ver',
  shows: ['role'],
  summary: 'Los roles, con cuánta gente y cuántos permisos tienen',
  query: z.object({
    /** Part of the name or description. */
    q: z.string().trim().max(80).optional(),
    /** 0: without archived roles. */
    archivados: z.enum(['1', '0']).optional(),
  }),
  answer: data(z.array(RoleSummary)),
  exports: exportsOf(RoleSummary, {
    title: 'Roles',
    permission: 'administracion.exportar',
    columns: [
      { key: 'display_name', title: 'Rol', type: 'text', width: 28, value: (row) => row.display_name },
      { key: 'description', title: 'Para qué', type: 'text', width: 50, value: (row) => row.description },
      { key: 'people', title: 'Personas', type: 'number', value: (row) => row.people },
      { key: 'permissions', title: 'Permisos', type: 'number', value: (row) => row.permissions },
      {
        key: 'second_step',
        title: 'Pide segundo paso',
        type: 'text',
        value: (row) => row.requires_second_step,
      },
      { key: 'seed', title: 'Del producto', type: 'text', value: (row) => row.seed },
      {
        key: 'archivado',
        of: 'display_name',
        title: 'Archivado',
        type: 'instant',
        value: (row) => row.archived_at,
      },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      archivados: { label: 'Con los archivados', values: { 1: 'Sí', 0: 'No' } },
    },
  }),
});

export const getRole = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'administracion.ver',
  shows: ['role'],
  summary: 'Un rol con lo que permite y quién lo tiene',
  params: ofRole,
  answer: data(Role),
});

/** 422 at `display_name` (taken) and `copy_of` (unknown, or it allows more than the user's own roles). */
export const createRole = endpoint({
  method: 'POST',
  path: base,
  access: 'administracion.crear',
  touches: ['role'],
  summary: 'Crea un rol desde cero o como copia de otro',
  body: NewRole,
  answer: changed,
  status: 201,
  idempotent: true,
});

/** 422 at `display_name` (taken) and `requires_second_step` (the role allows more than the user's own roles). */
export const changeRole = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'administracion.editar',
  touches: ['role'],
  summary: 'Cambia el nombre, la descripción o si pide segundo paso',
  params: ofRole,
  body: RoleChange,
  answer: changed,
  errors: ['CONFLICT'],
});

/** 422 at `grants[n][permission]` for a permission that the user does not hold; 409 LAST_ADMINISTRATOR. */
export const setGrants = endpoint({
  method: 'PUT',
  path: `${base}/:id/grants`,
  access: 'administracion.editar',
  touches: ['role'],
  summary: 'Pone lo que el rol permite; vale de inmediato, también en las sesiones abiertas',
  params: ofRole,
  body: z.object({ grants: Grants, version: z.number().int() }),
  answer: changed,
  errors: ['CONFLICT', 'CUSTOMER_ROLE', 'LAST_ADMINISTRATOR'],
});

const versioned = z.object({ version: z.number().int() });

export const archiveRole = endpoint({
  method: 'POST',
  path: `${base}/:id/archive`,
  access: 'administracion.anular',
  touches: ['role'],
  summary: 'Archiva un rol que nadie tiene: ya no se puede dar',
  params: ofRole,
  body: versioned,
  answer: changed,
  errors: ['CONFLICT', 'ROLE_IN_USE', 'CUSTOMER_ROLE'],
});

export const restoreRole = endpoint({
  method: 'POST',
  path: `${base}/:id/restore`,
  access: 'administracion.anular',
  touches: ['role'],
  summary: 'Vuelve a poder darse un rol archivado',
  params: ofRole,
  body: versioned,
  answer: changed,
  errors: ['CONFLICT'],
});

/** 409 ROLE_IN_USE when a user has it, 409 SEED_ROLE for a seed role. */
export const deleteRole = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  access: 'administracion.anular',
  touches: ['role'],
  summary: 'Borra un rol que nadie tiene y que no es del producto',
  params: ofRole,
  answer: z.object({ success: z.string() }),
  errors: ['ROLE_IN_USE', 'SEED_ROLE'],
});

export const myPermissions = endpoint({
  method: 'GET',
  path: '/api/office/my_permissions',
  access: 'staff',
  shows: [],
  summary: 'Qué puede hacer quien pregunta, y con qué alcance',
  answer: data(z.array(Grant)),
});
