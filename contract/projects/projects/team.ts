import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

const params = z.object({ id: Id });
const member = params.extend({ userId: Id });
const roleTypeId = z.number().int().min(1).max(32_767).nullable().default(null);
const named = z.object({ id: z.number().int(), name: z.string() });

/** A member of a project's team. */
export const TeamMember = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The user's roles in the application. */
  roles: z.array(z.string()),
  /** The user's function in this project; null when not set. */
  role_type: named.nullable(),
  /** Last day out of office, when the user is away today. */
  away_to: z.string().nullable(),
  /** Sales of this project from Recibido to Desembolsado with this user as processor or adviser. */
  open_sales: z.number().int(),
});
export type TeamMember = z.infer<typeof TeamMember>;

const Team = z.object({
  members: z.array(TeamMember),
  /** Possible functions in a project. */
  role_types: z.array(named),
});

export const findTeamOf = endpoint({
  method: 'GET',
  path: '/api/projects/:id/team',
  access: 'proyectos.ver',
  shows: ['proyecto'],
  summary: 'Quiénes trabajan en el proyecto, en qué, quién está ausente y cuántas ventas abiertas tiene',
  params,
  answer: data(Team),
});

/** Users who can join a team. */
export const listTeamCandidates = endpoint({
  method: 'GET',
  path: '/api/projects/candidates',
  access: 'proyectos.editar',
  shows: ['proyecto', 'user'],
  summary: 'Personas activas que pueden entrar en un equipo',
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string(), roles: z.array(z.string()) }))),
});

export const addTeamMember = endpoint({
  method: 'POST',
  path: '/api/projects/:id/team',
  access: 'proyectos.editar',
  touches: ['proyecto', 'user'],
  summary: 'Agrega a alguien al equipo; otra vez no hace nada',
  params,
  body: z.object({ user_id: z.number().int().min(1), role_type_id: roleTypeId }),
  answer: data(Team),
  status: 201,
  idempotent: true,
});

export const changeTeamMember = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id/team/:userId',
  access: 'proyectos.editar',
  touches: ['proyecto', 'user'],
  summary: 'Dice qué es una persona en el proyecto',
  params: member,
  body: z.object({ role_type_id: roleTypeId }),
  answer: data(Team),
});

export const removeTeamMember = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/team/:userId',
  access: 'proyectos.editar',
  touches: ['proyecto', 'user'],
  summary: 'Quita a alguien del equipo; con ventas abiertas solo si se confirma',
  params: member,
  query: z.object({ confirmar: z.stringbool().default(false) }),
  answer: data(Team),
  errors: ['OPEN_SALES'],
});
