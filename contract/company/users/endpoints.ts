import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { Handover, HandedOver, OpenWork } from './handover.ts';
import { USER_TYPES } from './model.ts';
import { USER_STATE_LABELS, UserChange, UserFilter, UserForm, UserRecord, UserRow } from './people.ts';

const base = '/api/administrations/users';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(UserRecord);
const version = z.number().int().optional();

export const listUsers = endpoint({
  method: 'GET',
  path: base,
  access: 'administracion.ver',
  shows: ['user'],
  summary: 'Los usuarios, con sus filtros',
  query: UserFilter,
  answer: page(UserRow),
  exports: exportsOf(UserRow, {
    title: 'Usuarios',
    permission: 'administracion.exportar',
    columns: [
      { key: 'name', title: 'Nombre', type: 'text', width: 28, value: (row) => row.name },
      { key: 'email', of: 'name', title: 'Correo', type: 'text', width: 30, value: (row) => row.email },
      { key: 'phone', of: 'name', title: 'Teléfono', type: 'text', width: 16, value: (row) => row.phone },
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
        key: 'roles',
        title: 'Roles',
        type: 'text',
        width: 32,
        value: (row) => row.roles.map(({ display_name }) => display_name).join(', '),
      },
      { key: 'tipo', title: 'Tipo', type: 'text', width: 22, value: (row) => row.user_type.name },
      {
        key: 'empresa',
        of: 'tipo',
        title: 'Empresa',
        type: 'text',
        width: 28,
        value: (row) => row.partner?.name,
      },
      {
        key: 'rol_organizacional',
        title: 'Rol organizacional',
        type: 'text',
        width: 22,
        value: (row) => row.organizational_role?.name,
      },
      { key: 'last_used_at', title: 'Último uso', type: 'instant', value: (row) => row.last_used_at },
      { key: 'created_at', title: 'Desde', type: 'instant', value: (row) => row.created_at },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      estado: { label: 'Estado', values: USER_STATE_LABELS },
      rol_id: { label: 'Rol', of: 'rol' },
      tipo_id: { label: 'Tipo', values: Object.fromEntries(USER_TYPES.map(({ id, name }) => [id, name])) },
      proyecto_id: { label: 'Equipo', of: 'proyecto' },
    },
  }),
});

export const getUser = endpoint({
  method: 'GET',
  path: one,
  access: 'administracion.ver',
  shows: ['user'],
  summary: 'Un usuario con todo lo suyo',
  params,
  answer: record,
});

/** 403 ESCALATION at role_ids: a role that allows more than the user's own. 422 at email when it is taken. */
export const createUser = endpoint({
  method: 'POST',
  path: base,
  access: 'administracion.crear',
  touches: ['user', 'correo'],
  summary: 'Crea un usuario y lo invita por correo',
  body: UserForm,
  answer: record,
  status: 201,
  errors: ['ESCALATION'],
  idempotent: true,
});

/**
 * 403 SELF for one's own roles; 403 ESCALATION; 409 LAST_ADMINISTRATOR, STALE. A new e-mail address ends the sessions.
 */
export const changeUser = endpoint({
  method: 'PATCH',
  path: one,
  access: 'administracion.editar',
  touches: ['user'],
  summary: 'Cambia los datos, los roles o la ausencia de un usuario',
  params,
  body: UserChange,
  answer: record,
  errors: ['ESCALATION', 'SELF', 'LAST_ADMINISTRATOR', 'STALE'],
});

/** The previous invitation becomes invalid. 409 ALREADY_IN after the password was set. */
export const inviteUser = endpoint({
  method: 'POST',
  path: `${one}/invite`,
  access: 'administracion.editar',
  touches: ['user', 'correo'],
  summary: 'Envía la invitación, o la envía otra vez',
  params,
  answer: record,
  errors: ['ALREADY_IN', 'ESCALATION'],
  idempotent: true,
  limit: { max: 30, seconds: 60 },
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: `${one}/sessions`,
  access: 'administracion.editar',
  touches: ['user'],
  summary: 'Cierra todas las sesiones de un usuario',
  params,
  answer: z.object({ success: z.string(), closed: z.number().int() }),
  errors: ['ESCALATION', 'SELF'],
});

export const resetUserSecondStep = endpoint({
  method: 'POST',
  path: `${one}/reset_second_step`,
  access: 'administracion.editar',
  touches: ['user'],
  summary: 'Quita el segundo paso de un usuario que perdió su teléfono, y cierra sus sesiones',
  params,
  answer: record,
  errors: ['ESCALATION', 'SELF'],
});

/** 409 HAS_WORK, with the open work, when no successor is named. */
export const deactivateUser = endpoint({
  method: 'POST',
  path: `${one}/deactivate`,
  access: 'administracion.anular',
  touches: ['user', 'precontrato'],
  summary: 'Desactiva a un usuario: ya no entra, y sus ventas abiertas pasan a otra persona',
  params,
  body: z.object({ handover: Handover.optional(), version }),
  answer: record,
  errors: ['HAS_WORK', 'ESCALATION', 'SELF', 'LAST_ADMINISTRATOR', 'STALE'],
});

export const reactivateUser = endpoint({
  method: 'POST',
  path: `${one}/reactivate`,
  access: 'administracion.anular',
  touches: ['user'],
  summary: 'Deja entrar otra vez a un usuario desactivado',
  params,
  body: z.object({ version }),
  answer: record,
  errors: ['ESCALATION', 'STALE'],
});

export const getOpenWork = endpoint({
  method: 'GET',
  path: `${one}/work`,
  access: ['administracion.ver', 'ventas.aprobar'],
  shows: ['user'],
  summary: 'Las ventas abiertas de un usuario por proyecto, y quién puede seguir con ellas',
  params,
  answer: data(OpenWork),
});

/** 409 NO_WORK: someone else did it first. */
export const handOverWork = endpoint({
  method: 'POST',
  path: `${one}/handover`,
  access: ['administracion.editar', 'ventas.aprobar'],
  touches: ['user', 'precontrato', 'prospecto', 'cita'],
  summary: 'Pasa en un solo acto las ventas abiertas de un usuario',
  params,
  body: Handover,
  answer: data(HandedOver),
  errors: ['NO_WORK'],
  idempotent: true,
});
