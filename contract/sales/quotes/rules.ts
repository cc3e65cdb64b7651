import type { Machine } from '#contract/transitions.ts';

/** States of a quote. Ids are stable, because histories and URLs contain them. */
export const QUOTE = {
  draft: 1,
  toApprove: 2,
  refused: 3,
  sent: 4,
  accepted: 5,
  expired: 6,
  converted: 7,
  voided: 8,
} as const;
/** States that expire on their day. */
export const OPEN_QUOTES = [QUOTE.draft, QUOTE.toApprove, QUOTE.refused, QUOTE.sent] as const;

export const QUOTE_STATES: Readonly<Record<number, string>> = {
  1: 'Borrador',
  2: 'Descuento por aprobar',
  3: 'Descuento rechazado',
  4: 'Enviada',
  5: 'Aceptada',
  6: 'Vencida',
  7: 'Convertida en pre-contrato',
  8: 'Anulada',
};

export interface QuoteFacts {
  /** Today, and the last day of validity. */
  today: string;
  validUntil: string;
}

const late = ({ today, validUntil }: QuoteFacts) =>
  today > validUntil ? 'Esta proforma venció: haz una versión nueva.' : null;

/** Draft → approval if the discount needs it → sent → accepted → pre-contract. A new version starts again. */
export const quoteMachine: Machine<QuoteFacts> = {
  entity: 'proforma',
  transitions: [
    {
      from: [QUOTE.draft, QUOTE.refused, QUOTE.sent, QUOTE.accepted, QUOTE.expired],
      to: QUOTE.draft,
      label: 'Nueva versión',
      permission: 'ventas.editar',
    },
    {
      from: [QUOTE.draft, QUOTE.refused, QUOTE.sent, QUOTE.accepted, QUOTE.expired],
      to: QUOTE.toApprove,
      label: 'Nueva versión con descuento por aprobar',
      permission: null,
    },
    { from: [QUOTE.toApprove], to: QUOTE.draft, label: 'Aprobar descuento', permission: 'ventas.aprobar' },
    {
      from: [QUOTE.toApprove],
      to: QUOTE.refused,
      label: 'Rechazar descuento',
      permission: 'ventas.aprobar',
      reason: 'required',
    },
    {
      from: [QUOTE.draft, QUOTE.sent],
      to: QUOTE.sent,
      label: 'Enviar',
      permission: 'ventas.editar',
      whyNot: late,
    },
    { from: [QUOTE.sent], to: QUOTE.accepted, label: 'Aceptar', permission: null, whyNot: late },
    {
      from: [QUOTE.draft, QUOTE.sent, QUOTE.toApprove, QUOTE.refused],
      to: QUOTE.expired,
      label: 'Vencer',
      permission: null,
    },
    {
      from: [QUOTE.sent, QUOTE.accepted],
      to: QUOTE.converted,
      label: 'Convertir en pre-contrato',
      permission: 'ventas.crear',
      // A quote accepted in time stays valid; the others only until they expire.
    },
    {
      from: [QUOTE.draft, QUOTE.toApprove, QUOTE.refused, QUOTE.sent, QUOTE.accepted],
      to: QUOTE.voided,
      label: 'Anular',
      permission: 'ventas.editar',
      reason: 'required',
    },
  ],
};

const arrow = (from: number, to: number) =>
  quoteMachine.transitions.some((one) => one.to === to && one.from.includes(from));
const standsAs = (state: number) => `Su estado es «${QUOTE_STATES[state] ?? ''}».`;

/** Why it cannot be sent to the buyer now, or null. */
export function whyNotSend(state: number, facts: QuoteFacts): string | null {
  if (state === QUOTE.toApprove) return 'Su descuento está por aprobar.';
  if (state === QUOTE.refused) return 'Su descuento fue rechazado: haz una versión con otro.';
  if (!arrow(state, QUOTE.sent)) return standsAs(state);
  return late(facts);
}

/** Why the buyer cannot accept it, in "tú", or null. */
export function whyNotAccept(state: number, { today, validUntil }: QuoteFacts): string | null {
  if (state === QUOTE.accepted || state === QUOTE.converted) return 'Ya aceptaste esta proforma.';
  if (state === QUOTE.expired || today > validUntil)
    return 'Esta proforma venció. Pídele a tu asesor una nueva.';
  return state === QUOTE.sent ? null : 'Esta proforma ya no está vigente. Pídele a tu asesor la nueva.';
}

/** Why it cannot become a pre-contract, or null. */
export function whyNotConvert(state: number, facts: QuoteFacts): string | null {
  if (state === QUOTE.accepted) return null;
  if (state === QUOTE.sent) return late(facts);
  if (state === QUOTE.converted) return 'Ya es un pre-contrato.';
  if (state === QUOTE.toApprove) return 'Su descuento está por aprobar.';
  return arrow(state, QUOTE.sent) ? 'Envíala primero al cliente.' : standsAs(state);
}

/** Why no new version is possible, or null. */
export function whyNotRevise(state: number): string | null {
  if (state === QUOTE.toApprove) return 'Su descuento está por aprobar.';
  return arrow(state, QUOTE.draft) ? null : standsAs(state);
}

export const whyNotVoid = (state: number): string | null =>
  arrow(state, QUOTE.voided) ? null : standsAs(state);

/**
 * Why the user cannot decide on a discount, or null. The requester may not decide, and nobody above their own limit.
 */
export function whyNotDecide(of: {
  state: number;
  askedById: number | null;
  myId: number;
  discountPercent: number;
  myLimitPercent: number;
}): string | null {
  if (of.state !== QUOTE.toApprove) return 'No hay un descuento por aprobar.';
  if (of.askedById === of.myId) return 'Quien pide el descuento no lo aprueba.';
  return of.discountPercent > of.myLimitPercent
    ? `Este descuento pasa de tu límite de ${of.myLimitPercent.toFixed(2)}%.`
    : null;
}
