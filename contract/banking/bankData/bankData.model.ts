import { z } from 'zod';
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
/** The values of one page of the profile, as they are kept: cents, days, E.164; null where they were emptied. */
const pageSchema = (page: PageNumber) =>
  z.object(
    Object.fromEntries(fieldsOf(page).map((field) => [field, valueSchema(field).nullable().optional()])),
  );

/** The typed profile, page by page. */
export const BANK_PROFILE_PAGES: Readonly<Record<PageNumber, z.ZodObject>> = {
  1: pageSchema(1),
  2: pageSchema(2),
  3: pageSchema(3),
  4: pageSchema(4),
  5: pageSchema(5),
  6: pageSchema(6),
};
/** All its values; what is not of the profile is cut, what is malformed raises. */
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
/** name[n][…]: n may have holes and need not begin at 0; '' says that there are none. */
const TypedRows = z
  .union([z.literal('').transform(() => []), z.array(TypedRow), z.record(z.string(), TypedRow)])
  .refine((rows) => Object.keys(rows).length <= ROWS_SENT, {
    error: 'Son demasiadas filas: cárgalas con un archivo CSV.',
  })
  .optional();

/**
 * The form as it is sent (spec §7): the sale, the page and its fields as typed. Page 6 may carry the fields of all pages: the
 * whole of the session storage. With `ignorar_pagina=1` nothing else is looked at.
 */
export const BankDataForm = z.object({
  codigo: z.string().trim().min(1, { error: 'Di de qué compra son estos datos.' }).max(30),
  pagina: z.union([z.literal('').transform(() => undefined), PageParam]).optional(),
  ignorar_pagina: z.string().max(10).optional(),
  /** Version of the profile that was on screen; another one is 409. */
  version: z.union([z.literal('').transform(() => undefined), z.coerce.number().int()]).optional(),
  /** Ticked, where the data consent is still due. */
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
  /** What was kept of this page, by the names of its fields: for the session storage. */
  request: z.record(z.string(), CellText),
  redirect: z.string(),
});
export type BankDataSent = z.infer<typeof BankDataSent>;

/** A page's state, for all banks (`banco` null) or for one. */
export const PageState = z.object({
  pagina: z.number().int(),
  nombre: z.string(),
  banco: Named.nullable(),
  estado: Named,
  /** Who put it there, and when; null while nobody has. */
  por: z.string().nullable(),
  desde: z.string().nullable(),
  /** Who passed over the page, when it was. */
  omitida_por: z.string().nullable(),
  /** What may be done with it; disabled ones say why. */
  acciones: z.array(z.object({ accion: z.string(), label: z.string(), disabled: z.string().nullable() })),
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
  /** Version of the profile that was on screen; another one is 409. */
  version: z.coerce.number().int().optional(),
});

export type PageActionBody = z.infer<typeof PageActionBody>;

export const GapRow = z.object({ name: z.string(), label: z.string(), page: z.number().int() });

/** A profile as the office sees it. */
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
  /** As the form shows them. */
  values: z.record(z.string(), z.string()),
  rows: z.object({
    deudas: z.array(z.record(z.string(), z.string())),
    referencias: z.array(z.record(z.string(), z.string())),
    grupo_familiar: z.array(z.record(z.string(), z.string())),
  }),
  /** Fields that the sale itself knows: shown, not typed. */
  fixed: z.array(z.string()),
  /** Income and debts are hidden: the caller has no documentos.ingresos on this sale. */
  masked: z.boolean(),
  /** What was typed and cannot be kept as it is. */
  faults: z.array(z.object({ field: z.string(), message: z.string(), typed: z.string() })),
  /** Pages for all banks, in order. */
  pages: z.array(PageState),
  banks: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** A PDF of the bank's own is mapped. */
      template: z.boolean(),
      asks: z.number().int(),
      gaps: z.array(GapRow),
      pages: z.array(PageState),
    }),
  ),
  /** Papers to compare each page with. */
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
  /** Pages that are verified or archived, and those with everything that is asked for. */
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

/** Largest file of debts, and most rows of it. */
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
      /** Creditor, or the field of a bank's template. */
      nombre: z.string(),
      /** As it was read. */
      valores: z.record(z.string(), z.string()),
      estado: z.enum(['nueva', 'cambia', 'igual']),
    }),
  ),
  errors: z.array(z.object({ fila: z.number().int(), columna: z.string(), mensaje: z.string() })),
});
export type CsvResult = z.infer<typeof CsvResult>;

/** One line of a bank's form: which field of the profile, under which words, where. */
export const BankFormField = z.object({
  campo: z.enum(ASK_NAMES, { error: 'Elige un campo de la lista.' }),
  seccion: z.string().trim().min(1, { error: 'Escribe la sección.' }).max(80),
  etiqueta: z.string().trim().min(1, { error: 'Escribe cómo lo llama el banco.' }).max(120),
  obligatorio: z.boolean(),
});
export type BankFormField = z.infer<typeof BankFormField>;

/** Into which field of the bank's own PDF; `valor` for a box that is ticked when the field holds just that. */
export const PdfMapping = z.object({
  pdf: z.string().min(1).max(300),
  campo: z.string().trim().max(80),
  valor: z.string().trim().max(120).default(''),
});
export type PdfMapping = z.infer<typeof PdfMapping>;

export const BankForm = z.object({
  bank: Named,
  version: z.number().int(),
  /** False: the bank has no rows of its own, and is asked the general ones. */
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
