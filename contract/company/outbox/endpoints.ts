import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  LookReason,
  MAIL_KIND_LABELS,
  MAIL_STATE_LABELS,
  MailFilter,
  MailRecord,
  MailRow,
  MailSeen,
  OutboxStatus,
} from './model.ts';

const access = ['administracion.ver', 'ventas.aprobar'] as const;

export const listMails = endpoint({
  method: 'GET',
  path: '/api/outbox',
  access,
  shows: ['correo'],
  summary: 'Los correos de la aplicación, los más nuevos primero',
  query: MailFilter,
  answer: page(MailRow),
  exports: exportsOf(MailRow, {
    title: 'Correos',
    permission: 'administracion.exportar',
    columns: [
      { key: 'asunto', title: 'Asunto', type: 'text', width: 44, value: (row) => row.subject },
      { key: 'para', of: 'asunto', title: 'Para', type: 'text', width: 30, value: (row) => row.to },
      { key: 'tipo', title: 'Tipo', type: 'text', value: (row) => MAIL_KIND_LABELS[row.kind] ?? row.kind },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 16,
        value: (row) => MAIL_STATE_LABELS[row.state],
      },
      { key: 'creado', title: 'Escrito', type: 'instant', value: (row) => row.created_at },
      { key: 'enviado', title: 'Enviado', type: 'instant', value: (row) => row.sent_at },
    ],
    filters: {
      tipo: { label: 'Tipo', values: MAIL_KIND_LABELS },
      estado: { label: 'Estado', values: MAIL_STATE_LABELS },
      q: { label: 'Búsqueda' },
    },
  }),
});

/** Whether mails are sent at all, and how many of the visible ones wait or failed. */
export const outboxStatus = endpoint({
  method: 'GET',
  path: '/api/outbox/status',
  access,
  shows: ['correo'],
  summary: 'Si hay servidor de correo, y cuántos correos esperan o fallaron',
  answer: data(OutboxStatus),
});

export const getMail = endpoint({
  method: 'GET',
  path: '/api/outbox/:id',
  access,
  shows: ['correo'],
  summary: 'Un correo con su texto, sin los códigos y enlaces que lleve',
  params: z.object({ id: Id }),
  answer: data(MailRecord),
});

/**
 * Code or link of a mail that staff must hand over (no mail server, or a recipient without address). Each look is
 * audited with its reason, and later signatures list it as evidence. 404, 409 NOT_BY_HAND.
 */
export const lookAtMail = endpoint({
  method: 'POST',
  path: '/api/outbox/:id/mirar',
  access,
  touches: [],
  summary: 'Muestra el código o enlace que hay que dar por mano; queda registrado con su motivo',
  params: z.object({ id: Id }),
  body: z.object({ motivo: LookReason }),
  answer: data(MailSeen),
  errors: ['NOT_BY_HAND'],
});

/** Retries visible mails that failed or were kept; skips the others. 409 NO_SMTP without a mail server. */
export const retryMails = endpoint({
  method: 'POST',
  path: '/api/outbox/retry',
  access: ['administracion.editar', 'ventas.aprobar'],
  touches: ['correo'],
  summary: 'Intenta enviar otra vez los correos que fallaron o se guardaron',
  body: z.object({ ids: z.array(Id).min(1).max(200) }),
  answer: z.object({ success: z.string(), queued: z.number().int() }),
  errors: ['NO_SMTP', 'SAFE_MODE'],
});

/**
 * Sends a new mail with the same text. 409 EXPIRING when it holds a code or link that expires: request a new one
 * instead.
 */
export const resendMail = endpoint({
  method: 'POST',
  path: '/api/outbox/:id/resend',
  access: ['administracion.editar', 'ventas.aprobar'],
  touches: ['correo'],
  summary: 'Envía otra vez un correo que ya salió',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.string(), id: z.number().int() }),
  status: 201,
  errors: ['EXPIRING', 'NO_SMTP', 'SAFE_MODE'],
  idempotent: true,
});
