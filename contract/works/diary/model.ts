import { z } from 'zod';
import { IsoDate, IsoInstant } from '#contract/dates.ts';

export const SECTION_LABELS = {
  trabajo: 'Trabajo hecho',
  personal: 'Personal',
  equipo: 'Equipo',
  visita: 'Visita',
  incidente: 'Incidente',
  paro: 'Lluvia o paro',
  nota: 'Nota',
} as const;
export type SectionName = keyof typeof SECTION_LABELS;
export const SECTIONS = Object.keys(SECTION_LABELS) as [SectionName, ...SectionName[]];

export const STOP_LABELS = {
  lluvia: 'Lluvia',
  material: 'Falta de material',
  equipo: 'Falla de equipo',
  accidente: 'Accidente',
  permiso: 'Falta de permiso',
  otro: 'Otro motivo',
} as const;
export type StopReason = keyof typeof STOP_LABELS;
export const STOP_REASONS = Object.keys(STOP_LABELS) as [StopReason, ...StopReason[]];

/** Photographs of one entry. */
export const ENTRY_PHOTOS = {
  maxCount: 10,
  maxSize: 15 * 1_048_576,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxPixels: 50_000_000,
} as const;

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
  /** Of a stop, and of machines. */
  horas: hours,
};
const instants = (value: unknown) => (value === '' || value === undefined ? [] : [value].flat());

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
  /** Seconds that the server's clock was ahead of the phone's when they last spoke; below zero: behind. */
  desfase_s: z.preprocess(empty, z.coerce.number().int().min(-1e9).max(1e9).optional()),
  seccion: z.enum(SECTIONS, { error: 'Elige la sección.' }),
  ...told,
  latitud: z.preprocess(empty, z.coerce.number().min(-90).max(90).optional()),
  longitud: z.preprocess(empty, z.coerce.number().min(-180).max(180).optional()),
  /** When each photograph was taken, by the phone's clock, in the order of `fotos`. */
  tomadas: z.preprocess(instants, z.array(IsoInstant).max(ENTRY_PHOTOS.maxCount)),
});
export type NewEntry = z.output<typeof NewEntry>;

export const EntryChange = z.object({ ...told, version: z.number().int() });
export type EntryChange = z.output<typeof EntryChange>;

const Named = z.object({ id: z.number().int(), name: z.string() });

export const DiaryEntry = z.object({
  id: z.number().int(),
  diario_id: z.number().int(),
  cliente_id: z.string(),
  /** The day that it tells of. */
  fecha: z.string(),
  seccion: z.enum(SECTIONS),
  texto: z.string(),
  cantidad: z.number().int().nullable(),
  motivo: z.enum(STOP_REASONS).nullable(),
  horas: z.number().nullable(),
  contrato_id: z.number().int().nullable(),
  contrato: z.object({ id: z.number().int(), nombre: z.string(), contratista: z.string() }).nullable(),
  autor: Named,
  /** By the phone's clock, and by the server's. */
  escrita_a: z.string(),
  recibida_a: z.string(),
  /** The phone's clock was ahead: the day is the day of arrival at the latest. */
  reloj_adelantado: z.boolean(),
  /** How far the phone's clock was wrong, if it was by 5 minutes or more: `2 días atrasado`. */
  reloj: z.string().nullable(),
  /** Arrived after the day was sealed: it is in the seal of this later day. */
  adenda_del: z.string().nullable(),
  clima: z
    .object({ descripcion: z.string(), temperatura: z.number(), lluvia_mm: z.number(), al: z.string() })
    .nullable(),
  lugar: z.object({ latitud: z.number(), longitud: z.number() }).nullable(),
  fotos: z.array(z.object({ id: z.string(), url: z.string(), tomada_a: z.string().nullable() })),
  version: z.number().int(),
  /** The caller may correct it now. */
  corregible: z.boolean(),
});
export type DiaryEntry = z.infer<typeof DiaryEntry>;

/** A day of a diary in a list, with what was written of it. */
export const DiaryDay = z.object({
  id: z.number().int(),
  fecha: z.string(),
  proyecto: Named,
  tipo: Named,
  entradas: z.number().int(),
  adendas: z.number().int(),
  personas: z.number().int(),
  fotos: z.number().int(),
  /** What was built, in one line. */
  trabajo: z.string(),
  paros: z.array(z.object({ motivo: z.enum(STOP_REASONS), horas: z.number() })),
  sellada_a: z.string().nullable(),
});
export type DiaryDay = z.infer<typeof DiaryDay>;

export const Chain = z.object({
  dias: z.number().int(),
  integra: z.boolean(),
  /** The first day whose contents do not match its seal. */
  rota_en: z.string().nullable(),
});
export type Chain = z.infer<typeof Chain>;

export const Diary = z.object({
  id: z.number().int(),
  proyecto_id: z.number().int(),
  tipo_contrato_id: z.number().int(),
  proyecto: Named,
  tipo: Named,
  fecha: z.string(),
  sellada_a: z.string().nullable(),
  huella: z.string().nullable(),
  /** Its place in the chain, from 1. */
  eslabon: z.number().int().nullable(),
  entradas: z.array(DiaryEntry),
  /** Entries of earlier days that arrived late and are in this day's seal. */
  recibidas: z.array(DiaryEntry),
  historia: z.array(
    z.object({ id: z.number().int(), at: z.string(), who: z.string().nullable(), text: z.string() }),
  ),
  /** What is still missing today, before the seal, as words: `personal`. */
  falta: z.array(z.string()),
  /** The diary's day before and after this one, in the caller's reach. */
  anterior: z.number().int().nullable(),
  siguiente: z.number().int().nullable(),
  /** `comentar`: read and write comments, files and tasks of the day. */
  puede: z.object({
    anotar: z.boolean(),
    sellar: z.boolean(),
    exportar: z.boolean(),
    comentar: z.boolean(),
  }),
});
export type Diary = z.infer<typeof Diary>;

export const LostDayRow = z.object({
  fecha: z.string(),
  motivo: z.enum(STOP_REASONS),
  horas: z.number(),
  /** Half of the site's hours or more: the schedule counts the day as lost. */
  perdido: z.boolean(),
});

/** A diary that somebody may write, with what a phone needs to do so without a line. */
export const FieldDiary = z.object({
  proyecto: Named,
  tipo: Named,
  contratos: z.array(z.object({ id: z.number().int(), nombre: z.string(), contratista: z.string() })),
  /** What is in today's diary already. */
  hoy: z.array(
    z.object({ seccion: z.enum(SECTIONS), texto: z.string(), cantidad: z.number().int().nullable() }),
  ),
});
export type FieldDiary = z.infer<typeof FieldDiary>;
export const Field = z.object({ ahora: z.string(), diarios: z.array(FieldDiary) });
export type Field = z.infer<typeof Field>;
