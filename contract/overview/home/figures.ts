import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

const count = z.number().int();
const cents = z.number().int();

/** Bands of arrears, in days late. The last one has no end. */
export const ARREARS_BANDS = [
  { from: 1, to: 30 },
  { from: 31, to: 60 },
  { from: 61, to: null },
] as const;

/**
 * How many sales this month brought, for those who manage them. The list of sales between these days has as many. From
 * the last computed reports: conversion and forecast; null before the first.
 */
export const homeSales = endpoint({
  method: 'GET',
  path: '/api/office/home/sales',
  access: 'reportes.ver',
  shows: ['precontrato', 'meta'],
  summary: 'Las ventas del mes contra su meta, la conversión y las escrituras que se esperan',
  answer: data(
    z.object({
      /** YYYY-MM, and its first and last day. */
      month: z.string(),
      from: z.string(),
      to: z.string(),
      /** Null for users who may not see sales. */
      sales: count.nullable(),
      target: count.nullable(),
      conversion: z.object({ percent: z.number(), received: count, promised: count }).nullable(),
      forecast: z.object({ deeds: count, centavos: cents.nullable() }).nullable(),
      /** When conversion and forecast were computed, ISO 8601. */
      computed_at: z.string().nullable(),
    }),
  ),
});

/** An amount and the number of rows behind it, which the list between these days shows. */
const Amount = z.object({ centavos: cents, total: count });

export const homeMoney = endpoint({
  method: 'GET',
  path: '/api/office/home/money',
  access: 'contabilidad.ver',
  shows: ['pago', 'precontrato', 'linea_banco', 'asiento', 'factura_proveedor'],
  summary:
    'El dinero en caja y bancos, el recibido en el mes, el que falta identificar, lo que se debe y la mora por días',
  answer: data(
    z.object({
      /** What stayed of the money received by the bank's day in this month, and the entries of its register. Null for
       * users who may not see payments. */
      received: Amount.extend({ from: z.string(), to: z.string() }).nullable(),
      /** Petty cash, banks and trust in the books, at the end of today. */
      cash_centavos: cents,
      /** Invoices that are owed: past their day, and due in the next thirty days. */
      to_pay: z.object({ late: Amount, month: Amount }),
      /** Incoming lines of statements without a payment. */
      to_identify: Amount,
      /** What customers owe and have not reported, by days late; the first and last due day. */
      arrears: z.array(Amount.extend({ from: z.string().nullable(), to: z.string() })).nullable(),
    }),
  ),
});

/** Days over which the service is measured. */
export const SERVICE_DAYS = 90;

export const homeService = endpoint({
  method: 'GET',
  path: '/api/office/home/service',
  access: 'reportes.ver',
  shows: ['ticket', 'encuesta'],
  summary: 'Los tickets abiertos y vencidos, lo que tarda la primera respuesta y la satisfacción de 90 días',
  answer: data(
    z.object({
      /** The days of the answers, both included. */
      from: z.string(),
      to: z.string(),
      /** Null for users who may not see tickets. The views `abiertos` and `vencidos` of the list have as many. */
      tickets: z
        .object({
          open: count,
          late: count,
          /** From a ticket's opening to the first answer, half of those answered in these days; null without any. */
          median_minutes: count.nullable(),
          answered: count,
        })
        .nullable(),
      /** Net promoter score with its margin; null with too few answers. */
      nps: z.object({ nps: count, from: count, to: count }).nullable(),
      answers: count,
    }),
  ),
});

export const homeWorks = endpoint({
  method: 'GET',
  path: '/api/office/home/works',
  access: 'contratos.ver',
  shows: ['contrato', 'trabajo', 'vivienda'],
  summary: 'Los contratos de obra en ejecución, lo aprobado de ellos y los trabajos por inspeccionar',
  answer: data(
    z.object({
      in_force: count,
      /** Approved by inspection, of what these contracts amount to: 0-100; null without any. */
      progress_percent: z.number().nullable(),
      to_inspect: count,
    }),
  ),
});
