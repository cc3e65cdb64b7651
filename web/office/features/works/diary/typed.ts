import { z } from 'zod';
import { panamaDay, showDay } from '#contract/dates.ts';
import { EntryChange, SECTION_LABELS, SECTIONS, type NewEntry } from '#contract/works/diary/model.ts';
import { newKey } from '#web/office/lib/call.ts';

/** The fields of one entry. */
export const EntryFields = EntryChange.omit({ version: true }).extend({
  seccion: z.enum(SECTIONS),
  contrato_id: z.number().int().nullable(),
});
export type EntryFields = z.output<typeof EntryFields>;

/** An entry as a phone keeps it and sends it. */
export type TypedEntry = Omit<NewEntry, 'tomadas'> & {
  tomadas: string[];
  /** The diary's name, for whoever looks at what waits. */
  obra: string;
};

/** Where and when somebody writes. */
export interface Writing {
  proyecto_id: number;
  tipo_contrato_id: number;
  obra: string;
  fecha: string;
  /** Seconds that the server's clock is ahead of this one. */
  desfase_s: number;
  place: { latitud: number; longitud: number } | null;
}

/** A random UUID (version 4); the browser's own needs TLS, which a site's server may lack. */
const newId = () => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');

/** What makes an entry the same one when it is sent again. */
export const newIdentity = () => ({ cliente_id: newId(), escrita_a: new Date().toISOString() });

/** An entry with its identity, its place and its times. */
export function typedOf(
  fields: EntryFields,
  photos: readonly File[],
  { place, ...at }: Writing,
  identity = newIdentity(),
): TypedEntry {
  const { contrato_id, ...told } = fields;
  return {
    ...told,
    ...at,
    ...place,
    ...identity,
    ...(contrato_id !== null && { contrato_id }),
    tomadas: photos.map(({ lastModified }) => new Date(lastModified).toISOString()),
  };
}

/** `Personal · Albañiles · 24-11-2026`. */
export const titleOf = ({ seccion, texto, fecha }: Pick<TypedEntry, 'seccion' | 'texto' | 'fecha'>) =>
  `${SECTION_LABELS[seccion]} · ${texto.slice(0, 40)} · ${showDay(fecha)}`;

/** A difference below 5 minutes is none. */
const BEARABLE_MS = 5 * 60_000;
/** Seconds that the server's clock is ahead of this phone's, from an answer and the phone's time of its arrival. */
export function clockOffset(serverNow: string, arrivedAt: number): number {
  const ahead = Date.parse(serverNow) - arrivedAt;
  return Math.abs(ahead) < BEARABLE_MS ? 0 : Math.round(ahead / 1000);
}

/** Today by the office's clock, on a phone that may be wrong. */
export const officeToday = (offsetSeconds: number) => panamaDay(new Date(Date.now() + offsetSeconds * 1000));
