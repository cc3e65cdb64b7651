import { z } from 'zod';
import { IsoDate, IsoInstant } from '#contract/dates.ts';

export const SECTIONS = ['trabajo', 'personal', 'equipo', 'visita', 'incidente', 'paro', 'nota'] as const;
export const STOP_REASONS = ['lluvia', 'material', 'equipo', 'accidente', 'permiso', 'otro'] as const;

const id = z.coerce.number().int().min(1);
const empty = (value: unknown) => (value === '' ? undefined : value);
const text = z
  .string()
  .trim()
  .min(1, { error: 'Escribe qué pasó.' })
  .max(4000, { error: 'Escribe como máximo 4000 caracteres.' });
const count = z.preprocess(
  empty,
  z.coerce
    .number({ error: 'Escribe cuántos.' })
    .int({ error: 'Escribe un número entero.' })
    .min(1, { error: 'Escribe cuántos: 1 o más.' })
    .max(5000, { error: 'Revisa cuántos: a lo más 5000.' })
    .optional(),
);
const hours = z.preprocess(
  empty,
  z.coerce
    .number({ error: 'Escribe cuántas horas.' })
    .min(0.5, { error: 'Escribe al menos media hora.' })
    .max(24, { error: 'Un día tiene 24 horas.' })
    .optional(),
);
const told = {
  texto: text,
  /** People or machines, in the sections personal and equipo. */
  cantidad: count,
  /** Only of a stop. */
  motivo: z.preprocess(empty, z.enum(STOP_REASONS, { error: 'Elige el motivo.' }).optional()),
  horas: hours,
};

/** What each section needs besides its text. */
export function missingOf(entry: {
  seccion: (typeof SECTIONS)[number];
  cantidad?: number | undefined;
  motivo?: string | undefined;
  horas?: number | undefined;
}): { field: 'cantidad' | 'motivo' | 'horas'; message: string }[] {
  if (entry.seccion === 'personal' && entry.cantidad === undefined)
    return [{ field: 'cantidad', message: 'Escribe cuántas personas.' }];
  if (entry.seccion !== 'paro') return [];
  return [
    ...(entry.motivo === undefined
      ? [{ field: 'motivo' as const, message: 'Elige el motivo del paro.' }]
      : []),
    ...(entry.horas === undefined ? [{ field: 'horas' as const, message: 'Escribe cuántas horas.' }] : []),
  ];
}

/** An entry as a phone sends it, possibly days later; a form, because of its photographs. */
export const NewEntry = z.object({
  /** Made on the phone: the same entry is stored once. */
  cliente_id: z.uuid(),
  proyecto_id: id,
  tipo_contrato_id: id.max(32_767),
  contrato_id: z.preprocess(empty, id.optional()),
  /** The day that it tells of. */
  fecha: IsoDate,
  /** By the phone's clock. */
  escrita_a: IsoInstant,
  seccion: z.enum(SECTIONS, { error: 'Elige la sección.' }),
  ...told,
  latitud: z.preprocess(empty, z.coerce.number().min(-90).max(90).optional()),
  longitud: z.preprocess(empty, z.coerce.number().min(-180).max(180).optional()),
});
export type NewEntry = z.output<typeof NewEntry>;

export const EntryChange = z.object({ ...told, version: z.number().int() });
export type EntryChange = z.output<typeof EntryChange>;

export const DiaryEntry = z.object({
  id: z.number().int(),
  diario_id: z.number().int(),
  cliente_id: z.string(),
  seccion: z.enum(SECTIONS),
  texto: z.string(),
  cantidad: z.number().int().nullable(),
  motivo: z.enum(STOP_REASONS).nullable(),
  horas: z.number().nullable(),
  contrato_id: z.number().int().nullable(),
  autor: z.object({ id: z.number().int(), name: z.string() }),
  /** By the phone's clock, and by the server's. */
  escrita_a: z.string(),
  recibida_a: z.string(),
  /** The phone's clock was ahead: the day is the day of arrival at the latest. */
  reloj_adelantado: z.boolean(),
  /** Arrived after the day was sealed: it is in the seal of this later day. */
  adenda_del: z.string().nullable(),
  clima: z
    .object({ descripcion: z.string(), temperatura: z.number(), lluvia_mm: z.number(), al: z.string() })
    .nullable(),
  lugar: z.object({ latitud: z.number(), longitud: z.number() }).nullable(),
  fotos: z.array(z.object({ id: z.string(), url: z.string() })),
  version: z.number().int(),
});
export type DiaryEntry = z.infer<typeof DiaryEntry>;

export const DiaryDay = z.object({
  id: z.number().int(),
  proyecto_id: z.number().int(),
  tipo_contrato_id: z.number().int(),
  fecha: z.string(),
  sellada_a: z.string().nullable(),
  huella: z.string().nullable(),
  entradas: z.number().int(),
});
export const Diary = DiaryDay.omit({ entradas: true }).extend({ entradas: z.array(DiaryEntry) });
export type Diary = z.infer<typeof Diary>;

export const Chain = z.object({
  dias: z.number().int(),
  integra: z.boolean(),
  /** The first day whose contents do not match its seal. */
  rota_en: z.string().nullable(),
});
export const LostDay = z.object({ fecha: z.string(), motivo: z.enum(STOP_REASONS), horas: z.number() });
