import { z } from 'zod';
import { WorkWeek } from '#contract/company/settings/model.ts';
import { ActionOffer } from '#contract/offers.ts';
import { LINK_KINDS, type LinkKind } from '#contract/works/schedule/network.ts';

const named = z.object({ id: z.number().int(), name: z.string() });
const activityId = z.number().int().min(1).max(2_147_483_647);

/** What an activity waits for. `lag` in working days; negative: it overlaps. */
export const PlanLink = z.object({
  activity_id: activityId,
  kind: z.enum(Object.keys(LINK_KINDS) as [LinkKind, ...LinkKind[]]),
  lag: z
    .number()
    .int()
    .min(-200, { error: 'El adelanto es de 200 días como máximo.' })
    .max(200, { error: 'La espera es de 200 días como máximo.' }),
});
export type PlanLink = z.infer<typeof PlanLink>;

export const PlanStep = z.object({
  activity_id: activityId,
  days: z.number().int().min(1, { error: 'Al menos un día.' }).max(400, { error: 'A lo más 400 días.' }),
  /** Rain stops it. */
  outdoors: z.boolean().default(false),
  after: z.array(PlanLink).max(20, { error: 'Una actividad espera a 20 como máximo.' }).default([]),
});
export type PlanStep = z.output<typeof PlanStep>;

export const PlanSteps = z.object({
  steps: z.array(PlanStep).min(1, { error: 'Agrega al menos una actividad.' }).max(100),
});
export const ActionPlanForm = PlanSteps.extend({ version: z.number().int().optional() });
export type ActionPlanForm = z.output<typeof ActionPlanForm>;

export const PublishForm = z.object({
  nota: z.string().trim().max(300).nullable().default(null),
  version: z.number().int().optional(),
});

/** Where a model's plan stands. */
export const PLAN_STANDINGS = {
  sin_plan: 'Sin plan',
  borrador: 'Por publicar',
  publicado: 'Publicado',
  en_cambio: 'Con cambios por publicar',
} as const;
export type PlanStanding = keyof typeof PLAN_STANDINGS;
export const PlanStanding = z.enum(Object.keys(PLAN_STANDINGS) as [PlanStanding, ...PlanStanding[]]);

/** A model and its action plan in the list. The plan has its model's id; `id` is null without a plan. */
export const ActionPlanRow = z.object({
  id: z.number().int().nullable(),
  model_id: z.number().int(),
  modelo: z.string(),
  project: named,
  area_m2: z.number(),
  /** Of the version in force; before the first publication, of the draft. */
  activities: z.number().int(),
  /** Working days from the first activity to the last, by the dependencies. */
  days: z.number().int(),
  standing: PlanStanding,
  /** Number of the version in force. */
  number: z.number().int().nullable(),
});
export type ActionPlanRow = z.infer<typeof ActionPlanRow>;

const VersionLine = z.object({
  number: z.number().int(),
  days: z.number().int(),
  activities: z.number().int(),
  note: z.string().nullable(),
  /** Null: the draft. */
  published_at: z.string().nullable(),
  by: z.string().nullable(),
});

/** A version of a plan. A published one never changes. */
export const PlanVersion = VersionLine.extend({
  steps: z.array(PlanStep.extend({ name: z.string() })),
});
export type PlanVersion = z.infer<typeof PlanVersion>;

export const ActionPlan = ActionPlanRow.extend({
  /** For the next save; each change of the plan raises it. 0 without a plan. */
  version: z.number().int(),
  in_force: PlanVersion.nullable(),
  draft: PlanVersion.nullable(),
  /** Newest first. */
  versions: z.array(VersionLine),
  /** How the site counts its days. */
  site: z.object({ week: WorkWeek, days_off: z.array(z.string()) }),
  history: z.array(
    z.object({
      id: z.number().int(),
      who: z.string().nullable(),
      at: z.string(),
      from: z.number().int().nullable(),
      to: z.number().int(),
      reason: z.string().nullable(),
    }),
  ),
  /** Activities that can be added to the plan. */
  offered: z.array(named),
  /** Null: not for the caller. */
  actions: z.object({
    edit: ActionOffer.nullable(),
    publish: ActionOffer.nullable(),
    discard: ActionOffer.nullable(),
  }),
});
export type ActionPlan = z.infer<typeof ActionPlan>;
