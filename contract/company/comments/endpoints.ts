import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

const MOST_MENTIONS = 10;

/** A comment of staff on a record. */
export const Comment = z.object({
  id: z.number().int(),
  user: z.object({ id: z.number().int(), name: z.string() }),
  body: z.string(),
  /** The colleagues whom the text names with @. */
  mentions: z.array(z.object({ id: z.number().int(), name: z.string() })),
  created_at: z.string(),
});
export type Comment = z.infer<typeof Comment>;

/** Kind of record (precontrato, pago …) and its id. */
const Owner = z.object({ reference: z.string().max(40), reference_id: Id });

export const listComments = endpoint({
  method: 'GET',
  path: '/api/comments',
  access: 'record',
  shows: ['comentario'],
  summary: 'Comentarios de un registro, lo más nuevo primero salvo que se pida otro orden',
  query: Owner.extend({
    order_type: z.enum(['asc', 'desc']).default('desc'),
    order_column: z.enum(['id', 'created_at']).optional(),
  }),
  answer: data(z.array(Comment)),
});

export const addComment = endpoint({
  method: 'POST',
  path: '/api/comments',
  access: 'record',
  touches: ['comentario', 'aviso'],
  summary: 'Escribe un comentario en un registro',
  body: Owner.extend({
    body: z
      .string({ error: 'Escribe el comentario.' })
      .trim()
      .min(1, { error: 'Escribe el comentario.' })
      .max(4000, { error: 'Escribe como máximo 4000 caracteres.' }),
    /** Ids of colleagues who may see the record; each gets a notice. */
    menciones: z
      .array(Id)
      .max(MOST_MENTIONS, { error: `Menciona como máximo a ${MOST_MENTIONS} personas.` })
      .optional(),
  }),
  answer: data(Comment),
  status: 201,
  idempotent: true,
});

/** Colleagues to mention or to leave a task to: those who may see the record, by name. */
export const listWhoSees = endpoint({
  method: 'GET',
  path: '/api/comments/people',
  access: 'record',
  shows: ['user'],
  summary: 'Quiénes pueden ver un registro, por nombre, para mencionarlos o dejarles una tarea',
  query: Owner.extend({ q: z.string().trim().max(60).optional() }),
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});
