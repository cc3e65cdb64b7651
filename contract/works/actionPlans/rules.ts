import { circleSentence, looseActivities, solve, type Network } from '#contract/works/schedule/network.ts';
import type { PlanStep } from './model.ts';

/** States of a plan's newest version, for its history. */
export const PLAN_STATE = { draft: 1, published: 2, discarded: 3 } as const;
export const PLAN_STATE_NAMES: Readonly<Record<number, string>> = {
  [PLAN_STATE.draft]: 'En preparación',
  [PLAN_STATE.published]: 'Publicado',
  [PLAN_STATE.discarded]: 'Cambios descartados',
};

/** The network of a plan, without dependencies on activities that it does not have. */
export function planNetwork(
  steps: readonly PlanStep[],
  nameOf: (activity: number) => string,
): Network<number> {
  const there = new Set(steps.map(({ activity_id }) => activity_id));
  return {
    activities: steps.map(({ activity_id, days }) => ({ id: activity_id, name: nameOf(activity_id), days })),
    links: steps.flatMap(({ activity_id: to, after }) =>
      after
        .filter((link) => there.has(link.activity_id))
        .map(({ activity_id: from, kind, lag }) => ({ from, to, kind, lag })),
    ),
  };
}

interface Fault {
  field: string;
  message: string;
}

/** Why a plan cannot be saved: an activity twice, a dependency on what is not in it, a circle. */
export function planFaults(steps: readonly PlanStep[], nameOf: (activity: number) => string): Fault[] {
  const there = new Set(steps.map(({ activity_id }) => activity_id));
  if (there.size < steps.length) return [{ field: 'steps', message: 'Una actividad está dos veces.' }];
  const faults = steps.flatMap(({ after }, at): Fault[] => {
    const field = `steps[${at}][after]`;
    const missing = after.find(({ activity_id }) => !there.has(activity_id));
    if (missing) return [{ field, message: `El plan no tiene «${nameOf(missing.activity_id)}».` }];
    const pairs = new Set(after.map(({ activity_id, kind }) => `${activity_id} ${kind}`));
    return pairs.size < after.length ? [{ field, message: 'Una dependencia está dos veces.' }] : [];
  });
  if (faults.length > 0) return faults;
  const circle = circleSentence(planNetwork(steps, nameOf));
  return circle ? [{ field: 'steps', message: circle }] : [];
}

/** Working days of a plan from its first activity to its last. The plan has no circle. */
export function planDays(steps: readonly PlanStep[]): number {
  const { start, end } = solve(planNetwork(steps, String));
  return end - start;
}

/** Why a plan cannot be published: an activity that nothing joins to the others has no place in the work. */
export function whyNotPublish(
  steps: readonly PlanStep[],
  nameOf: (activity: number) => string,
): string | null {
  const loose = looseActivities(planNetwork(steps, nameOf));
  if (loose.length === 0) return null;
  const names = loose.map((name) => `«${name}»`).join(', ');
  return loose.length === 1
    ? `${names} no está unida a las demás: di a qué actividad espera, o cuál la espera.`
    : `${names} no están unidas a las demás: di a qué actividad esperan, o cuál las espera.`;
}

/**
 * Usual working days for a house of this area: 75-90 for 72 m² (domain.md §2), of which half is independent of the
 * size. A hint, never a limit.
 */
export function usualDays(areaM2: number): { from: number; to: number } {
  const share = 0.5 + (0.5 * areaM2) / 72;
  return { from: Math.round(75 * share), to: Math.round(90 * share) };
}

/** Comment on a plan's days compared with the usual number. */
export function daysHint(days: number, areaM2: number): string {
  const { from, to } = usualDays(areaM2);
  const usual = `Lo usual para ${areaM2} m² es de ${from} a ${to} días hábiles.`;
  if (days < from) return `${usual} Este plan es más corto.`;
  return days > to ? `${usual} Este plan es más largo.` : usual;
}
