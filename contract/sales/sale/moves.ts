import { SALE, OPEN_STATES } from '#contract/sales/sale/rules.ts';
import type { Permission } from '#contract/access.ts';
import { findTransition, type TransitionOffer } from '#contract/transitions.ts';
import { saleMachine } from './rules.ts';

/** Columns of the view by state, in order of a sale's progress; the last two end or stop it. */
export const BOARD_STATES = [
  ...OPEN_STATES,
  SALE.inDeed,
  SALE.registered,
  SALE.disbursed,
  SALE.delivered,
  SALE.withdrawn,
  SALE.expired,
] as const;

export interface Move {
  /** Why it is not possible; null when it seems possible. */
  whyNot: string | null;
  motivo: TransitionOffer['motivo'];
}

/**
 * Whether a sale's card may move to another state's column. `offers` are the sale's own with their present reasons;
 * without them only machine and permissions count. The server decides in any case.
 */
export function moveOf(
  from: number,
  to: number,
  may: (permission: Permission) => boolean,
  offers?: readonly TransitionOffer[],
): Move {
  const arrow = findTransition(saleMachine, from, to);
  if (from === to) return { whyNot: 'Ya está en este estado.', motivo: 'none' };
  if (!arrow) return { whyNot: 'Desde su estado no se puede pasar a este.', motivo: 'none' };
  if (arrow.permission === null) return { whyNot: 'Este cambio ocurre por sí solo.', motivo: 'none' };
  if (!may(arrow.permission)) return { whyNot: 'No tienes permiso para este cambio.', motivo: 'none' };
  const motivo = arrow.reason ?? 'none';
  if (!offers) return { whyNot: null, motivo };
  const offer = offers.find(({ estado_id }) => estado_id === to);
  return offer
    ? { whyNot: offer.disabled, motivo }
    : { whyNot: 'No puedes hacer este cambio en esta venta.', motivo };
}
