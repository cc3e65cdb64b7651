import type { Machine, WhyNot } from '#contract/transitions.ts';
import { SALE } from '#contract/sales/sale/rules.ts';

/** States of a promise. */
export const PROMISE = {
  draft: 1,
  inReview: 2,
  approved: 3,
  signing: 4,
  signed: 5,
  rejected: 6,
  expired: 7,
  voided: 8,
  ended: 9,
} as const;

export const PROMISE_STATES: Readonly<Record<number, string>> = {
  [PROMISE.draft]: 'Borrador',
  [PROMISE.inReview]: 'En revisión legal',
  [PROMISE.approved]: 'Aprobada',
  [PROMISE.signing]: 'Enviada a firma',
  [PROMISE.signed]: 'Firmada',
  [PROMISE.rejected]: 'Rechazada',
  [PROMISE.expired]: 'Vencida',
  [PROMISE.voided]: 'Anulada',
  [PROMISE.ended]: 'Sin efecto',
};

/** A sale has at most one promise in these states; the others stay readable. */
export const LIVE_PROMISES = [
  PROMISE.draft,
  PROMISE.inReview,
  PROMISE.approved,
  PROMISE.signing,
  PROMISE.signed,
] as const;
export const isLive = (stateId: number): boolean => LIVE_PROMISES.some((one) => one === stateId);
/** After these a new round may begin. */
export const CLOSED_ROUNDS = [PROMISE.rejected, PROMISE.expired, PROMISE.voided] as const;
export const isClosedRound = (stateId: number): boolean => CLOSED_ROUNDS.some((one) => one === stateId);
/** The text may be changed. */
export const isEditable = (stateId: number): boolean =>
  stateId === PROMISE.draft || stateId === PROMISE.approved;

export interface PromiseFacts {
  /** The text differs from the approved template, and nobody else has approved it. */
  deviates: boolean;
  /** The caller wrote part of the text: another person approves it. */
  wroteIt: boolean;
  /** Labels of what the contract needs and does not have. */
  missing: readonly string[];
  /** What changed in the sale since the promise was generated, in words. */
  changed: readonly string[];
  /** Why the sale does not take a promise to sign now; null when it does. */
  sale: string | null;
  /** The last day to sign has passed. */
  late: boolean;
  /** Why one of its signers cannot sign now; null when all can. */
  signers: string | null;
}

export const PROMISE_MISSING = { terms: 'TERMS', refreeze: 'REFREEZE', signers: 'SIGNERS' } as const;

const list = (labels: readonly string[]) =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} y ${labels.at(-1)}`;

/** Why a promise cannot be sent to sign now; null when it can. */
export function whyNotSend(facts: PromiseFacts): WhyNot | null {
  if (facts.missing.length > 0) {
    const reason = `Falta escribir: ${list(facts.missing)}.`;
    return {
      code: PROMISE_MISSING.terms,
      reason,
      missing: facts.missing.map((label) => ({ code: PROMISE_MISSING.terms, label })),
    };
  }
  if (facts.changed.length > 0) {
    const reason = `En la venta cambió ${list(facts.changed)} después de generar la promesa: actualiza los datos.`;
    return {
      code: PROMISE_MISSING.refreeze,
      reason,
      missing: [{ code: PROMISE_MISSING.refreeze, label: 'Actualizar los datos' }],
    };
  }
  if (facts.signers !== null)
    return {
      code: PROMISE_MISSING.signers,
      reason: facts.signers,
      missing: [{ code: PROMISE_MISSING.signers, label: 'Quienes firman' }],
    };
  if (facts.late)
    return {
      code: PROMISE_MISSING.terms,
      reason: 'El último día para firmar ya pasó: escribe uno nuevo.',
      missing: [{ code: PROMISE_MISSING.terms, label: 'Último día para firmar' }],
    };
  return facts.sale;
}

/** Machine of a promise. Its own arrows belong to the lawyers (rulings.md 49). */
export const promiseMachine: Machine<PromiseFacts> = {
  entity: 'promesa',
  transitions: [
    {
      from: [PROMISE.draft],
      to: PROMISE.signing,
      label: 'Enviar a firma',
      permission: 'legal.crear',
      whyNot: (facts) =>
        facts.deviates
          ? 'El texto no es el de la plantilla aprobada: otra persona de Legal tiene que aprobarlo antes.'
          : whyNotSend(facts),
    },
    {
      from: [PROMISE.draft],
      to: PROMISE.inReview,
      label: 'Pedir aprobación',
      permission: 'legal.crear',
      whyNot: ({ deviates, missing }) =>
        !deviates
          ? 'El texto es el de la plantilla aprobada: puedes enviarla a firma.'
          : missing.length > 0
            ? `Falta escribir: ${list(missing)}.`
            : null,
    },
    {
      from: [PROMISE.inReview],
      to: PROMISE.approved,
      label: 'Aprobar los cambios',
      permission: 'legal.aprobar',
      whyNot: ({ wroteIt }) =>
        wroteIt ? 'Escribiste parte de este texto: lo aprueba otra persona de Legal.' : null,
    },
    {
      from: [PROMISE.inReview],
      to: PROMISE.draft,
      label: 'Devolver',
      permission: 'legal.aprobar',
      reason: 'required',
    },
    {
      from: [PROMISE.approved],
      to: PROMISE.signing,
      label: 'Enviar a firma',
      permission: 'legal.crear',
      whyNot: whyNotSend,
    },
    {
      from: [PROMISE.signing],
      to: PROMISE.draft,
      label: 'Retirar de la firma',
      permission: 'legal.crear',
      reason: 'required',
    },
    {
      from: [PROMISE.signing],
      to: PROMISE.signed,
      label: 'Firmada',
      permission: null,
      whyNot: () => 'Faltan las firmas del cliente y de la promotora.',
    },
    {
      from: [PROMISE.signing],
      to: PROMISE.rejected,
      label: 'Rechazada',
      permission: null,
      whyNot: () => 'Nadie ha rechazado la firma.',
    },
    {
      from: [PROMISE.signing],
      to: PROMISE.expired,
      label: 'Vencida',
      permission: null,
      whyNot: () => 'Vence sola cuando pasa el último día para firmar.',
    },
    {
      from: [PROMISE.draft, PROMISE.inReview, PROMISE.approved],
      to: PROMISE.voided,
      label: 'Anular',
      permission: 'legal.crear',
      reason: 'required',
    },
    {
      from: [PROMISE.signed],
      to: PROMISE.ended,
      label: 'Sin efecto',
      permission: null,
      whyNot: () => 'Queda sin efecto cuando la venta termina o se cede.',
    },
  ],
};

/** Sales that may have a promise: from the complete file, or the letter of promise, on (domain.md §3). */
export const PROMISING_SALES = [SALE.complete, SALE.promiseLetter] as const;

/** Why no promise can be generated for a sale now; null when it can. */
export function whyNotGenerate(sale: {
  stateId: number;
  hasLot: boolean;
  /** State of its live promise. */
  live: number | null;
  hasTemplate: boolean;
}): string | null {
  if (sale.live !== null)
    return sale.live === PROMISE.signed ? 'La promesa ya está firmada.' : 'Esta venta ya tiene una promesa.';
  if (!PROMISING_SALES.some((one) => one === sale.stateId))
    return 'La promesa se genera con el expediente completo o con la carta promesa.';
  if (!sale.hasLot) return 'Falta elegir el lote.';
  return sale.hasTemplate ? null : 'No hay una plantilla de promesa aprobada para esta venta.';
}

/** Why a sale does not take a promise to sign now; null when it does. */
export const whyNotSaleSends = (sale: { stateId: number; letterExpired: boolean }): string | null =>
  !PROMISING_SALES.some((one) => one === sale.stateId)
    ? 'La venta ya no espera su promesa: revisa su estado.'
    : sale.stateId === SALE.promiseLetter && sale.letterExpired
      ? 'La carta promesa del banco venció: pide la prórroga antes de enviar a firma.'
      : null;
