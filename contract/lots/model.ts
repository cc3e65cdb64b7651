import { z } from 'zod';
import { Cents } from '../money.ts';

/** A lot as the office lists it; its commercial state is derived from its claim. */
export const Lot = z.object({
  id: z.number().int(),
  project: z.object({ id: z.number().int(), name: z.string() }),
  lote: z.string(),
  block: z.string(),
  type: z.object({ id: z.number().int(), name: z.string() }),
  area_m2: z.number(),
  premium_centavos: z.number().int(),
  /** domain.md §2, commercial state */
  estado: z.object({ id: z.number().int(), name: z.string() }),
  activo: z.number().int(),
  withheld: z.boolean(),
  withheld_reason: z.string().nullable(),
  claimed_until: z.string().nullable(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }).nullable(),
  house: z.object({ id: z.number().int(), name: z.string(), model: z.string() }).nullable(),
});
export type Lot = z.infer<typeof Lot>;

export const LotForm = z.object({
  name: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{1,3}-\d{1,3}[A-Z]?$/, { error: 'Usa la forma A-07.' }),
  type_id: z.number().int().min(1),
  area_m2: z.number().min(1).max(100_000),
  premium_centavos: Cents.min(0).default(0),
  withheld: z.boolean().default(false),
  withheld_reason: z.string().trim().max(200).nullable().default(null),
});

/** Lots of a block in a row: A-01 … A-12, all alike. */
export const BlockForm = z.object({
  project_id: z.number().int(),
  block: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{1,3}$/, { error: 'Una a tres letras.' }),
  from: z.number().int().min(1).max(999),
  to: z.number().int().min(1).max(999),
  type_id: z.number().int().min(1),
  area_m2: z.number().min(1).max(100_000),
  premium_centavos: Cents.min(0).default(0),
});
