import { z } from 'zod';
import { IsoInstant } from '#contract/dates.ts';
import { wordOf } from './catalog.ts';

const Line = z
  .string()
  .max(80, { error: 'Escribe como máximo 80 caracteres.' })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' });

/** Extra columns of a row, as the list declares them. */
const Extra = z.record(Line, z.union([Line, z.number(), z.boolean()]));

const Label = Line.trim().refine((text) => wordOf(text) !== '', {
  error: 'Escribe el nombre con letras o números.',
});

export const CatalogSummary = z.object({
  name: z.string(),
  title: z.string(),
  /** Module of the list, and its label. */
  module: z.string(),
  module_label: z.string(),
  kind: z.enum(['fixed', 'extensible', 'free']),
  active: z.number().int(),
  archived: z.number().int(),
});
export type CatalogSummary = z.infer<typeof CatalogSummary>;

/** Number of records that use a row of a list. */
export const CatalogUsage = z.object({ id: z.number().int(), count: z.number().int() });
export type CatalogUsage = z.infer<typeof CatalogUsage>;

/** A row for the administrator. `version` grows with each change; the next change sends it back. */
export const CatalogItem = z.object({
  id: z.number().int(),
  label: z.string(),
  extra: Extra,
  position: z.number().int(),
  version: z.number().int(),
  archived_at: IsoInstant.nullable(),
});
export type CatalogItem = z.infer<typeof CatalogItem>;

export const NewCatalogItem = z.object({ label: Label, extra: Extra.default({}) });
export type NewCatalogItem = z.infer<typeof NewCatalogItem>;

/** Missing fields stay unchanged. With `version`, a change by someone else meanwhile gives 409. */
export const CatalogItemChange = z.object({
  label: Label.optional(),
  extra: Extra.optional(),
  version: z.number().int().optional(),
});
export type CatalogItemChange = z.infer<typeof CatalogItemChange>;

/** Ids of all active rows, in the new order. */
export const CatalogOrder = z.object({ ids: z.array(z.number().int()).max(1000) });
