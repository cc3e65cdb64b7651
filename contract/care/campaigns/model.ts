import { z } from 'zod';
import { Id } from '#contract/ids.ts';

export const CAMPAIGN_STATES = {
  enviando: 'Enviando',
  terminado: 'Terminado',
  cancelado: 'Cancelado',
} as const;
export type CampaignState = keyof typeof CAMPAIGN_STATES;
export const CampaignStateName = z.enum(Object.keys(CAMPAIGN_STATES) as [CampaignState, ...CampaignState[]]);

/** Which prospects get it: the list's filters. */
export const Group = z.object({
  etapa_id: z.array(Id).max(6).optional(),
  proyecto_id: Id.optional(),
  asesor_id: z.number().int().min(0).optional(),
  origen: z.string().trim().max(40).optional(),
});
export type Group = z.infer<typeof Group>;

export const NewCampaign = z.object({
  nombre: z.string().trim().min(3, 'Escribe un nombre para reconocerlo.').max(80),
  plantilla_id: Id,
  texto: z.string().trim().max(600).default(''),
  grupo: Group,
  /** The count that was shown: another one is refused, so nobody sends to more people than they saw. */
  personas: z.number().int().min(1, 'Nadie recibe este envío. Cambia los filtros.'),
});
export type NewCampaign = z.infer<typeof NewCampaign>;

/** People of one campaign, and how many go out each minute: the provider limits a number, and colleagues must answer. */
export const MOST_PEOPLE = 5000;
export const PER_MINUTE = 60;

export const GroupCount = z.object({
  personas: z.number().int(),
  /** Left out: they wrote BAJA, have no mobile number, or their number is another person's. */
  baja: z.number().int(),
  sin_numero: z.number().int(),
});
export type GroupCount = z.infer<typeof GroupCount>;

export const Campaign = z.object({
  id: z.number().int(),
  name: z.string(),
  template: z.string(),
  state: CampaignStateName,
  by: z.string(),
  created_at: z.string(),
  total: z.number().int(),
  waiting: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  read: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** Wrote after they got it. */
  answered: z.number().int(),
});
export type Campaign = z.infer<typeof Campaign>;

/** What the form asks; the count is added when it is sent. */
export const CampaignForm = NewCampaign.pick({ nombre: true, plantilla_id: true, texto: true }).extend({
  etapa_id: z.array(z.number().int()).max(6).optional(),
  proyecto_id: Id.optional(),
  origen: Group.shape.origen,
});
