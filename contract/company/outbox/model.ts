import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { pageBy } from '#contract/paging.ts';

/** kept: no mail server, or somebody reads it out · queued: on its way · sent · failed: it is tried again. */
export const MailState = z.enum(['kept', 'queued', 'sent', 'failed']);
export type MailState = z.infer<typeof MailState>;

export const MAIL_STATE_LABELS: Record<MailState, string> = {
  kept: 'Guardado aquí',
  queued: 'Por enviar',
  sent: 'Enviado',
  failed: 'Falló',
};

/** What each kind of mail is for, as staff read it. A kind that is not here is shown by its own word. */
export const MAIL_KIND_LABELS: Readonly<Record<string, string>> = {
  enlace: 'Enlace de la compra',
  codigo: 'Código de un solo uso',
  precontrato_recibido: 'Pre-contrato recibido',
  precontrato_asignado: 'Pre-contrato asignado',
  ventas_recibidas: 'Ventas que pasaron a otra persona',
  documentos_pendientes: 'Documentos pendientes',
  firma_pendiente: 'Firma pendiente',
  documentos_recordatorio: 'Recordatorio de documentos',
  documento_rechazado: 'Documento rechazado',
  documento_cargado: 'Documento cargado',
  precontrato_firmado: 'Pre-contrato firmado',
  pago_reportado: 'Pago reportado',
  pago_recibido: 'Reporte de pago recibido',
  pago_confirmado: 'Pago confirmado',
  pago_rechazado: 'Pago rechazado',
  devolucion_pagada: 'Devolución pagada',
  banco_respondio: 'Respuesta de un banco',
  firma_rechazada: 'Firma rechazada',
  vence_pronto: 'Aviso de vencimiento',
  separacion_vencida: 'Separación vencida',
  aviso_seguridad: 'Aviso de seguridad',
  papeles_por_vencer: 'Papeles de socios por vencer',
  invitacion: 'Invitación a la oficina',
  clave: 'Cambio de contraseña',
  codigo_ingreso: 'Código para iniciar sesión',
  prueba: 'Prueba de una plantilla',
};

/** A mail without its text. The subject of a secret one is withheld in lists: it may hold the code itself. */
export const MailRow = z.object({
  id: z.number().int(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  secret: z.boolean(),
  state: MailState,
  error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
export type MailRow = z.infer<typeof MailRow>;

/** One mail, whole but for its codes and links: those are asked for with a reason, where a colleague has to hand them over. */
export const MailRecord = MailRow.extend({
  body: z.string(),
  /** The whole HTML, for a frame in which nothing runs. */
  page: z.string(),
  /** Why a code or link is left out: por_mano: it may be seen with a reason · por_correo: it travels by mail, or has gone. */
  withheld: z.enum(['por_mano', 'por_correo', 'no_es_tuyo']).nullable(),
  /** What the reader may do with it. */
  may_retry: z.boolean(),
  may_resend: z.boolean(),
});
export type MailRecord = z.infer<typeof MailRecord>;

/** A mail with its code or link, once. */
export const MailSeen = z.object({ subject: z.string(), body: z.string(), page: z.string() });
export type MailSeen = z.infer<typeof MailSeen>;

export const LookReason = z
  .string()
  .trim()
  .min(5, 'Escribe por qué lo ves y a quién se lo das.')
  .max(200, 'Usa como máximo 200 caracteres.');

export const MailFilter = pageBy('id').extend({
  tipo: z.string().max(40).optional(),
  estado: MailState.optional(),
  /** Days in Panama, both included. */
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
  /** Part of the recipient or, unless it is secret, of the subject. */
  q: z.string().trim().max(80).optional(),
});
export type MailFilter = z.infer<typeof MailFilter>;

export const OutboxStatus = z.object({
  /** A mail server is configured. */
  smtp: z.boolean(),
  /** Who writes, as recipients see it. */
  from: z.string(),
  kept: z.number().int(),
  queued: z.number().int(),
  failed: z.number().int(),
});
export type OutboxStatus = z.infer<typeof OutboxStatus>;
