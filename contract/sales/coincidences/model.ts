import { z } from 'zod';
import { PersonIdentity } from '#contract/sales/people/model.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { Named } from '#contract/sales/sale/model.ts';
import { ActionOffer } from '#contract/offers.ts';

/** Common attributes of two people (domain.md §2, Coincidencias), with their scores. */
export const REASONS = {
  documento: 'Mismo documento',
  celular: 'Mismo celular',
  correo: 'Mismo correo',
  familiar: 'Mismo familiar',
  lote: 'Mismo lote',
  nombre: 'Nombre parecido',
} as const;
export type Reason = keyof typeof REASONS;
export const Reason = z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]);

export const COINCIDENCE_STATES = {
  pendiente: 'Por decidir',
  fusionada: 'Fusionadas',
  vinculada: 'Vinculadas',
  ignorada: 'Ignoradas',
} as const;
export const CoincidenceState = z.enum(['pendiente', 'fusionada', 'vinculada', 'ignorada']);
export type CoincidenceState = z.infer<typeof CoincidenceState>;

export const LINKS = { codeudor: 'Codeudor', familiar: 'Familiar' } as const;
export const Link = z.enum(['codeudor', 'familiar']);

/** Sort columns: score (default, highest first) · id. */
export const CoincidenceFilter = pageBy('id', 'score').extend({
  estado: CoincidenceState.default('pendiente'),
  motivo: Reason.optional(),
  persona_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type CoincidenceFilter = z.infer<typeof CoincidenceFilter>;

/** One person of a pair, limited to the user's scope; within it, all details. */
export const CoincidentPerson = PersonIdentity.extend({
  id: z.number().int(),
  version: z.number().int(),
  created_at: z.string(),
  sales: z.array(z.object({ id: z.number().int(), label: z.string(), state: z.string() })),
  prospects: z.array(z.object({ id: z.number().int(), label: z.string(), state: z.string() })),
  family: z.array(z.string()),
  adviser: z.string().nullable(),
});
export type CoincidentPerson = z.infer<typeof CoincidentPerson>;

export const CoincidenceRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: CoincidenceState,
  score: z.number().int(),
  reasons: z.array(Reason),
  left: CoincidentPerson,
  right: CoincidentPerson,
  found_at: z.string(),
  link: Link.nullable(),
  relationship: Named.nullable(),
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
});
export type CoincidenceRow = z.infer<typeof CoincidenceRow>;

const Offer = ActionOffer.nullable();

/** A pair side by side, with the possible actions. */
export const Coincidence = CoincidenceRow.extend({
  actions: z.object({ merge: Offer, link: Offer, ignore: Offer, undo: Offer }),
  /** The merge that can be undone. */
  merge_id: z.number().int().nullable(),
});
export type Coincidence = z.infer<typeof Coincidence>;

const version = z.number().int();

/** Fusionar: the person who stays, and the source of each field. A missing field keeps that person's value. */
export const MergeChoice = z.object({
  queda_id: z.number().int().min(1),
  version,
  campos: z
    .object({
      nombre: z.enum(['izquierda', 'derecha']),
      celular: z.enum(['izquierda', 'derecha']),
      email: z.enum(['izquierda', 'derecha']),
      documento: z.enum(['izquierda', 'derecha']),
    })
    .partial()
    .default({}),
});
export type MergeChoice = z.infer<typeof MergeChoice>;

export const LinkChoice = z.object({
  vinculo: Link,
  /** An id of parentescos, when linked as relative. */
  parentesco_id: z.number().int().min(1).max(9999).nullable().optional(),
  version,
});
export type LinkChoice = z.infer<typeof LinkChoice>;

export const IgnoreChoice = z.object({
  motivo: z.string().trim().min(1, { error: 'Escribe el motivo.' }).max(1000),
  version,
});
export type IgnoreChoice = z.infer<typeof IgnoreChoice>;
