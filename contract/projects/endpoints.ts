import { z } from 'zod';
import { data, endpoint, page } from '../endpoint.ts';
import { Id } from '../ids.ts';
import { OrderQuery, PageQuery } from '../paging.ts';
import { HouseModel, HouseModelForm, Media, MEDIA_FILE, Project, ProjectForm, ProjectRow } from './model.ts';

const params = z.object({ id: Id });
const version = z.number().int().optional();

export const listProjectOptions = endpoint({
  method: 'GET',
  path: '/api/projects/lists',
  access: 'colleagues',
  summary: 'Proyectos para escoger; con ?semanas=1, las semanas del año',
  query: OrderQuery.extend({ semanas: z.string().optional() }),
  answer: data(
    z.array(
      z.object({ id: z.union([z.number().int(), z.string()]), text: z.string(), disabled: z.boolean() }),
    ),
  ),
});

export const findProject = endpoint({
  method: 'GET',
  path: '/api/projects/find/:id',
  access: 'proyectos.ver',
  summary: 'Un proyecto con sus modelos, imágenes y equipo',
  params,
  answer: data(Project),
});

export const listProjectModels = endpoint({
  method: 'GET',
  path: '/api/sale/project_models/list',
  access: 'ventas.ver',
  summary: 'Modelos de vivienda, de un proyecto o de todos',
  query: OrderQuery.extend({ proyecto_id: Id.optional() }),
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/projects',
  access: 'proyectos.ver',
  summary: 'Los proyectos, con sus lotes libres y ventas abiertas',
  query: PageQuery.extend({ q: z.string().max(80).optional(), archived: z.stringbool().default(false) }),
  answer: page(ProjectRow),
});

export const createProject = endpoint({
  method: 'POST',
  path: '/api/projects',
  access: 'proyectos.crear',
  summary: 'Crea un proyecto; quien lo crea entra en su equipo',
  body: ProjectForm,
  answer: data(Project),
  status: 201,
  errors: ['SLUG_TAKEN'],
  idempotent: true,
});

export const changeProject = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id',
  access: 'proyectos.editar',
  summary: 'Cambia los datos de un proyecto',
  params,
  body: ProjectForm.extend({ version }),
  answer: data(Project),
  errors: ['SLUG_TAKEN', 'STALE'],
});

export const setProjectTeam = endpoint({
  method: 'PUT',
  path: '/api/projects/:id/team',
  access: 'proyectos.editar',
  summary: 'Dice quiénes trabajan en el proyecto',
  params,
  body: z.object({ user_ids: z.array(z.number().int()).max(200) }),
  answer: data(Project),
});

/** People who can join a team. */
export const listTeamCandidates = endpoint({
  method: 'GET',
  path: '/api/projects/candidates',
  access: 'proyectos.editar',
  summary: 'Personas activas que pueden entrar en un equipo',
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string(), roles: z.array(z.string()) }))),
});

export const createModel = endpoint({
  method: 'POST',
  path: '/api/projects/:id/models',
  access: 'proyectos.editar',
  summary: 'Agrega un modelo de vivienda',
  params,
  body: HouseModelForm,
  answer: data(HouseModel),
  status: 201,
  errors: ['SLUG_TAKEN'],
  idempotent: true,
});

export const changeModel = endpoint({
  method: 'PATCH',
  path: '/api/projects/models/:id',
  access: 'proyectos.editar',
  summary: 'Cambia un modelo; las ventas recibidas conservan su precio',
  params,
  body: HouseModelForm.extend({ version }),
  answer: data(HouseModel),
  errors: ['SLUG_TAKEN', 'STALE'],
});

export const addMedia = endpoint({
  method: 'POST',
  path: '/api/projects/:id/media',
  access: 'proyectos.editar',
  summary: 'Agrega una imagen, un plano o un video',
  params,
  body: z.object({
    kind: z.enum(['hero', 'foto', 'plano', 'video']),
    alt: z.string().trim().min(3, { error: 'Describe lo que se ve, para quien no puede verlo.' }).max(200),
    model_id: z.coerce.number().int().optional(),
  }),
  files: { archivo: MEDIA_FILE },
  answer: data(Media),
  status: 201,
  idempotent: true,
});

export const changeMedia = endpoint({
  method: 'PATCH',
  path: '/api/projects/media/:id',
  access: 'proyectos.editar',
  summary: 'Cambia el texto, el lugar o el orden de una imagen',
  params,
  body: z.object({ alt: z.string().trim().min(3).max(200), position: z.number().int().min(0).max(999) }),
  answer: data(Media),
});

export const removeMedia = endpoint({
  method: 'DELETE',
  path: '/api/projects/media/:id',
  access: 'proyectos.editar',
  summary: 'Quita una imagen',
  params,
  answer: z.object({ success: z.string() }),
});
