import { z } from 'zod';
import type { Permission } from './access.ts';

/** One arrow of a state machine. Anything that is not listed is refused. */
export interface Transition<Facts> {
  from: readonly number[];
  to: number;
  /** The words on the button. */
  label: string;
  /** Who may press it; null: it happens by itself when its conditions are met. */
  permission: Permission | null;
  /** Whether the person must, may or need not give a reason. */
  reason?: 'required' | 'optional';
  /** What is still missing, as a sentence; null when nothing is. */
  whyNot?: (facts: Facts) => string | null;
}

export interface Machine<Facts> {
  /** As in histories and addresses: precontrato · documento · pago */
  entity: string;
  transitions: readonly Transition<Facts>[];
}

export const findTransition = <Facts>(
  machine: Machine<Facts>,
  from: number,
  to: number,
): Transition<Facts> | undefined =>
  machine.transitions.find((one) => one.to === to && one.from.includes(from));

/** The arrows that start at a state and that a person may press. */
export const transitionsFrom = <Facts>(machine: Machine<Facts>, from: number): readonly Transition<Facts>[] =>
  machine.transitions.filter((one) => one.from.includes(from) && one.permission !== null);

/** An allowed transition as every record answers it; disabled ones say why. */
export const TransitionOffer = z.object({
  estado_id: z.number().int(),
  label: z.string(),
  method: z.literal('PATCH'),
  url: z.string(),
  /** Why it cannot be done now; null when it can. */
  disabled: z.string().nullable(),
  motivo: z.enum(['required', 'optional', 'none']),
});
export type TransitionOffer = z.infer<typeof TransitionOffer>;

/** The offers of a record for a caller: only what the permission allows, disabled with the reason when something is missing. */
export function offersOf<Facts>(
  machine: Machine<Facts>,
  from: number,
  facts: Facts,
  url: string,
  may: (permission: Permission) => boolean,
): TransitionOffer[] {
  return transitionsFrom(machine, from)
    .filter(({ permission }) => permission !== null && may(permission))
    .map((one) => ({
      estado_id: one.to,
      label: one.label,
      method: 'PATCH',
      url,
      disabled: one.whyNot?.(facts) ?? null,
      motivo: one.reason ?? 'none',
    }));
}

/** Body of every status PATCH (rulings.md 14): without `version` nothing stale is looked for. */
export const StatusChange = z.object({
  params: z.object({
    estado_id: z.coerce.number().int().min(1).max(99),
    motivo: z.string().trim().max(1000).optional(),
    version: z.coerce.number().int().optional(),
  }),
});
export type StatusChange = z.infer<typeof StatusChange>['params'];
