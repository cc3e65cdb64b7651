import { z } from 'zod';
import type { Permission } from './access.ts';
import { ActionOffer, type LeadsTo, type Missing } from './offers.ts';
import type { RecordKind } from './records.ts';

/** Why something cannot be done now: the sentence alone, or with the code that screens decide by and the page where it is mended. */
export type WhyNot =
  | string
  | { code: string; reason: string; leads_to?: LeadsTo; missing?: readonly Missing[] };

/** An action as records answer it: `disabled` null when nothing is in its way. */
export const actionOf = (why: WhyNot | null): ActionOffer =>
  why === null || typeof why === 'string'
    ? { disabled: why }
    : {
        disabled: why.reason,
        code: why.code,
        ...(why.leads_to && { leads_to: why.leads_to }),
        ...(why.missing && { missing: [...why.missing] }),
      };

/** A transition of a state machine. Unlisted transitions are refused. */
export interface Transition<Facts> {
  from: readonly number[];
  to: number;
  /** Label of the button. */
  label: string;
  /** Required permission; null: automatic, when its conditions are met. */
  permission: Permission | null;
  /** Whether a reason is required or optional; none when missing. */
  reason?: 'required' | 'optional';
  /** What is missing, as a sentence; null when nothing is. */
  whyNot?: (facts: Facts) => WhyNot | null;
}

export interface Machine<Facts> {
  entity: RecordKind;
  transitions: readonly Transition<Facts>[];
}

export const findTransition = <Facts>(
  machine: Machine<Facts>,
  from: number,
  to: number,
): Transition<Facts> | undefined =>
  machine.transitions.find((one) => one.to === to && one.from.includes(from));

/** Manual transitions from a state. */
export const transitionsFrom = <Facts>(machine: Machine<Facts>, from: number): readonly Transition<Facts>[] =>
  machine.transitions.filter((one) => one.from.includes(from) && one.permission !== null);

/** A permitted transition, as every record returns it; a disabled one says why. */
export const TransitionOffer = ActionOffer.extend({
  estado_id: z.number().int(),
  label: z.string(),
  method: z.literal('PATCH'),
  url: z.string(),
  motivo: z.enum(['required', 'optional', 'none']),
});
export type TransitionOffer = z.infer<typeof TransitionOffer>;

/** The transitions that the user may see: only permitted ones, disabled with a reason when something is missing. */
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
      ...actionOf(one.whyNot?.(facts) ?? null),
      motivo: one.reason ?? 'none',
    }));
}

/** Body of every status PATCH (rulings.md 14); without `version` there is no conflict check. */
export const StatusChange = z.object({
  params: z.object({
    estado_id: z.coerce.number().int().min(1).max(99),
    motivo: z.string().trim().max(1000).optional(),
    version: z.coerce.number().int().optional(),
  }),
});
export type StatusChange = z.infer<typeof StatusChange>['params'];

/** The changes of state of a record, the newest first, with the names of its states; `from` is null for the first one. */
export const StateHistory = z.array(
  z.object({
    id: z.number().int(),
    at: z.string(),
    who: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string(),
    reason: z.string().nullable(),
  }),
);
