import { dayText } from '#contract/dates.ts';
import type { Machine } from '#contract/transitions.ts';

/** States of a permit (estados_permiso, domain.md §2). */
export const PERMIT = { toDo: 1, entered: 2, corrections: 3, approved: 4, expired: 5, notNeeded: 6 } as const;

/** Permits with a part of their own in the rules (detalles_plano). */
export const PERMIT_TYPE = { construction: 14, occupancy: 18, improvements: 19 } as const;

/** What a permit is for. `ids`: `nivel` of its type in the list. */
export const PERMIT_LEVELS = { proyecto: 'Proyecto', modelo: 'Modelo', vivienda: 'Vivienda' } as const;
export type PermitLevel = keyof typeof PERMIT_LEVELS;
export const levelOf = (nivel: number): PermitLevel =>
  nivel === 1 ? 'proyecto' : nivel === 3 ? 'vivienda' : 'modelo';

/** Days before the last one on which it is told (domain.md §3, Notify); after a missed night the nearest one. */
export const PERMIT_WARNING_DAYS = [30, 15, 7] as const;

/** The permits that a new one usually waits for, by type; the office changes them. */
const USUAL_NEEDS: Readonly<Record<number, readonly number[]>> = {
  5: [1, 2, 3, 4],
  6: [5, 7, 8, 9],
  11: [6],
  12: [10, 11],
  13: [4],
  14: [10, 11, 12],
  15: [6],
  16: [15],
  18: [14, 17],
  19: [18],
  22: [6],
  23: [6],
};
export const usualNeeds = (typeId: number): readonly number[] => USUAL_NEEDS[typeId] ?? [];

interface PermitFacts {
  /** Names of the permits it depends on that are neither Aprobado nor No requiere. */
  waitsFor: readonly string[];
}

/** A permit that others may count on. */
export const isSettled = (stateId: number) => stateId === PERMIT.approved || stateId === PERMIT.notNeeded;

/** Whether a permit holds on a day: it is not needed, or approved and not past its last day. */
export const isInForce = (permit: { stateId: number; expiresOn: string | null }, today: string) =>
  permit.stateId === PERMIT.notNeeded ||
  (permit.stateId === PERMIT.approved && (permit.expiresOn === null || permit.expiresOn >= today));

const whyNotYet = ({ waitsFor }: PermitFacts) =>
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
      whyNot: whyNotYet,
    },
    {
      from: [PERMIT.entered],
      to: PERMIT.corrections,
      label: 'Pedir subsanación',
      permission: 'permisos.editar',
      reason: 'required',
    },
    {
      from: [PERMIT.entered],
      to: PERMIT.approved,
      label: 'Aprobar',
      permission: 'permisos.aprobar',
      whyNot: whyNotYet,
    },
    {
      from: [PERMIT.approved],
      to: PERMIT.expired,
      label: 'Vencer',
      permission: null,
      whyNot: () => 'Vence solo, la noche después de su último día.',
    },
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

/** What a permit is for: the whole project without model and house. */
export interface Target {
  modelId: number | null;
  houseId: number | null;
}

/**
 * Whether a permit for `target` may wait for one for `other`, of the same project: one for the same thing, or for what it
 * is a part of. `houseModel`: the model of the target's house.
 */
export function covers(other: Target, target: Target, houseModel: number | null): boolean {
  if (other.houseId !== null) return other.houseId === target.houseId;
  if (other.modelId !== null) return other.modelId === (target.modelId ?? houseModel);
  return true;
}

/** Why nothing is built in a house, as a sentence. */
export const heldSentence = ({ tipo, vencio }: { tipo: { name: string }; vencio: string | null }): string =>
  vencio === null
    ? `Falta un permiso para construir aquí: ${tipo.name}.`
    : `Venció un permiso para construir aquí: ${tipo.name}, el ${dayText(vencio)}.`;
