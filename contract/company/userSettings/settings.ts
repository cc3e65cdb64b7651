import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

/**
 * Personal settings of a user: the two endpoints of old clients (endpoints.tsv), and table preferences. Stored on the
 * server, so other devices have them too. Another user's settings give 403.
 */

/** A column name, as in tables and their URLs. */
const ColumnName = z.string().regex(/^[a-z][\w.-]{0,39}$/i, { error: 'No es el nombre de una columna.' });
const MAX_COLUMNS = 60;
const Columns = z.array(ColumnName).max(MAX_COLUMNS);

/** Column widths in px. */
export const ColumnWidths = z
  .record(ColumnName, z.number().int().min(20).max(2000))
  .refine((widths) => Object.keys(widths).length <= MAX_COLUMNS, { error: 'Son demasiadas columnas.' });

export const UserSettings = z.object({
  expand_costumer_detail: z.boolean(),
  coincidences_columns_width: ColumnWidths,
});
export type UserSettings = z.infer<typeof UserSettings>;

export const PAGE_SIZES = [25, 50, 100, 200] as const;
export const DENSITIES = ['compact', 'normal', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

/** Table preferences of a user. Empty or null: the page's default. */
export const TablePrefs = z.object({
  /** Hidden columns; null: the page's default. */
  hidden: Columns.nullable().default(null),
  order: Columns.default([]),
  widths: ColumnWidths.default({}),
  density: z.enum(DENSITIES).default('normal'),
  per_page: z.literal(PAGE_SIZES).nullable().default(null),
  /** The saved view that opens by default. */
  default_view: z.number().int().min(1).nullable().default(null),
});
export type TablePrefs = z.infer<typeof TablePrefs>;

const Scalar = z.union([z.string().max(200), z.number(), z.boolean()]);
const VIEW_MAX_LENGTH = 2000;
const ViewSearch = z
  .record(z.string().regex(/^[a-z]\w{0,39}$/i), z.union([Scalar, z.array(Scalar).max(60)]))
  .refine((search) => JSON.stringify(search).length <= VIEW_MAX_LENGTH, {
    error: 'La vista tiene demasiados filtros.',
  });

/** Maximum views per user and table, and maximum tables with stored preferences per user. */
export const MAX_VIEWS = 30;
export const MAX_TABLES = 100;

const viewForm = {
  name: z
    .string()
    .trim()
    .min(1, { error: 'Escribe un nombre para la vista.' })
    .max(40, { error: 'Escribe como máximo 40 caracteres.' })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' }),
  /** Filters and order, as in the page's URL. */
  search: ViewSearch,
  /** Columns in order; null: the viewer's own. */
  columns: Columns.nullable(),
  /** Colleagues see it too. */
  shared: z.boolean(),
};
export const TableView = z.object({
  ...viewForm,
  id: z.number().int(),
  own: z.boolean(),
  /** Its owner; null on the user's own views. */
  owner: z.string().nullable(),
  version: z.number().int(),
});
export type TableView = z.infer<typeof TableView>;

export const TableState = z.object({
  /** Null: never changed. */
  prefs: TablePrefs.nullable(),
  /** Own views in the user's order, then views shared by colleagues. */
  views: z.array(TableView),
  /** Whether the user may share views: a colleague with an approval permission for todo or sus_proyectos. */
  may_share: z.boolean(),
});
export type TableState = z.infer<typeof TableState>;

const base = '/api/user_settings/:userId';
const params = z.object({ userId: Id });
const tableParams = params.extend({
  table: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
});
const viewParams = params.extend({ viewId: Id });

export const getUserSettings = endpoint({
  method: 'GET',
  path: base,
  access: 'own',
  shows: [],
  summary: 'Los ajustes propios',
  params,
  answer: data(UserSettings),
});

export const expandCostumerDetail = endpoint({
  method: 'POST',
  path: `${base}/expand_costumer_detail`,
  access: 'own',
  touches: [],
  summary: 'Recuerda si el detalle del cliente se muestra abierto',
  params,
  body: z.object({ value: z.boolean() }),
  answer: data(UserSettings),
});

export const updateCoincidencesColumnsWidth = endpoint({
  method: 'POST',
  path: `${base}/update_coincidences_columns_width`,
  access: 'own',
  touches: [],
  summary: 'Recuerda el ancho de las columnas de coincidencias',
  params,
  body: z.object({ value: ColumnWidths }),
  answer: data(UserSettings),
});

/** Whether keys without Ctrl act: A approves, J goes on. */
const KeySettings = z.object({ single_keys: z.boolean() });

export const getKeySettings = endpoint({
  method: 'GET',
  path: `${base}/keys`,
  access: 'own',
  shows: ['ajuste'],
  summary: 'Si las teclas sueltas de la oficina actúan para uno',
  params,
  answer: data(KeySettings),
});

export const putKeySettings = endpoint({
  method: 'PUT',
  path: `${base}/keys`,
  access: 'own',
  touches: ['ajuste'],
  summary: 'Activa o desactiva las teclas sueltas de la oficina',
  params,
  body: KeySettings,
  answer: data(KeySettings),
});

export const getTable = endpoint({
  method: 'GET',
  path: `${base}/tables/:table`,
  access: 'own',
  shows: ['vista'],
  summary: 'Cómo se ve una tabla para uno, con sus vistas propias y compartidas',
  params: tableParams,
  answer: data(TableState),
});

export const putTable = endpoint({
  method: 'PUT',
  path: `${base}/tables/:table`,
  access: 'own',
  touches: [],
  summary: 'Recuerda las columnas, anchos, densidad y tamaño de página de una tabla',
  params: tableParams,
  body: TablePrefs,
  answer: data(TableState),
});

export const createView = endpoint({
  method: 'POST',
  path: `${base}/tables/:table/views`,
  access: 'own',
  touches: ['vista'],
  summary: 'Guarda una vista: filtros, orden y columnas con un nombre',
  params: tableParams,
  body: z.object({
    ...viewForm,
    columns: viewForm.columns.default(null),
    shared: z.boolean().default(false),
  }),
  answer: data(TableView),
  status: 201,
  errors: ['NAME_TAKEN'],
  idempotent: true,
});

export const changeView = endpoint({
  method: 'PATCH',
  path: `${base}/views/:viewId`,
  access: 'own',
  touches: ['vista'],
  summary: 'Cambia una vista propia',
  params: viewParams,
  body: z.object(viewForm).partial().extend({ version: z.number().int().optional() }),
  answer: data(TableView),
  errors: ['NAME_TAKEN', 'STALE'],
});

export const orderViews = endpoint({
  method: 'PUT',
  path: `${base}/tables/:table/order`,
  access: 'own',
  touches: ['vista'],
  summary: 'Ordena las vistas propias de una tabla',
  params: tableParams,
  body: z.object({ ids: z.array(z.number().int()).max(MAX_VIEWS) }),
  answer: data(TableState),
});

export const removeView = endpoint({
  method: 'DELETE',
  path: `${base}/views/:viewId`,
  access: 'own',
  touches: ['vista'],
  summary: 'Quita una vista propia',
  params: viewParams,
  answer: z.object({ success: z.string() }),
});
