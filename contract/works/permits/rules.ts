import type { Machine } from '#contract/transitions.ts';

/** States of a permit (estados_permiso, domain.md §2). */
export const PERMIT = { toDo: 1, entered: 2, corrections: 3, approved: 4, expired: 5, notNeeded: 6 } as const;

interface PermitFacts {
  /** Names of the permits it depends on that are neither Aprobado nor No requiere. */
  waitsFor: readonly string[];
}

/** A permit that others may count on. */
export const isSettled = (stateId: number) => stateId === PERMIT.approved || stateId === PERMIT.notNeeded;

const whyNotEnter = ({ waitsFor }: PermitFacts) =>
  waitsFor.length === 0 ? null : `Antes debe estar aprobado: ${waitsFor.join(', ')}.`;

/** State machine of a permit (domain.md §2, detalles_plano). */
export const permitMachine: Machine<PermitFacts> = {
  entity: 'permiso',
  transitions: [
    {
      from: [PERMIT.toDo, PERMIT.corrections, PERMIT.expired],
      to: PERMIT.entered,
      label: 'Ingresar',
      permission: 'permisos.editar',
      whyNot: whyNotEnter,
    },
    {
      from: [PERMIT.entered],
      to: PERMIT.corrections,
      label: 'Pedir subsanación',
      permission: 'permisos.editar',
      reason: 'required',
    },
    { from: [PERMIT.entered], to: PERMIT.approved, label: 'Aprobar', permission: 'permisos.aprobar' },
    {
      from: [PERMIT.toDo],
      to: PERMIT.notNeeded,
      label: 'No requiere',
      permission: 'permisos.aprobar',
      reason: 'required',
    },
    { from: [PERMIT.notNeeded], to: PERMIT.toDo, label: 'Sí requiere', permission: 'permisos.aprobar' },
  ],
};

/** A dependency: `permit` waits for `needs`. */
export interface Dependency {
  permit: number;
  needs: number;
}

/** Whether the permit would wait for itself if it depended on `needs` as well. */
export function closesCycle(existing: readonly Dependency[], { permit, needs }: Dependency): boolean {
  const seen = new Set<number>();
  const open = [needs];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === permit) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    for (const one of existing) if (one.permit === at) open.push(one.needs);
  }
  return false;
}
