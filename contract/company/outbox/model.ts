import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { TEMPLATES } from '#contract/company/templates/templates.ts';
import { pageBy } from '#contract/paging.ts';

/** held: what it tells may still be undone · kept: no mail server, or to be handed over by staff · queued · sent · failed: will be retried. */
export const MailState = z.enum(['held', 'kept', 'queued', 'sent', 'failed']);
export type MailState = z.infer<typeof MailState>;

export const MAIL_STATE_LABELS: Record<MailState, string> = {
  held: 'En espera',
  kept: 'Guardado aquí',
  queued: 'Por enviar',
  sent: 'Enviado',
  failed: 'Falló',
};

/** Labels of mail kinds: of the templates, and of mails with a text of their own. An unknown kind is shown by its own word. */
export const MAIL_KIND_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TEMPLATES).map(([kind, { label }]) => [kind, label])),
  ventas_recibidas: 'Ventas que pasaron a otra persona',
  vence_pronto: 'Aviso de vencimiento',
  aviso_seguridad: 'Aviso de seguridad',
  papeles_por_vencer: 'Documentos de socios por vencer',
  mensaje_sin_ver: 'Mensaje sin ver en el chat',
  lotes_alarma: 'Alarma de lotes apartados',
  prueba: 'Prueba de una plantilla',
};

/** A mail without its text. Lists hide the subject of a secret mail, because it may contain the code. */
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

/** A mail without its codes and links. Staff who must hand those over request them with a reason. */
export const MailRecord = MailRow.extend({
  body: z.string(),
  /** Whole HTML document, for a frame without scripts. */
  page: z.string(),
  /**
   * Why the code or link is left out. por_mano: it may be seen with a reason · por_correo: it goes or went by mail ·
   * no_es_tuyo: no access.
   */
  withheld: z.enum(['por_mano', 'por_correo', 'no_es_tuyo']).nullable(),
  /** Actions that the reader may take. */
  may_retry: z.boolean(),
  may_resend: z.boolean(),
});
export type MailRecord = z.infer<typeof MailRecord>;

/** The mail with its code or link, shown once. */
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
  /** Days in Panama, both inclusive. */
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
  /** Part of the recipient or, unless secret, of the subject. */
  q: z.string().trim().max(80).optional(),
});
export type MailFilter = z.infer<typeof MailFilter>;

export const OutboxStatus = z.object({
  /** A mail server is configured. */
  smtp: z.boolean(),
  /** Sender as recipients see it. */
  from: z.string(),
  kept: z.number().int(),
  queued: z.number().int(),
  failed: z.number().int(),
});
export type OutboxStatus = z.infer<typeof OutboxStatus>;
