import { z } from 'zod';
import { Cents } from '#contract/money.ts';

/** A lot in the office list; its commercial state follows from its claim. */
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
  version: z.number().int(),
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
  /** The version on screen; missing: no check. */
  version: z.number().int().min(1).optional(),
});

/** Identical lots of a block in a row: A-01 … A-12. */
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
  numbering: z.enum(['todos', 'impares', 'pares']).default('todos'),
  /** Type and additional price of the first and last lot. */
  corner_type_id: z.number().int().min(1).nullable().default(null),
  corner_premium_centavos: Cents.min(0).default(0),
  /** Price step from one position to the next. */
  premium_step_centavos: Cents.min(0).default(0),
});

/** A bulk change: missing fields stay unchanged. */
export const LotsChange = z
  .object({
    ids: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(200),
    type_id: z.number().int().min(1).optional(),
    area_m2: z.number().min(1).max(100_000).optional(),
    premium_centavos: Cents.min(0).optional(),
    withheld: z.boolean().optional(),
    withheld_reason: z.string().trim().max(200).nullable().default(null),
  })
  .superRefine((form, ctx) => {
    const { ids: _, withheld_reason, ...set } = form;
    if (Object.values(set).every((value) => value === undefined))
      ctx.addIssue({ code: 'custom', path: ['ids'], message: 'Elige qué cambiar.' });
    if (form.withheld && !withheld_reason)
      ctx.addIssue({
        code: 'custom',
        path: ['withheld_reason'],
        message: 'Escribe por qué no están a la venta.',
      });
  });

/** An entry of a lot's history, latest first. */
export const LotEvent = z.object({
  at: z.string(),
  kind: z.enum(['venta', 'precio', 'cambio', 'importacion']),
  text: z.string(),
  by: z.string(),
  sale_id: z.number().int().nullable(),
});
export type LotEvent = z.infer<typeof LotEvent>;
