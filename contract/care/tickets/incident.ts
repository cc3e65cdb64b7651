import { z } from 'zod';
import { PART_NAMES, type Part } from '#contract/care/covers/parts.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

/** What houses of an incident share: a part, and who built it, of which model, in which week. */
interface Shared {
  part: Part;
  model: { id: number } | null;
  contractor: { id: number } | null;
  week: string | null;
}
/** The name of a repeated defect, the same whenever it is found. */
export const incidentKey = ({ part, model, contractor, week }: Shared): string =>
  [part, model?.id ?? '', contractor?.id ?? '', week ?? ''].join('|');

/** Houses that a place names before it says how many more there are. */
const NAMED = 6;
/** «12 viviendas: Casa A-01, Casa A-04 y 10 más» */
export function placeOfIncident(houses: readonly string[]): string {
  const named = houses.slice(0, NAMED);
  const more = houses.length - named.length;
  return `${houses.length} viviendas: ${named.join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
}

export const OpenIncident = z.object({
  parte: z.enum(PART_NAMES, { error: 'Elige el defecto de la lista.' }),
  modelo_id: Id.nullish(),
  contratista_id: Id.nullish(),
  /** 2026-W12 */
  semana: z
    .string()
    .regex(/^\d{4}-W\d{2}$/, { error: 'Elige el defecto de la lista.' })
    .nullish(),
});
export type OpenIncident = z.output<typeof OpenIncident>;

/** The incident of a repeated defect in one project. */
export const Incident = z.object({ id: z.number().int(), code: z.string(), houses: z.number().int() });

export const openIncident = endpoint({
  method: 'POST',
  path: '/api/ticket/incidents',
  access: 'tickets.crear',
  touches: ['ticket', 'precontrato', 'vivienda'],
  summary: 'Abre un ticket para un defecto repetido en muchas viviendas, o le suma lo nuevo',
  body: OpenIncident,
  /** One for each project that the houses are in. */
  answer: data(z.array(Incident)),
  status: 201,
  errors: ['STALE'],
  idempotent: true,
});
