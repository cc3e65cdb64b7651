import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { LikenessWord } from '#contract/money/statements/statements.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

/** A due that a line may pay. */
export const DueOption = z.object({
  id: z.number().int(),
  version: z.number().int(),
  title: z.string(),
  state: Named,
  centavos: z.number().int(),
  /** YYYY-MM-DD */
  due_on: z.string().nullable(),
  reported_centavos: z.number().int().nullable(),
  /** It pays the price; other charges get a receipt of their own. */
  of_price: z.boolean(),
});
export type DueOption = z.infer<typeof DueOption>;

/** A sale that a line may be for, with what it owes. */
export const SaleOption = z.object({
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  name: z.string(),
  project: z.string(),
  lot: z.string().nullable(),
  dues: z.array(DueOption),
  /** Ids of the dues that the line most likely pays, in order. */
  chosen: z.array(z.number().int()),
  score: z.number().int(),
  /** Amount and customer agree: Enter confirms it. */
  sure: z.boolean(),
  why: z.array(LikenessWord),
  /** Why the current user may not give it the line; null when allowed. */
  disabled: z.string().nullable(),
});
export type SaleOption = z.infer<typeof SaleOption>;

export const listSalesForLine = endpoint({
  method: 'GET',
  path: '/api/accounting/statement_lines/:id/ventas',
  access: 'pagos.aprobar',
  shows: ['linea_banco', 'pago', 'precontrato'],
  summary: 'Ventas de las que puede ser un depósito, la más probable primero; con `q` se buscan',
  params: z.object({ id: Id }),
  /** Code, name, identity document, telephone or lot. */
  query: z.object({ q: z.string().trim().max(80).optional() }),
  answer: data(z.array(SaleOption)),
});
