import { z } from 'zod';
import { ActionOffer } from '#contract/offers.ts';
import { Cents } from '#contract/money.ts';
import { IsoDate } from '#contract/dates.ts';
import { DebtLoad } from '#contract/projects/interest/model.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  FIELD_NAMES,
  fieldsOf,
  PAGES,
  specOf,
  type FieldName,
  type PageNumber,
  type Values,
} from './bankData.fields.ts';
import { ASK_NAMES, ROWS } from './bankData.rows.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

/** `pagina`: 1 Datos personales · … · 6 Resumen y envío. */
export const PageParam = z.coerce
  .number()
  .int()
  .min(1)
  .max(6)
  .transform((page) => page as PageNumber);

function valueSchema(field: FieldName): z.ZodType {
  const spec = specOf(field);
  switch (spec.kind) {
    case 'money':
      return Cents.nonnegative();
    case 'int':
      return z.number().int().min(spec.min).max(spec.max);
    case 'check':
      return z.boolean();
    case 'date':
      return IsoDate;
    case 'choice':
      return z.enum(spec.options);
    default:
      return z.string().max(200);
  }
}
/** Schema for the stored values of one profile page: centavos, days, E.164; null when emptied. */
const pageSchema = (page: PageNumber) =>
  z.object(
    Object.fromEntries(fieldsOf(page).map((field) => [field, valueSchema(field).nullable().optional()])),
  );

/** Stored profile schemas by page. */
export const BANK_PROFILE_PAGES: Readonly<Record<PageNumber, z.ZodObject>> = {
  1: pageSchema(1),
  2: pageSchema(2),
  3: pageSchema(3),
  4: pageSchema(4),
  5: pageSchema(5),
  6: pageSchema(6),
};
/** Schema of all values. It drops unknown fields and throws on malformed ones. */
export const StoredValues = z
  .object(Object.assign({}, ...PAGES.map((page) => BANK_PROFILE_PAGES[page].shape)) as z.ZodRawShape)
  .transform((values) => values as Values);

const line = z.string().max(200);
export const StoredRows = z.object({
  deudas: z
    .array(
      z.object({ acreedor: line, tipo: line, numero: line, saldo_centavos: Cents, cuota_centavos: Cents }),
    )
    .max(ROWS.deudas.most)
    .optional(),
  referencias: z.array(z.object({ nombre: line, relacion: line, celular: line })).optional(),
  grupo_familiar: z.array(z.object({ nombre: line, cedula: line, parentesco: line })).optional(),
});

const typed = z.string().max(2000, { error: 'Escribe menos texto.' }).optional();
const TypedRow = z.record(z.string(), z.string().max(2000, { error: 'Escribe menos texto.' }));
const ROWS_SENT = 100;
/** name[n][…]: n may have gaps and need not start at 0; '' means no rows. */
const TypedRows = z
  .union([z.literal('').transform(() => []), z.array(TypedRow), z.record(z.string(), TypedRow)])
  .refine((rows) => Object.keys(rows).length <= ROWS_SENT, {
    error: 'Son demasiadas filas: cárgalas con un archivo CSV.',
  })
  .optional();

/**
 * The form as posted (spec §7): sale, page and the typed fields. Page 6 may carry the fields of all pages (the whole
 * session storage). With `ignorar_pagina=1` the other fields are ignored.
 */
export const BankDataForm = z.object({
  codigo: z.string().trim().min(1, { error: 'Di de qué compra son estos datos.' }).max(30),
  pagina: z.union([z.literal('').transform(() => undefined), PageParam]).optional(),
  ignorar_pagina: z.string().max(10).optional(),
  /** Profile version that was on screen; a different one gives 409. */
  version: z.union([z.literal('').transform(() => undefined), z.coerce.number().int()]).optional(),
  /** Checked when the data consent is still missing. */
  consentimiento_datos: z.string().max(10).optional(),
  ...(Object.fromEntries(FIELD_NAMES.map((field) => [field, typed])) as Record<FieldName, typeof typed>),
  deudas: TypedRows,
  referencias: TypedRows,
  grupo_familiar: TypedRows,
});
export type BankDataForm = z.infer<typeof BankDataForm>;

const CellText = z.union([z.string(), z.array(z.record(z.string(), z.string()))]);
export const BankDataSent = z.object({
  success: z.string(),
  /** Stored values of this page by field name, for the session storage. */
  request: z.record(z.string(), CellText),
  redirect: z.string(),
});
export type BankDataSent = z.infer<typeof BankDataSent>;

/** State of a page, for all banks (`banco` null) or for one. */
export const PageState = z.object({
  pagina: z.number().int(),
  nombre: z.string(),
  banco: Named.nullable(),
  estado: Named,
  /** Author and time of the last state change; null before any change. */
  por: z.string().nullable(),
  desde: z.string().nullable(),
  /** Who skipped the page; null when nobody did. */
  omitida_por: z.string().nullable(),
  /** Actions on the page; a disabled one says why. */
  acciones: z.array(ActionOffer.extend({ accion: z.string(), label: z.string() })),
});
export type PageState = z.infer<typeof PageState>;

export const PageActionBody = z.object({
  banco_id: z
    .union([
      z.literal('').transform(() => undefined),
      z.null().transform(() => undefined),
      z.coerce.number().int().min(1).max(9999),
    ])
    .optional(),
  /** Profile version that was on screen; a different one gives 409. */
  version: z.coerce.number().int().optional(),
});

export type PageActionBody = z.infer<typeof PageActionBody>;

export const GapRow = z.object({ name: z.string(), label: z.string(), page: z.number().int() });

/** A profile for the office. */
export const BankData = z.object({
  sale: z.object({
    id: z.number().int(),
    code: z.string().nullable(),
    name: z.string(),
    project: Named,
    state: Named,
  }),
  version: z.number().int(),
  consent: z.boolean(),
  sent_at: z.string().nullable(),
  sent_by: z.string().nullable(),
  updated_at: z.string().nullable(),
  /** As text, in the format of the form. */
  values: z.record(z.string(), z.string()),
  rows: z.object({
    deudas: z.array(z.record(z.string(), z.string())),
    referencias: z.array(z.record(z.string(), z.string())),
    grupo_familiar: z.array(z.record(z.string(), z.string())),
  }),
  /** Fields that come from the sale: read-only. */
  fixed: z.array(z.string()),
  /** Income and debts are hidden: the user has no documentos.ingresos on this sale. */
  masked: z.boolean(),
  /** Typed values that could not be stored. */
  faults: z.array(z.object({ field: z.string(), message: z.string(), typed: z.string() })),
  /** Pages for all banks, in order. */
  pages: z.array(PageState),
  banks: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** The bank's own PDF has a mapping. */
      template: z.boolean(),
      asks: z.number().int(),
      gaps: z.array(GapRow),
      pages: z.array(PageState),
    }),
  ),
  /** Documents to compare each page with. */
  papers: z.array(
    z.object({
      id: z.number().int(),
      page: z.number().int(),
      label: z.string(),
      state: Named,
      has_file: z.boolean(),
    }),
  ),
  ratio: DebtLoad.nullable(),
  history: z.array(z.object({ at: z.string(), who: z.string(), text: z.string() })),
  may: z.object({ edit: z.boolean(), pdf: z.boolean(), why: z.string().nullable() }),
});
export type BankData = z.infer<typeof BankData>;

export const BankDataRow = z.object({
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  name: z.string(),
  project: Named,
  processor: z.string().nullable(),
  /** Number of pages that are verified or archived, and number of missing values. */
  pages_checked: z.number().int(),
  gaps: z.number().int(),
  sent_at: z.string().nullable(),
  updated_at: z.string(),
  status: z.enum(['borrador', 'enviado', 'verificado']),
});
export type BankDataRow = z.infer<typeof BankDataRow>;

export const BankDataFilter = pageBy('updated_at', 'sent_at').extend({
  estado: z.enum(['borrador', 'enviado', 'verificado']).optional(),
  proyecto_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type BankDataFilter = z.infer<typeof BankDataFilter>;

/** Limits of a CSV upload of debts: file size and rows. */
export const CSV_FILE = {
  maxCount: 1,
  maxSize: 1_048_576,
  types: ['text/csv'],
} as const;
export const CSV_ROWS = 2000;

export const CsvResult = z.object({
  rows: z.array(
    z.object({
      fila: z.number().int(),
      /** Creditor, or field of a bank's template. */
      nombre: z.string(),
      /** As parsed. */
      valores: z.record(z.string(), z.string()),
      estado: z.enum(['nueva', 'cambia', 'igual']),
    }),
  ),
  errors: z.array(z.object({ fila: z.number().int(), columna: z.string(), mensaje: z.string() })),
});
export type CsvResult = z.infer<typeof CsvResult>;

/** One line of a bank's form: profile field, section and label. */
export const BankFormField = z.object({
  campo: z.enum(ASK_NAMES, { error: 'Elige un campo de la lista.' }),
  seccion: z.string().trim().min(1, { error: 'Escribe la sección.' }).max(80),
  etiqueta: z.string().trim().min(1, { error: 'Escribe cómo lo llama el banco.' }).max(120),
  obligatorio: z.boolean(),
});
export type BankFormField = z.infer<typeof BankFormField>;

/** Target field in the bank's own PDF. `valor`: for a checkbox, the profile value that checks it. */
export const PdfMapping = z.object({
  pdf: z.string().min(1).max(300),
  campo: z.string().trim().max(80),
  valor: z.string().trim().max(120).default(''),
});
export type PdfMapping = z.infer<typeof PdfMapping>;

export const BankForm = z.object({
  bank: Named,
  version: z.number().int(),
  /** False: the bank has no rows of its own and uses the general ones. */
  own: z.boolean(),
  fields: z.array(BankFormField),
  template: z
    .object({
      name: z.string(),
      size: z.number().int(),
      pages: z.number().int(),
      url: z.string(),
      fields: z.array(z.object({ name: z.string(), kind: z.string(), options: z.array(z.string()) })),
      mapping: z.array(PdfMapping),
      uploaded_at: z.string(),
      uploaded_by: z.string().nullable(),
    })
    .nullable(),
  may_edit: z.boolean(),
});
export type BankForm = z.infer<typeof BankForm>;

export const BankFormRow = z.object({
  bank: Named,
  own: z.boolean(),
  asks: z.number().int(),
  required: z.number().int(),
  template: z.string().nullable(),
  mapped: z.number().int(),
});
export type BankFormRow = z.infer<typeof BankFormRow>;

export const TEMPLATE_FILE = { maxCount: 1, maxSize: 5 * 1_048_576, types: ['application/pdf'] } as const;
export const TEMPLATE_FIELDS_MAX = 600;
