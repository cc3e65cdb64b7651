import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { Named } from './people.ts';

/**
 * Receiver of the sales: one user, the least loaded user of each project, or nobody (a coordinator assigns them later).
 */
export const Receiver = z.object({
  to: z.enum(['persona', 'carga', 'nadie'], { error: 'Elige quién sigue con las ventas.' }),
  user_id: Id.nullable().optional(),
});
export type Receiver = z.output<typeof Receiver>;

/**
 * Hands over all open work of a user at once, as processor and as adviser. `temporal`: assignment type 6 instead of 3.
 */
export const Handover = z.object({
  processor: Receiver.optional(),
  adviser: Receiver.optional(),
  motivo: z.string().trim().min(1, { error: 'Escribe el motivo.' }).max(1000),
  temporal: z.boolean().default(false),
});
export type Handover = z.output<typeof Handover>;

export const WORK_KINDS = ['processor', 'adviser'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const PartOfWork = z.object({
  total: z.number().int(),
  projects: z.array(Named.extend({ open: z.number().int() })),
});

/** Open work of a user by project, and users who can take it. */
export const OpenWork = z.object({
  processor: PartOfWork,
  adviser: PartOfWork,
  candidates: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      processor: z.boolean(),
      adviser: z.boolean(),
      away: z.boolean(),
      /** Last day out of office; null when the end is open or the user is not away. */
      away_to: z.string().nullable(),
      /** Number of open sales as processor and as adviser. */
      open: z.object({ processor: z.number().int(), adviser: z.number().int() }),
      /** Projects of which the user is a team member: only there the user gets sales by least load. */
      project_ids: z.array(z.number().int()),
    }),
  ),
});
export type OpenWork = z.infer<typeof OpenWork>;

/** Number of sales that each received. */
export const HandedOver = z.object({
  processor: z.number().int(),
  adviser: z.number().int(),
  receivers: z.array(Named.extend({ total: z.number().int() })),
});
export type HandedOver = z.infer<typeof HandedOver>;

/** Names of projects without anyone to take the sales by least load. */
export function withoutCandidate(work: OpenWork, kind: WorkKind): string[] {
  const free = work.candidates.filter((one) => one[kind] && !one.away);
  return work[kind].projects
    .filter(({ id }) => !free.some(({ project_ids }) => project_ids.includes(id)))
    .map(({ name }) => name);
}
