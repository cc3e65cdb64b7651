import { z } from 'zod';
import { PART_NAMES } from '#contract/care/covers/parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Key, TicketFile } from './model.ts';
import { TICKET_PHOTOS } from './photos.ts';

const params = z.object({ id: Id });
const touches = ['ticket', 'precontrato', 'vivienda'] as const;
const answer = z.object({ success: z.string(), redirect: z.string() });
const seeOther = ({ redirect }: { redirect: string }) => redirect;
const limit = { max: 30, seconds: 60 };
const text = z.string().trim().max(4000, { error: 'Escribe como máximo 4000 caracteres.' });

/** What a customer asks for: a part of the delivered house, or a category by its id. */
const Topic = z.union([z.enum(PART_NAMES), z.coerce.number().int().min(1)], {
  error: 'Elige de qué se trata.',
});

export const askForHelp = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/ayuda',
  access: 'client',
  touches,
  summary: 'El comprador abre un ticket de su compra o de su casa',
  params,
  body: z.object({
    asunto: Topic,
    texto: text.min(3, { error: 'Cuéntanos qué pasa.' }),
  }),
  files: { fotos: TICKET_PHOTOS },
  answer,
  idempotent: true,
  limit,
  seeOther,
  again: ['texto'],
});

export const writeOnMine = endpoint({
  method: 'POST',
  path: '/clientes/tickets/:id/mensajes',
  access: 'client',
  touches,
  summary: 'El comprador escribe en su ticket',
  params,
  body: z.object({ texto: text.min(1, { error: 'Escribe el mensaje.' }), clave: Key.optional() }),
  files: { fotos: TICKET_PHOTOS },
  answer,
  errors: ['STALE'],
  idempotent: true,
  limit,
  seeOther,
  again: ['texto'],
});

export const answerMine = endpoint({
  method: 'POST',
  path: '/clientes/tickets/:id/respuesta',
  access: 'client',
  touches,
  summary: 'El comprador confirma que su ticket quedó resuelto, o dice que el problema sigue',
  params,
  body: z.object({
    resuelto: z.enum(['1', '0']),
    motivo: z.string().trim().max(500, { error: 'Escribe como máximo 500 caracteres.' }).optional(),
  }),
  files: {},
  answer,
  errors: ['TRANSITION'],
  limit,
  seeOther,
});

export const answerQuote = endpoint({
  method: 'POST',
  path: '/clientes/tickets/:id/cotizacion',
  access: 'client',
  touches,
  summary: 'El comprador acepta o no la cotización de lo que su garantía no cubre',
  params,
  body: z.object({
    acepta: z.enum(['1', '0']),
    /** The amount that was read: another one is not accepted by this answer. */
    centavos: z.coerce.number().int().min(0),
  }),
  files: {},
  answer,
  errors: ['STALE'],
  limit,
  seeOther,
});

/** A ticket as its customer sees it: nothing of what colleagues write to each other. */
export const MyTicket = z.object({
  id: z.number().int(),
  code: z.string(),
  title: z.string(),
  /** Their own words; null for a ticket that the office wrote. */
  text: z.string().nullable(),
  /** In plain words. */
  told: z.string(),
  tone: z.enum(['progress', 'positive', 'attention', 'neutral']),
  since: z.string(),
  openedAt: z.string(),
  /** Who has it in the company. */
  who: z.string().nullable(),
  /** The contractor who has its work, and how that goes in plain words. */
  contractor: z.object({ name: z.string(), told: z.string() }).nullable(),
  /** When a colleague comes to the house, and the page where it is moved. */
  visit: z.object({ href: z.string(), at: z.string(), who: z.string() }).nullable(),
  /** Median days of its category, while it is open and enough are known. */
  usualDays: z.number().int().nullable(),
  /** Of a claim under warranty, in plain words. */
  cover: z.string().nullable(),
  quoteCents: z.number().int().nonnegative().nullable(),
  /** What was said to it; null: nothing yet. */
  quoteAccepted: z.boolean().nullable(),
  photos: z.array(TicketFile),
  messages: z.array(
    z.object({
      id: z.number().int(),
      mine: z.boolean(),
      who: z.string().nullable(),
      text: z.string(),
      at: z.string(),
      photos: z.array(TicketFile),
    }),
  ),
  may: z.object({
    write: z.boolean(),
    /** A quote waits for an answer. */
    quote: z.boolean(),
    confirm: z.boolean(),
    /** Last day on which it may be reopened; null: it may not. */
    reopenUntil: z.string().nullable(),
  }),
});
export type MyTicket = z.infer<typeof MyTicket>;
