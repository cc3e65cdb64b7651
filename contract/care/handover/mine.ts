import { z } from 'zod';
import { COVER_NAMES } from '#contract/care/covers/parts.ts';
import { COVER_STATES, type CoverState } from '#contract/care/covers/rules.ts';

/** The delivery of a family's house and its warranty, as "Mi compra" shows it. */
export const MyHandover = z.object({
  /** programada · inspeccion: the acta is prepared · firmar · rechazada · entregada */
  stage: z.enum(['programada', 'inspeccion', 'firmar', 'rechazada', 'entregada']),
  scheduledOn: z.string(),
  deliveredOn: z.string().nullable(),
  /** The page of the calendar where another day is chosen; null when it no longer can be. */
  book: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.number().int(),
      place: z.string(),
      text: z.string(),
      dueOn: z.string(),
      /** pendiente: it is being corrected · corregido: the family confirms it · listo */
      state: z.enum(['pendiente', 'corregido', 'listo']),
      photos: z.array(z.string()),
    }),
  ),
  clocks: z.array(
    z.object({
      cover: z.enum(COVER_NAMES),
      until: z.string(),
      state: z.enum(Object.keys(COVER_STATES) as [CoverState, ...CoverState[]]),
    }),
  ),
  documents: z.array(z.object({ name: z.string(), href: z.string() })),
});
export type MyHandover = z.infer<typeof MyHandover>;
