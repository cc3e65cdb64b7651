import { z } from 'zod';
import { HOUR_MS } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';

export const TEMPLATE_STATES = {
  APPROVED: 'Aprobada',
  PENDING: 'En revisión',
  REJECTED: 'Rechazada',
  PAUSED: 'Pausada',
  DISABLED: 'Desactivada',
  REMOVED: 'Borrada',
} as const;
export type TemplateStatus = keyof typeof TEMPLATE_STATES;
export const TEMPLATE_STATE_NAMES = Object.keys(TEMPLATE_STATES) as [TemplateStatus, ...TemplateStatus[]];

/** What stands at {{1}}, {{2}} … of a template. `texto`: the colleague types it. */
export const PLACEHOLDERS = {
  nombre: 'Nombre de la persona',
  asesor: 'Nombre de quien escribe',
  empresa: 'Nombre de la empresa',
  proyecto: 'Proyecto de la persona',
  texto: 'Lo que se escribe al enviarla',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;
export const PlaceholderName = z.enum(Object.keys(PLACEHOLDERS) as [Placeholder, ...Placeholder[]]);

export const Template = z.object({
  id: z.number().int(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.enum(TEMPLATE_STATE_NAMES),
  body: z.string(),
  placeholders: z.array(PlaceholderName),
  /** Why it cannot be sent from here; null: it can. */
  hindrance: z.string().nullable(),
  /** Offered first when the 24 hours are over. */
  offered: z.boolean(),
  version: z.number().int(),
  synced_at: z.string(),
});
export type Template = z.infer<typeof Template>;

export const TemplateChange = z.object({
  version: z.number().int(),
  placeholders: z.array(PlaceholderName).max(20).optional(),
  offered: z.boolean().optional(),
});

export const SendTemplate = z.object({
  plantilla_id: Id,
  /** For the placeholder `texto`. */
  texto: z.string().trim().max(600).default(''),
  client_id: z.string().trim().min(1).max(64).optional(),
});

/** The WhatsApp side of a conversation. */
export const WhatsappRoom = z.object({
  /** The company has WhatsApp. */
  configured: z.boolean(),
  /** Numbers whose messages are in this conversation, the last used first. */
  numbers: z.array(
    z.object({
      id: z.number().int(),
      /** E.164; empty: the person hides it behind a user name. */
      phone: z.string(),
      /** Until then anything may be sent; null: only a template. */
      window_until: z.string().nullable(),
      /** Several people gave this number, and nobody said who writes. */
      shared: z.boolean(),
      /** The person who had it before, for taking back. */
      previous: z.object({ id: z.number().int(), name: z.string() }).nullable(),
      version: z.number().int(),
    }),
  ),
  /** People who may be the one that writes from the number. */
  candidates: z.array(z.object({ id: z.number().int(), name: z.string(), detail: z.string() })),
  /** Since when WhatsApp refuses our token; messages wait meanwhile. */
  refused_since: z.string().nullable(),
  /** Messages that wait to be sent in this conversation. */
  waiting: z.number().int(),
});
export type WhatsappRoom = z.infer<typeof WhatsappRoom>;

export const WINDOW_HOURS = 24;
export const windowUntil = (lastInAt: Date): Date => new Date(lastInAt.getTime() + WINDOW_HOURS * HOUR_MS);

/** A template's text with its values. */
export const filled = (body: string, values: readonly string[]): string =>
  body.replace(/\{\{(\d{1,2})\}\}/g, (_, n: string) => values[Number(n) - 1] ?? '');
