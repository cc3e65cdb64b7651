import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';

export const Named = z.object({ id: z.number().int(), name: z.string() });
/** Centavos without ITBMS; null for who may not see amounts. */
export const amount = z.number().int().nullable();

export const line = (least: number, error: string, most = 120) =>
  z
    .string()
    .trim()
    .min(least, { error })
    .max(most, { error: `Escribe como máximo ${most} caracteres.` })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });
export const words = (most = 1000) =>
  z
    .string()
    .trim()
    .max(most, { error: `Escribe como máximo ${most} caracteres.` });
export const reason = (error: string) => words().min(3, { error });

/** A quantity of a material's unit, up to three decimals. */
export const Quantity = z.coerce
  .number({ error: 'Escribe la cantidad.' })
  .min(0, { error: 'Escribe una cantidad desde cero.' })
  .max(9_999_999, { error: 'La cantidad es demasiado grande.' })
  .multipleOf(0.001, { error: 'Usa tres decimales como máximo.' });
export const SomeQuantity = Quantity.refine((value) => value > 0, {
  error: 'Escribe una cantidad mayor que cero.',
});

/** Made on the phone: what is sent again, even after days, is the same. */
export const Key = z
  .string()
  .regex(/^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/, { error: 'Clave inválida.' });

/** A material of the catalog. */
export const MaterialRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  cost_code: Named,
  /** The usual price of a unit. */
  price_centavos: amount,
  /** ITBMS is charged on it. */
  taxed: z.boolean(),
  archived: z.boolean(),
});
export type MaterialRow = z.infer<typeof MaterialRow>;

export const MaterialForm = z.object({
  code: line(1, 'Escribe el código.', 30),
  name: line(2, 'Escribe el nombre.'),
  unit: line(1, 'Escribe la unidad.', 12),
  cost_code_id: z.number({ error: 'Elige el código de costo.' }).int().min(1).max(2_147_483_647),
  price_centavos: Cents.min(0, { error: 'Escribe el precio de una unidad.' }),
  taxed: z.boolean().default(true),
});
export type MaterialForm = z.output<typeof MaterialForm>;

/** A material to choose in a form. */
export const MaterialOption = z.object({
  id: z.number().int(),
  name: z.string(),
  unit: z.string(),
});
export type MaterialOption = z.infer<typeof MaterialOption>;

/** What one house of a model takes of a material. */
export const HouseListLine = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.number(),
  price_centavos: amount,
  cents: amount,
});
export type HouseListLine = z.infer<typeof HouseListLine>;

export const HouseListForm = z.object({
  modelo_id: Id,
  lines: z
    .array(
      z.object({
        material_id: z.number({ error: 'Elige el material.' }).int().min(1),
        quantity: SomeQuantity,
      }),
    )
    .max(500)
    .refine((list) => new Set(list.map(({ material_id }) => material_id)).size === list.length, {
      error: 'Cada material va una sola vez.',
    }),
});
export type HouseListForm = z.output<typeof HouseListForm>;
