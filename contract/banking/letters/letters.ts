import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { MoneyText } from '#contract/money.ts';

/** The letter as received from the bank. */
export const LETTER_FILE = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
} as const;

const File = z.object({ name: z.string(), mime: z.string(), size: z.number().int(), url: z.string() });

export const Letter = z.object({
  number: z.string(),
  amount_centavos: z.number().int(),
  /** Percent per year. */
  rate_percent: z.number(),
  term_months: z.number().int(),
  issued_on: z.string(),
  expires_on: z.string(),
  days_left: z.number().int(),
  notes: z.string(),
  file: File,
  version: z.number().int(),
  /** Shortfall in centavos against the price less the down payment; null when the letter covers it. */
  short_centavos: z.number().int().nullable(),
  extensions: z.array(
    z.object({
      id: z.number().int(),
      reason: z.string(),
      requested_by: z.string().nullable(),
      requested_at: z.string(),
      from_expires_on: z.string(),
      /** Null until answered, and when refused. */
      to_expires_on: z.string().nullable(),
      answered_at: z.string().nullable(),
      answered_by: z.string().nullable(),
      file: File.nullable(),
    }),
  ),
});
export type Letter = z.infer<typeof Letter>;

const params = z.object({ id: Id });
const number = (message: string, least: number, most: number) =>
  z.coerce.number({ error: message }).min(least, { error: message }).max(most, { error: message });
const base = '/api/sale/bank_applications/:id/letter';

/** The answer has no full record: the office fetches the application again. */
const done = data(z.object({ id: z.number().int(), warning: z.string().nullable() }));

export const uploadLetter = endpoint({
  method: 'POST',
  path: base,
  access: 'tramites.editar',
  touches: ['carta_promesa', 'solicitud', 'precontrato', 'documento', 'etapa'],
  summary: 'Carga la carta promesa con sus datos; la solicitud pasa a Carta promesa emitida',
  params,
  body: z.object({
    numero: z.string().trim().min(1, { error: 'Escribe el número de la carta.' }).max(60),
    monto: MoneyText,
    tasa: number('Escribe la tasa anual, por ejemplo 6.25.', 0, 40),
    plazo_meses: number('Escribe el plazo en meses.', 1, 480).int(),
    emision: IsoDate,
    vencimiento: IsoDate,
    notas: z.string().trim().max(500).default(''),
    /** 1: choose this bank to pay for the house. */
    elegir: z.enum(['0', '1']).default('0'),
    version: z.coerce.number().int().optional(),
  }),
  files: { carta: LETTER_FILE },
  answer: done,
  status: 201,
  errors: ['TRANSITION', 'STALE'],
  idempotent: true,
});

export const requestExtension = endpoint({
  method: 'POST',
  path: `${base}/extensions`,
  access: 'tramites.editar',
  touches: ['carta_promesa', 'solicitud', 'precontrato'],
  summary: 'Anota que se pidió al banco una prórroga de la carta',
  params,
  body: z.object({ motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(500) }),
  answer: done,
  status: 201,
  errors: ['EXTENSION_OPEN'],
  idempotent: true,
});

/** Without `vencimiento` the bank refused. Answers the open request, or records request and answer together. */
export const answerExtension = endpoint({
  method: 'POST',
  path: `${base}/extensions/answer`,
  access: 'tramites.editar',
  touches: ['carta_promesa', 'solicitud', 'precontrato', 'documento'],
  summary: 'Registra la respuesta del banco a la prórroga',
  params,
  body: z.object({
    resultado: z.enum(['concedida', 'negada']),
    vencimiento: IsoDate.optional(),
    motivo: z.string().trim().max(500).default(''),
  }),
  files: { prorroga: LETTER_FILE },
  answer: done,
  errors: ['TRANSITION'],
  idempotent: true,
});
