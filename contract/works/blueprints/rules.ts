import type { Machine } from '#contract/transitions.ts';

/** States of a version of a plan (estados_plano). */
export const PLAN_VERSION = { draft: 1, inForce: 2, superseded: 3, withdrawn: 4 } as const;

interface PlanFacts {
  sheets: number;
}

/** Of each plan one version at most is a draft, and one at most is in force: the next one supersedes it. */
export const planMachine: Machine<PlanFacts> = {
  entity: 'plano',
  transitions: [
    {
      from: [PLAN_VERSION.draft],
      to: PLAN_VERSION.inForce,
      label: 'Poner en vigor',
      permission: 'permisos.aprobar',
      whyNot: ({ sheets }) => (sheets > 0 ? null : 'Agrega al menos una lámina.'),
    },
    {
      from: [PLAN_VERSION.draft, PLAN_VERSION.inForce],
      to: PLAN_VERSION.withdrawn,
      label: 'Anular',
      permission: 'permisos.anular',
      reason: 'required',
    },
    {
      from: [PLAN_VERSION.inForce],
      to: PLAN_VERSION.superseded,
      label: 'Reemplazar',
      permission: null,
      whyNot: () => 'Se reemplaza sola cuando otra versión entra en vigor.',
    },
  ],
};

/** "Modelo Guayacán 2R/1B 58 m²" (domain.md §2, Blueprints). */
export const planLabel = (model: { name: string; bedrooms: number; bathrooms: number; areaM2: number }) =>
  `Modelo ${model.name} ${model.bedrooms}R/${model.bathrooms}B ${model.areaM2} m²`;
