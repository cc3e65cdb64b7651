import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { Missing } from '#contract/offers.ts';
import { pageBy } from '#contract/paging.ts';
import { HOUSE_PAPER_NAMES, PAPER_STANDINGS, type PaperStanding } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const Standing = z.enum(Object.keys(PAPER_STANDINGS) as [PaperStanding, ...PaperStanding[]]);

/** One line of text; empty is null. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Escribe ${most} caracteres como máximo.` })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' })
    .nullable()
    .transform((text) => text || null);

/** A finca (folio real) as the Registro Público writes it: digits, and hyphens between groups. */
export const Finca = z
  .string()
  .trim()
  .max(20, { error: 'Escribe 20 caracteres como máximo.' })
  .regex(/^(\d+(-\d+)*)?$/, { error: 'Escribe solo números, por ejemplo 30412345.' })
  .nullable()
  .transform((text) => text || null);

/** The location code of a finca, as 8A05. */
export const LocationCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([0-9A-Z]{4,6})?$/, { error: 'Escribe el código de 4 a 6 letras o números, por ejemplo 8A05.' })
  .nullable()
  .transform((text) => text || null);

const Day = IsoDate.nullable();

/** What a person writes of a house's legal file. A missing key stays as it is. */
export const HouseFileForm = z.object({
  finca_madre: Finca,
  finca: Finca,
  codigo_ubicacion: LocationCode,
  valor_catastral_centavos: z.number().int().min(0).max(99_999_999_999).nullable(),
  segregacion_entrada: line(30),
  segregacion_ingresada: Day,
  segregacion_inscrita: Day,
  permiso_numero: line(40),
  permiso_fecha: Day,
  permiso_vence: Day,
  mejoras_entrada: line(30),
  mejoras_ingresada: Day,
  mejoras_inscrita: Day,
  liberacion_aplica: z.boolean(),
  liberacion_banco: line(80),
  liberacion_solicitada: Day,
  liberacion_firmada: Day,
  liberacion_inscrita: Day,
  liberacion_vence: Day,
});
export type HouseFileForm = z.output<typeof HouseFileForm>;
export const HouseFileChange = HouseFileForm.partial();
export type HouseFileChange = z.output<typeof HouseFileChange>;

/** Most rows of one bulk entry: a block at a time. */
export const BULK_ROWS = 60;
export const HouseFileBulk = z.object({
  filas: z
    .array(HouseFileChange.extend({ lote_id: Id, version: z.number().int().min(0).optional() }))
    .min(1, { error: 'Escribe al menos una vivienda.' })
    .max(BULK_ROWS, { error: `Guarda ${BULK_ROWS} viviendas como máximo cada vez.` }),
});

/** A house's legal file in a list. The id is that of the lot. */
export const HouseFileRow = z.object({
  id: z.number().int(),
  /** 0 while nothing was written yet. */
  version: z.number().int(),
  lote: z.string(),
  project: Named,
  house: z.string().nullable(),
  model: z.string().nullable(),
  sale: z
    .object({ id: z.number().int(), code: z.string().nullable(), name: z.string(), state: Named })
    .nullable(),
  finca_madre: z.string().nullable(),
  finca: z.string().nullable(),
  codigo_ubicacion: z.string().nullable(),
  valor_catastral_centavos: z.number().int().nullable(),
  segregacion_entrada: z.string().nullable(),
  segregacion_ingresada: z.string().nullable(),
  segregacion_inscrita: z.string().nullable(),
  permiso_numero: z.string().nullable(),
  permiso_fecha: z.string().nullable(),
  permiso_vence: z.string().nullable(),
  mejoras_entrada: z.string().nullable(),
  mejoras_ingresada: z.string().nullable(),
  mejoras_inscrita: z.string().nullable(),
  liberacion_aplica: z.boolean(),
  liberacion_banco: z.string().nullable(),
  liberacion_solicitada: z.string().nullable(),
  liberacion_firmada: z.string().nullable(),
  liberacion_inscrita: z.string().nullable(),
  liberacion_vence: z.string().nullable(),
  standings: z.object({
    segregacion: Standing,
    permiso: Standing,
    mejoras: Standing,
    liberacion: Standing,
  }),
  /** What the deed still lacks; empty: the house is ready. */
  missing: z.array(Missing),
});
export type HouseFileRow = z.infer<typeof HouseFileRow>;

export const HousePaperFile = z.object({
  parte: z.enum(HOUSE_PAPER_NAMES),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  url: z.string(),
});

export const HouseFile = HouseFileRow.extend({
  papers: z.array(HousePaperFile),
  /** The latest changes first: who wrote what. */
  history: z.array(
    z.object({ id: z.number().int(), at: z.string(), who: z.string().nullable(), text: z.string() }),
  ),
  may_edit: z.boolean(),
});
export type HouseFile = z.infer<typeof HouseFile>;

/** falta: the houses that lack this paper; lista: those that lack nothing. */
export const HOUSE_GAPS = {
  segregacion: 'Segregación',
  permiso: 'Permiso de ocupación',
  mejoras: 'Mejoras',
  liberacion: 'Liberación',
  lista: 'Nada: lista para escritura',
} as const;

export const HouseFileFilter = pageBy('lote', 'finca', 'permiso_fecha', 'segregacion_inscrita').extend({
  proyecto_id: Id.optional(),
  manzana: z.string().trim().max(8).optional(),
  falta: z.enum(Object.keys(HOUSE_GAPS) as [keyof typeof HOUSE_GAPS]).optional(),
  /** 1: only houses with a sale in progress that has its promise or its letter. */
  con_venta: z.enum(['0', '1']).optional(),
  q: z.string().trim().max(60).optional(),
});
export type HouseFileFilter = z.infer<typeof HouseFileFilter>;
