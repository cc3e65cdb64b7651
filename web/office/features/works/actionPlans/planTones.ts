import type { PlanStanding } from '#contract/works/actionPlans/model.ts';
import type { Tone } from '#web/design/tokens.ts';

export const PLAN_TONES: Readonly<Record<PlanStanding, Tone>> = {
  sin_plan: 'attention',
  borrador: 'attention',
  publicado: 'positive',
  en_cambio: 'progress',
};
