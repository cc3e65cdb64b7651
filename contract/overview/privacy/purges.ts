import { z } from 'zod';
import { endpoint, page } from '#contract/endpoint.ts';
import { pageBy } from '#contract/paging.ts';

/** Reason labels for deleted personal data. */
export const PURGE_REASONS = {
  sin_consentimiento: 'Formulario sin permiso para usar sus datos',
  borrador_abandonado: 'Formulario que nadie continuó',
  compra_sin_pago: 'Compra que terminó sin pagos ni firmas',
  prospecto_descartado: 'Prospecto descartado',
  pedido_titular: 'La persona pidió borrarlos',
} as const;
export type PurgeReason = keyof typeof PURGE_REASONS;

/** Counts of one day's deletions for one reason, without names. */
export const Purge = z.object({
  /** YYYY-MM-DD in Panama. */
  day: z.string(),
  reason: z.string(),
  /** Purchases and prospects. */
  records: z.number().int(),
  files: z.number().int(),
  visits: z.number().int(),
  places: z.number().int(),
  mails: z.number().int(),
});
export type Purge = z.infer<typeof Purge>;

export const listPurges = endpoint({
  method: 'GET',
  path: '/api/privacy/purges',
  access: ['administracion.ver', 'auditoria.ver'],
  shows: [],
  summary:
    'Los datos personales que se borraron al cumplirse su tiempo, por día y motivo, lo más nuevo primero',
  query: pageBy('day', 'records'),
  answer: page(Purge),
});
