import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { OrderQuery, pageBy } from '#contract/paging.ts';
import { HouseModel, HouseModelForm, Media, MEDIA_FILE, Project, ProjectForm, ProjectRow } from './model.ts';

const params = z.object({ id: Id });
const version = z.number().int().optional();

export const listProjectOptions = endpoint({
  method: 'GET',
  path: '/api/projects/lists',
  access: 'staff',
  shows: ['proyecto', 'semana'],
  summary:
    'Proyectos para elegir (de un contratista, los de sus contratos); con ?semanas=1, las semanas, también con los cierres de un proyecto',
  query: OrderQuery.extend({ semanas: z.string().optional(), proyecto_id: Id.optional() }),
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
  shows: ['proyecto', 'modelo', 'cuenta_bancaria'],
  summary: 'Un proyecto con sus modelos, imágenes y equipo',
  params,
  answer: data(Project),
});

export const listProjectModels = endpoint({
  method: 'GET',
  path: '/api/sale/project_models/list',
  access: 'ventas.ver',
  shows: ['modelo'],
  summary: 'Modelos de vivienda, de un proyecto o de todos',
  query: OrderQuery.extend({ proyecto_id: Id.optional() }),
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/projects',
  access: 'proyectos.ver',
  shows: ['proyecto', 'modelo', 'lote'],
  summary: 'Los proyectos, con sus lotes libres y ventas abiertas',
  query: pageBy('name', 'id').extend({
    q: z.string().max(80).optional(),
    archived: z.stringbool().default(false),
  }),
  answer: page(ProjectRow),
  exports: exportsOf(ProjectRow, {
    title: 'Proyectos',
    permission: 'proyectos.exportar',
    columns: [
      { key: 'name', title: 'Proyecto', type: 'text', width: 30, value: (row) => row.name },
      { key: 'distrito', of: 'name', title: 'Distrito', type: 'text', value: (row) => row.district },
      { key: 'provincia', of: 'name', title: 'Provincia', type: 'text', value: (row) => row.province },
      {
        key: 'publicado',
        of: 'estado',
        title: 'Publicado',
        type: 'text',
        width: 10,
        value: (row) => row.published,
      },
      {
        key: 'archivado',
        of: 'estado',
        title: 'Archivado',
        type: 'text',
        width: 10,
        value: (row) => row.archived,
      },
      { key: 'models', title: 'Modelos', type: 'number', width: 9, value: (row) => row.models },
      { key: 'lots', of: 'free_lots', title: 'Lotes', type: 'number', width: 9, value: (row) => row.lots },
      { key: 'free_lots', title: 'Lotes libres', type: 'number', value: (row) => row.free_lots },
      { key: 'open_sales', title: 'Ventas abiertas', type: 'number', value: (row) => row.open_sales },
    ],
    filters: { q: { label: 'Búsqueda' }, archived: { label: 'Con los archivados' } },
  }),
});

export const createProject = endpoint({
  method: 'POST',
  path: '/api/projects',
  access: 'proyectos.crear',
  touches: ['proyecto', 'menu'],
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
  touches: ['proyecto'],
  summary: 'Cambia los datos de un proyecto',
  params,
  body: ProjectForm.extend({ version }),
  answer: data(Project),
  errors: ['SLUG_TAKEN', 'STALE'],
});

export const createModel = endpoint({
  method: 'POST',
  path: '/api/projects/:id/models',
  access: 'proyectos.editar',
  touches: ['modelo', 'proyecto'],
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
  touches: ['modelo', 'proyecto', 'lote'],
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
  touches: ['proyecto'],
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
  touches: ['proyecto'],
  summary: 'Cambia el texto de una imagen',
  params,
  body: z.object({ alt: z.string().trim().min(3).max(200) }),
  answer: data(Media),
});

export const orderMedia = endpoint({
  method: 'PUT',
  path: '/api/projects/:id/media/order',
  access: 'proyectos.editar',
  touches: ['proyecto'],
  summary: 'Pone las imágenes del proyecto, o de uno de sus modelos, en otro orden',
  params,
  body: z.object({
    model_id: z.number().int().min(1).nullable(),
    ids: z.array(z.number().int()).max(500),
  }),
  answer: data(z.array(Media)),
});

export const removeMedia = endpoint({
  method: 'DELETE',
  path: '/api/projects/media/:id',
  access: 'proyectos.editar',
  touches: ['proyecto'],
  summary: 'Quita una imagen',
  params,
  answer: z.object({ success: z.string() }),
});
