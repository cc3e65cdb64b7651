import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { CheckedRow, IMPORT_FILE, IMPORT_STATES, ImportKind, ImportRow } from './model.ts';

const params = z.object({ id: Id });

/** Each of these permissions allows importing some kind of record, or seeing its imports. */
export const IMPORTS = [
  'proyectos.editar',
  'ventas.aprobar',
  'chat.editar',
  'chatbot.editar',
  'legal.crear',
  'permisos.crear',
  'materiales.editar',
  'ventas.entregar',
  'contabilidad.crear',
] as const;
export const SEES_IMPORTS = [
  'proyectos.ver',
  'ventas.ver',
  'chat.ver',
  'chatbot.ver',
  'legal.ver',
  'permisos.ver',
  'materiales.ver',
  'contabilidad.ver',
] as const;

const WRITTEN = [
  'importacion',
  'expediente_vivienda',
  'lote',
  'vivienda',
  'comprobante_diario',
  'conciliacion',
  'modelo',
  'tarea',
  'aviso',
  'respuesta_rapida',
  'fuente_chatbot',
  'conversacion',
  'persona',
  'promesa',
  'material',
  'existencia',
  'orden_compra',
  'escritura',
  'reclamo_acodeco',
  'permiso',
  'precontrato',
  'etapa',
  'cronograma',
  'entrega',
] as const;

/** Error codes specific to a confirmation. */
const CONFIRM_ERRORS = ['IMPORT_STALE', 'IMPORT_DONE'] as const;

export const listImportKinds = endpoint({
  method: 'GET',
  path: '/api/imports/kinds',
  access: SEES_IMPORTS,
  shows: [],
  summary: 'Lo que se puede importar desde Excel, con sus columnas',
  answer: data(z.array(ImportKind)),
});

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  access: SEES_IMPORTS,
  shows: ['importacion'],
  summary: 'Las importaciones: quién, cuándo, con qué archivo y qué cambió',
  query: pageBy('id', 'archivo', 'quien', 'cuando').extend({ tipo: z.string().max(40).optional() }),
  answer: page(ImportRow),
  exports: exportsOf(ImportRow, {
    title: 'Importaciones',
    permission: 'proyectos.exportar',
    columns: [
      { key: 'archivo', title: 'Archivo', type: 'text', width: 32, value: (row) => row.file.name },
      { key: 'tipo', title: 'Qué', type: 'text', width: 14, value: (row) => row.kind.title },
      { key: 'estado', title: 'Estado', type: 'text', width: 20, value: (row) => IMPORT_STATES[row.state] },
      {
        key: 'nuevas',
        of: 'cuenta',
        title: 'Nuevas',
        type: 'number',
        width: 9,
        value: (row) => row.counts.new,
      },
      {
        key: 'cambian',
        of: 'cuenta',
        title: 'Cambian',
        type: 'number',
        width: 9,
        value: (row) => row.counts.changed,
      },
      {
        key: 'iguales',
        of: 'cuenta',
        title: 'Iguales',
        type: 'number',
        width: 9,
        value: (row) => row.counts.same,
      },
      {
        key: 'faltas',
        of: 'cuenta',
        title: 'Con faltas',
        type: 'number',
        width: 10,
        value: (row) => row.counts.bad,
      },
      { key: 'quien', title: 'Quién', type: 'text', width: 22, value: (row) => row.confirmed_by ?? row.by },
      { key: 'cuando', title: 'Cuándo', type: 'instant', value: (row) => row.confirmed_at ?? row.at },
      {
        key: 'deshizo',
        of: 'estado',
        title: 'Deshizo',
        type: 'text',
        width: 22,
        value: (row) => row.undone_by,
      },
    ],
    filters: {
      tipo: {
        label: 'Qué',
        values: {
          lots: 'Lotes',
          houses: 'Viviendas',
          tasks: 'Tareas',
          quick: 'Respuestas rápidas',
          pairs: 'Preguntas del chatbot',
          optouts: 'Bajas de mensajes',
        },
      },
    },
  }),
});

export const findImport = endpoint({
  method: 'GET',
  path: '/api/imports/:id',
  access: SEES_IMPORTS,
  shows: ['importacion'],
  summary: 'Una importación',
  params,
  answer: data(ImportRow),
});

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/imports/:id/rows',
  access: SEES_IMPORTS,
  shows: ['importacion'],
  summary: 'Las filas de una importación, las que tienen faltas primero',
  params,
  query: pageBy('row', 'label').extend({ estado: z.enum(['new', 'changed', 'same', 'bad']).optional() }),
  answer: page(CheckedRow),
});

export const tryImport = endpoint({
  method: 'POST',
  path: '/api/imports',
  access: IMPORTS,
  touches: ['importacion'],
  summary: 'Prueba un archivo: dice qué haría y qué tiene de malo, sin escribir nada de ello',
  body: z.object({ tipo: z.string().max(40) }),
  files: { archivo: IMPORT_FILE },
  answer: data(ImportRow),
  status: 201,
  idempotent: true,
  ownTransactions: true,
  limit: { max: 20, seconds: 60 },
});

export const confirmImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/confirm',
  access: IMPORTS,
  touches: WRITTEN,
  summary: 'Importa lo probado, todo o nada; si algo cambió desde la prueba, hay que repetirla',
  params,
  body: z.object({
    sha256: z.string().max(64),
    plan: z.string().max(64),
    /** The user explicitly agreed to leave out the bad rows. */
    solo_buenas: z.boolean().default(false),
  }),
  answer: z.object({ data: ImportRow, success: z.string() }),
  errors: CONFIRM_ERRORS,
  idempotent: true,
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/undo',
  access: IMPORTS,
  touches: WRITTEN,
  summary: 'Deshace una importación cuyas filas nadie ha usado todavía',
  params,
  answer: z.object({ data: ImportRow, success: z.string() }),
  errors: ['IMPORT_USED'],
  idempotent: true,
});
