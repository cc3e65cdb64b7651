import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

const Day = z.string();

/** A sale's house: how far its works are, when they will end, and what was promised. */
export const SaleDelivery = z.object({
  house: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** 0-100. */
  percent: z.number(),
  phases: z.array(z.object({ id: z.string(), name: z.string(), percent: z.number().int() })),
  finished_on: Day.nullable(),
  /** The day of the signed promise, with its addenda; null without one. */
  promised_on: Day.nullable(),
  forecast: z
    .object({
      /** Half of such houses are done, four of five are done, and the end by the plan alone. */
      from: Day,
      to: Day,
      plan: Day,
      /** Finished houses that it rests on. */
      houses: z.number().int(),
    })
    .nullable(),
  /** Days of the last warning (90, 60, 30; 0: the day has passed); null: none. */
  warning: z.number().int().nullable(),
  /** When the customer was told of it. */
  told_at: z.string().nullable(),
  /** The text to tell the customer; null while there is nothing to tell, or for who may not. */
  notice: z.string().nullable(),
  /** The day that an addendum would promise; null while there is none to draft, or for who may not. */
  extension: Day.nullable(),
  /** An addendum for a later day that is being prepared or signed. */
  addendum: z.object({ id: z.number().int(), code: z.string() }).nullable(),
});
export type SaleDelivery = z.infer<typeof SaleDelivery>;

const params = z.object({ id: Id });

export const getSaleDelivery = endpoint({
  method: 'GET',
  path: '/api/sale/:id/delivery',
  access: 'ventas.ver',
  shows: ['precontrato', 'vivienda', 'trabajo', 'promesa', 'adenda'],
  summary: 'La obra de la vivienda de una venta: avance, entrega prometida y cuándo termina',
  params,
  answer: data(SaleDelivery),
});

export const DeliveryNotice = z.object({
  texto: z
    .string()
    .trim()
    .min(40, { error: 'Escribe el aviso completo.' })
    .max(3000, { error: 'Escribe 3000 caracteres como máximo.' }),
});

export const tellDelivery = endpoint({
  method: 'POST',
  path: '/api/sale/:id/delivery/notice',
  access: 'ventas.aprobar',
  touches: ['precontrato'],
  summary: 'Avisa al cliente que su vivienda no estará a tiempo; no cambia la fecha prometida',
  params,
  body: DeliveryNotice,
  answer: data(SaleDelivery),
  errors: ['NO_WARNING'],
  idempotent: true,
});

export const ExtensionForm = z.object({
  entrega: IsoDate,
  motivo: z
    .string()
    .trim()
    .min(3, { error: 'Escribe el motivo.' })
    .max(300, { error: 'Escribe 300 caracteres como máximo.' }),
});

export const draftExtension = endpoint({
  method: 'POST',
  path: '/api/sale/:id/delivery/addendum',
  access: 'legal.crear',
  touches: ['adenda', 'precontrato'],
  summary: 'Prepara el borrador de la adenda que prorroga la entrega; la fecha cambia solo cuando se firma',
  params,
  body: ExtensionForm,
  answer: data(z.object({ id: z.number().int() })),
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

/** How far each lot's house was at the end of each week in which something was approved. */
export const LotProgress = z.object({
  /** The lot. */
  id: z.number().int(),
  /** Day since 1970 of the week's Monday, and percent at its end. */
  s: z.array(z.tuple([z.number().int(), z.number()])),
});
export type LotProgress = z.infer<typeof LotProgress>;

export const planProgress = endpoint({
  method: 'GET',
  path: '/api/lotes/plano/avance',
  access: 'proyectos.ver',
  shows: ['lote', 'vivienda', 'trabajo'],
  summary: 'El avance aprobado de cada casa de un proyecto, semana por semana',
  query: z.object({ proyecto_id: Id }),
  answer: data(z.array(LotProgress)),
});
