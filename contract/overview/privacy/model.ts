import { z } from 'zod';
import { exportsOf } from '#contract/exports.ts';
import { pageBy } from '#contract/paging.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';

export const CONSENT_KINDS = { datos: 'Uso de datos personales', apc: 'Consulta en la APC' } as const;
export const CONSENT_CHANNELS: Readonly<Record<string, string>> = {
  web: 'En la página',
  oficina: 'En la oficina',
};

/** A consent of a buyer: text, time, channel, and whether it was withdrawn (Ley 81 de 2019). */
export const Consent = z.object({
  id: z.number().int(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable(), project: z.string() }),
  person: z.string(),
  kind: z.enum(['datos', 'apc']),
  text_version: z.string(),
  /** SHA-256 of the text that was shown. */
  text_hash: z.string(),
  channel: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  given_at: z.string(),
  revoked_at: z.string().nullable(),
});
export type Consent = z.infer<typeof Consent>;

export const ConsentFilter = pageBy('id', 'dado').extend({
  /** Buyer's name or sale's code. */
  q: z.string().trim().max(80).optional(),
  tipo: z.enum(['datos', 'apc']).optional(),
  version: z.string().max(20).optional(),
  estado: z.enum(['vigente', 'retirado']).optional(),
});
export type ConsentFilter = z.infer<typeof ConsentFilter>;

export const consentExports = exportsOf(Consent, {
  title: 'Permisos de datos',
  permission: 'administracion.exportar',
  columns: [
    { key: 'persona', title: 'Persona', type: 'text', width: 30, value: (one) => one.person },
    {
      key: 'venta',
      title: 'Pre-contrato',
      type: 'text',
      value: (one) => saleName(one.sale),
    },
    { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (one) => one.sale.project },
    { key: 'tipo', title: 'Permiso', type: 'text', width: 24, value: (one) => CONSENT_KINDS[one.kind] },
    { key: 'version', title: 'Texto', type: 'text', value: (one) => one.text_version },
    { key: 'huella', title: 'Huella del texto', type: 'text', width: 64, value: (one) => one.text_hash },
    {
      key: 'canal',
      title: 'Canal',
      type: 'text',
      value: (one) => CONSENT_CHANNELS[one.channel] ?? one.channel,
    },
    { key: 'dado', title: 'Dado', type: 'instant', value: (one) => one.given_at },
    { key: 'retirado', title: 'Retirado', type: 'instant', value: (one) => one.revoked_at },
    { key: 'ip', title: 'Dirección IP', type: 'text', value: (one) => one.ip },
  ],
  filters: {
    q: { label: 'Búsqueda' },
    tipo: { label: 'Permiso', values: CONSENT_KINDS },
    version: { label: 'Texto' },
    estado: { label: 'Estado', values: { vigente: 'Vigente', retirado: 'Retirado' } },
  },
});
