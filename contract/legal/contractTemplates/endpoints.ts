import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { StatusChange } from '#contract/transitions.ts';
import { TEMPLATE_KINDS } from './fields.ts';
import {
  NewTemplate,
  SavedText,
  TemplateChange,
  TemplateFilter,
  TemplateRecord,
  TemplateRow,
  TemplateVersion,
} from './model.ts';

const base = '/api/legal/contract_templates';
const one = `${base}/:id` as const;
const text = `${one}/versions/:number` as const;
const params = z.object({ id: Id });
const ofText = z.object({ id: Id, number: z.coerce.number().int().min(1).max(9999) });
const record = data(TemplateRecord);
const version = data(TemplateVersion);

/** GET: a version as PDF, with the values of a sale (`?venta=`) or with examples. */
export const TEMPLATE_PREVIEW = `${text}/vista-previa.pdf` as const;

export const listTemplates = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows: ['plantilla_legal'],
  summary: 'Las plantillas de contratos',
  query: TemplateFilter,
  answer: page(TemplateRow),
  exports: exportsOf(TemplateRow, {
    title: 'Plantillas de contratos',
    permission: 'legal.exportar',
    columns: [
      { key: 'name', title: 'Plantilla', type: 'text', width: 34, value: (row) => row.name },
      { key: 'tipo', title: 'Tipo', type: 'text', width: 28, value: (row) => TEMPLATE_KINDS[row.kind] },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 26, value: (row) => row.project?.name },
      { key: 'forma_pago', title: 'Forma de pago', type: 'text', value: (row) => row.payment_form },
      { key: 'aprobada', title: 'Versión aprobada', type: 'number', value: (row) => row.approved?.number },
      {
        key: 'aprobada_el',
        of: 'aprobada',
        title: 'Aprobada el',
        type: 'instant',
        value: (row) => row.approved?.at,
      },
      { key: 'abierta', title: 'Versión en preparación', type: 'number', value: (row) => row.open?.number },
    ],
    filters: {
      tipo: { label: 'Tipo', values: TEMPLATE_KINDS },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      por_aprobar: { label: 'Por aprobar', values: { 1: 'Sí' } },
      archivadas: { label: 'Con las archivadas', values: { 1: 'Sí', 0: 'No' } },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getTemplate = endpoint({
  method: 'GET',
  path: one,
  access: 'legal.ver',
  shows: ['plantilla_legal'],
  summary: 'Una plantilla con sus versiones y su historial',
  params,
  answer: record,
});

export const createTemplate = endpoint({
  method: 'POST',
  path: base,
  access: 'legal.crear',
  touches: ['plantilla_legal'],
  summary: 'Crea una plantilla con el texto de partida de su tipo',
  body: NewTemplate,
  answer: record,
  status: 201,
  errors: ['TAKEN'],
  idempotent: true,
});

export const changeTemplate = endpoint({
  method: 'PUT',
  path: one,
  access: 'legal.crear',
  touches: ['plantilla_legal'],
  summary: 'Cambia el nombre de una plantilla y para qué ventas es',
  params,
  body: TemplateChange,
  answer: record,
  errors: ['TAKEN', 'STALE'],
});

export const archiveTemplate = endpoint({
  method: 'POST',
  path: `${one}/archive`,
  access: 'legal.anular',
  touches: ['plantilla_legal'],
  summary: 'Archiva una plantilla, o la recupera',
  params,
  body: z.object({ archivada: z.boolean(), version: z.number().int().optional() }),
  answer: record,
  errors: ['TAKEN', 'STALE'],
});

export const draftVersion = endpoint({
  method: 'POST',
  path: `${one}/versions`,
  access: 'legal.crear',
  touches: ['plantilla_legal'],
  summary: 'Empieza la próxima versión con el texto de la última',
  params,
  answer: version,
  status: 201,
  errors: ['VERSION_OPEN'],
  idempotent: true,
});

export const getVersion = endpoint({
  method: 'GET',
  path: text,
  access: 'legal.ver',
  shows: ['plantilla_legal'],
  summary: 'El texto de una versión, y el aprobado con que se compara',
  params: ofText,
  answer: version,
});

/** 422 at `clausulas[n][…]` for an unknown merge field, an empty clause or one twice. */
export const saveVersion = endpoint({
  method: 'PUT',
  path: text,
  access: 'legal.crear',
  touches: ['plantilla_legal'],
  summary: 'Guarda el texto de un borrador',
  params: ofText,
  body: SavedText,
  answer: version,
  errors: ['STALE', 'NOT_DRAFT'],
});

export const changeVersionStatus = endpoint({
  method: 'PATCH',
  path: `${text}/status`,
  access: 'legal.ver',
  touches: ['plantilla_legal'],
  summary: 'Manda una versión a revisión, la devuelve, la aprueba o la retira',
  params: ofText,
  body: StatusChange,
  answer: version,
  errors: ['TRANSITION', 'STALE'],
});
