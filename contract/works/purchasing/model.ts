import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';
import { ActionOffer } from '#contract/offers.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import {
  amount,
  Key,
  line,
  Named,
  Quantity,
  reason,
  SomeQuantity,
  words,
} from '#contract/works/materials/model.ts';
import { PHOTO_FILES } from '#contract/works/jobs/model.ts';

/** Photographs of a count: as those of a report from the site. */
export const RECEIPT_PHOTOS = PHOTO_FILES;

const Photo = z.object({ id: z.string(), name: z.string(), url: z.string() });
const History = z.array(
  z.object({
    id: z.number().int(),
    at: z.string(),
    from: Named.nullable(),
    to: Named,
    reason: z.string().nullable(),
    who: z.string().nullable(),
  }),
);

// --- Requests

export const RequestRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  code: z.string(),
  project: Named,
  /** Null: works of the whole project. */
  house: Named.nullable(),
  state: Named,
  needed_on: z.string().nullable(),
  lines_count: z.number().int(),
  asked_by: z.string().nullable(),
  asked_at: z.string().nullable(),
  /** It was approved beyond the budget of its house. */
  over_budget: z.boolean(),
  /** At the usual prices. */
  estimate_centavos: amount,
});
export type RequestRow = z.infer<typeof RequestRow>;

/** A requested material beside what the house should take of it. */
export const RequestLine = z.object({
  id: z.number().int(),
  material: Named.extend({ code: z.string(), unit: z.string() }),
  quantity: z.number(),
  /** Of the model's list; null: the list does not have it, or the request is of no house. */
  budget: z.number().nullable(),
  /** Already approved for the house in other requests. */
  taken: z.number(),
  /** What the house would have with this request beyond its budget. */
  over: z.number(),
  /** The order that has it. */
  order: Named.nullable(),
  price_centavos: amount,
});
export type RequestLine = z.infer<typeof RequestLine>;

export const Quotation = z.object({
  id: z.number().int(),
  version: z.number().int(),
  supplier: Named,
  number: z.string(),
  quoted_on: z.string(),
  valid_until: z.string().nullable(),
  expired: z.boolean(),
  delivery_days: z.number().int().nullable(),
  terms: z.string(),
  /** By line of the request; null: the supplier does not offer it. */
  lines: z.array(
    z.object({
      line_id: z.number().int(),
      price_centavos: z.number().int(),
      taxed: z.boolean(),
      cents: z.number().int(),
      /** No other quotation has a lower price for the line. */
      lowest: z.boolean(),
    }),
  ),
  subtotal_centavos: z.number().int(),
  itbms_centavos: z.number().int(),
  total_centavos: z.number().int(),
  /** It has a price for every line. */
  complete: z.boolean(),
  lowest: z.boolean(),
  order: Named.nullable(),
});
export type Quotation = z.infer<typeof Quotation>;

export const MaterialRequest = RequestRow.extend({
  note: z.string(),
  over_reason: z.string().nullable(),
  approved_by: z.string().nullable(),
  lines: z.array(RequestLine),
  /** None for who may not see amounts. */
  quotations: z.array(Quotation),
  orders: z.array(
    z.object({
      id: z.number().int(),
      code: z.string(),
      supplier: z.string(),
      state: Named,
      total_centavos: amount,
    }),
  ),
  transitions: z.array(TransitionOffer),
  may: z.object({ edit: z.boolean(), quote: z.boolean() }),
  history: History,
});
export type MaterialRequest = z.infer<typeof MaterialRequest>;

export const RequestForm = z.object({
  project_id: z.number({ error: 'Elige el proyecto.' }).int().min(1),
  house_id: z.number().int().min(1).nullable().default(null),
  needed_on: IsoDate.nullable().default(null),
  note: words().default(''),
  lines: z
    .array(
      z.object({
        material_id: z.number({ error: 'Elige el material.' }).int().min(1),
        quantity: SomeQuantity,
      }),
    )
    .min(1, { error: 'Agrega al menos un material.' })
    .max(200)
    .refine((list) => new Set(list.map(({ material_id }) => material_id)).size === list.length, {
      error: 'Cada material va una sola vez.',
    }),
});
export type RequestForm = z.output<typeof RequestForm>;

export const RequestStatusChange = StatusChange;

// --- Quotations

export const QuotationForm = z
  .object({
    supplier_id: z.number({ error: 'Elige el proveedor.' }).int().min(1),
    number: line(1, 'Escribe el número de la cotización.', 60),
    quoted_on: IsoDate,
    valid_until: IsoDate.nullable().default(null),
    delivery_days: z
      .number()
      .int({ error: 'Escribe días enteros.' })
      .min(0, { error: 'Escribe días desde cero.' })
      .max(365, { error: 'Escribe hasta 365 días.' })
      .nullable()
      .default(null),
    terms: words(500).default(''),
    /** A line without price is not offered. */
    lines: z
      .array(
        z.object({
          line_id: z.number().int().min(1),
          price_centavos: Cents.min(1, { error: 'El precio debe ser mayor que cero.' }).nullable(),
          taxed: z.boolean().default(true),
        }),
      )
      .min(1)
      .max(200)
      .refine((list) => list.some(({ price_centavos }) => price_centavos !== null), {
        error: 'Escribe al menos un precio.',
      }),
  })
  .refine(({ quoted_on, valid_until }) => valid_until === null || valid_until >= quoted_on, {
    path: ['valid_until'],
    error: 'Vence antes de su fecha.',
  });
export type QuotationForm = z.output<typeof QuotationForm>;

// --- Orders

export const NewOrder = z.object({
  quotation_id: z.number().int().min(1),
  /** Without it: every line that has a price and no order. */
  line_ids: z.array(z.number().int().min(1)).min(1).max(200).optional(),
  expected_on: IsoDate.nullable().default(null),
  /** Required unless the quotation has the lowest price of each line that it takes. */
  reason: words().default(''),
});
export type NewOrder = z.output<typeof NewOrder>;

export const OrderRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  code: z.string(),
  project: Named,
  house: Named.nullable(),
  supplier: Named,
  request: Named.nullable(),
  state: Named,
  issued_on: z.string(),
  expected_on: z.string().nullable(),
  late: z.boolean(),
  /** 0-100, by quantity. */
  received_percent: z.number(),
  subtotal_centavos: amount,
  itbms_centavos: amount,
  total_centavos: amount,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const OrderLine = z.object({
  id: z.number().int(),
  material: Named.extend({ code: z.string(), unit: z.string() }),
  quantity: z.number(),
  dispatched: z.number(),
  received: z.number(),
  returned: z.number(),
  missing: z.number(),
  outstanding: z.number(),
  in_transit: z.number(),
  expected: z.number(),
  excess_reason: z.string().nullable(),
  price_centavos: amount,
  taxed: z.boolean(),
  cents: amount,
});
export type OrderLine = z.infer<typeof OrderLine>;

const Moved = z.object({ material: z.string(), unit: z.string(), quantity: z.number() });
export const PurchaseOrder = OrderRow.extend({
  terms: z.string(),
  choice_reason: z.string(),
  issued_by: z.string().nullable(),
  end_reason: z.string().nullable(),
  lines: z.array(OrderLine),
  dispatches: z.array(
    z.object({
      id: z.number().int(),
      on: z.string(),
      guide: z.string(),
      note: z.string(),
      by: z.string(),
      lines: z.array(Moved),
    }),
  ),
  receipts: z.array(
    z.object({
      id: z.number().int(),
      on: z.string(),
      guide: z.string(),
      note: z.string(),
      by: z.string(),
      at: z.string(),
      lines: z.array(Moved.extend({ expected: z.number(), difference: z.string().nullable() })),
      photos: z.array(Photo),
    }),
  ),
  returns: z.array(
    z.object({
      id: z.number().int(),
      on: z.string(),
      paper: z.string(),
      reason: z.string(),
      by: z.string(),
      lines: z.array(Moved),
    }),
  ),
  transitions: z.array(TransitionOffer),
  /** Null: the caller may not. */
  actions: z.object({
    dispatch: ActionOffer.nullable(),
    receive: ActionOffer.nullable(),
    return: ActionOffer.nullable(),
  }),
  history: History,
});
export type PurchaseOrder = z.infer<typeof PurchaseOrder>;

export const OrderStatusChange = StatusChange;

const moved = <S extends z.ZodType>(quantity: S) =>
  z
    .array(z.object({ line_id: z.coerce.number().int().min(1), quantity }))
    .min(1, { error: 'Escribe la cantidad de al menos un material.' })
    .max(200);

export const DispatchForm = z.object({
  clave: Key,
  dispatched_on: IsoDate,
  guide: line(1, 'Escribe el número de la guía de despacho.', 60),
  note: words().default(''),
  lines: moved(SomeQuantity),
});
export type DispatchForm = z.output<typeof DispatchForm>;

/** A count on the site; a line that is left out was not counted. */
export const ReceiptForm = z.object({
  clave: Key,
  received_on: IsoDate,
  guide: line(1, 'Escribe el número de la nota de entrega.', 60),
  note: words().optional(),
  /** Required where more arrived than was ordered. */
  excess_reason: words().optional(),
  lines: moved(Quantity),
});
export type ReceiptForm = z.output<typeof ReceiptForm>;

export const ReturnForm = z.object({
  clave: Key,
  returned_on: IsoDate,
  paper: line(1, 'Escribe el número del documento de la devolución.', 60),
  reason: reason('Escribe por qué se devuelve.'),
  lines: moved(SomeQuantity),
});
export type ReturnForm = z.output<typeof ReturnForm>;
