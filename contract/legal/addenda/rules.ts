import { SALE } from '#contract/sales/sale/rules.ts';
import type { Machine } from '#contract/transitions.ts';

/** States of an addendum (domain.md §2). */
export const ADDENDUM = { draft: 1, inReview: 2, signing: 3, signed: 4, rejected: 5, voided: 6 } as const;

export const ADDENDUM_STATES: Readonly<Record<number, string>> = {
  [ADDENDUM.draft]: 'Borrador',
  [ADDENDUM.inReview]: 'En revisión legal',
  [ADDENDUM.signing]: 'Enviada a firma',
  [ADDENDUM.signed]: 'Firmada',
  [ADDENDUM.rejected]: 'Rechazada',
  [ADDENDUM.voided]: 'Anulada',
};

/** The kinds of addendum (domain.md §2). */
export const ADDENDUM_KINDS = {
  lote: 'Cambio de lote',
  modelo: 'Cambio de modelo o mejoras',
  precio: 'Ajuste de precio',
  comprador: 'Cambio de comprador o codeudor',
  prorroga: 'Prórroga de la entrega',
  plan: 'Plan de pago',
  cesion: 'Cesión a otro comprador',
} as const;
export type AddendumKind = keyof typeof ADDENDUM_KINDS;
export const ADDENDUM_KIND_NAMES = Object.keys(ADDENDUM_KINDS) as [AddendumKind, ...AddendumKind[]];

export interface AddendumFacts {
  /** Why what it changes cannot be done now; null when it can. */
  effect: string | null;
  /** Labels of what its contract needs and does not have. */
  missing: readonly string[];
  /** Its text differs from the approved template, and nobody else has approved it. */
  deviates: boolean;
  /** Why one of its signers cannot sign now; null when all can. */
  signers: string | null;
  /** Why its sale takes no addendum now; null when it does. */
  sale: string | null;
  /** Another addendum of the sale is in signing. */
  otherSigning: boolean;
  /** The last day to sign has passed. */
  late: boolean;
}

const list = (labels: readonly string[]) =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} y ${labels.at(-1)}`;

const NOT_APPROVED =
  'El texto no es el de la plantilla aprobada: otra persona de Legal tiene que aprobarlo antes.';

/** The text may be changed while it is prepared and reviewed. */
export const takesText = (stateId: number): boolean =>
  stateId === ADDENDUM.draft || stateId === ADDENDUM.inReview;

/** Why the caller cannot approve the text of an addendum; null when they can. */
export const whyNotApproveText = (facts: {
  stateId: number;
  deviates: boolean;
  wroteIt: boolean;
}): string | null =>
  facts.stateId !== ADDENDUM.inReview
    ? 'El texto se aprueba en la revisión legal.'
    : !facts.deviates
      ? 'El texto es el de la plantilla aprobada, o ya se aprobó.'
      : facts.wroteIt
        ? 'Escribiste parte de este texto: lo aprueba otra persona de Legal.'
        : null;

/** Why an addendum cannot be sent to sign now; null when it can. */
export function whyNotSendAddendum(facts: AddendumFacts): string | null {
  if (facts.sale) return facts.sale;
  if (facts.effect) return facts.effect;
  if (facts.missing.length > 0) return `Falta: ${list(facts.missing)}.`;
  if (facts.deviates) return NOT_APPROVED;
  if (facts.signers) return facts.signers;
  if (facts.late) return 'El último día para firmar ya pasó: escribe uno nuevo.';
  return facts.otherSigning ? 'Otra adenda de esta venta está en firma: espera a que termine.' : null;
}

/** Machine of an addendum (domain.md §3, rulings.md 49). */
export const addendumMachine: Machine<AddendumFacts> = {
  entity: 'adenda',
  transitions: [
    {
      from: [ADDENDUM.draft],
      to: ADDENDUM.inReview,
      label: 'Pasar a revisión legal',
      permission: 'legal.crear',
      whyNot: ({ sale, effect }) => sale ?? effect,
    },
    {
      from: [ADDENDUM.inReview],
      to: ADDENDUM.signing,
      label: 'Enviar a firma',
      permission: 'legal.crear',
      whyNot: whyNotSendAddendum,
    },
    {
      from: [ADDENDUM.signing],
      to: ADDENDUM.signed,
      label: 'Firmada',
      permission: null,
      whyNot: () => 'Faltan las firmas de las dos partes.',
    },
    {
      from: [ADDENDUM.signing],
      to: ADDENDUM.rejected,
      label: 'Rechazada',
      permission: null,
      whyNot: () => 'Nadie ha rechazado la firma.',
    },
    { from: [ADDENDUM.rejected], to: ADDENDUM.draft, label: 'Corregir', permission: 'legal.crear' },
    {
      from: [ADDENDUM.draft, ADDENDUM.inReview, ADDENDUM.signing],
      to: ADDENDUM.voided,
      label: 'Anular',
      permission: 'legal.crear',
      reason: 'required',
    },
  ],
};

/** Sales that an addendum may change: with a signed promise, until the deed is registered. */
const CHANGEABLE: readonly number[] = [
  SALE.inBank,
  SALE.rejectedByBanks,
  SALE.promiseLetter,
  SALE.promiseSigned,
  SALE.inDeed,
];

/** Sales that may be ceded: from the complete file until the deed (domain.md §3, 5-10 → 19). */
const CEDABLE: readonly number[] = [
  SALE.complete,
  SALE.inBank,
  SALE.rejectedByBanks,
  SALE.promiseLetter,
  SALE.promiseSigning,
  SALE.promiseSigned,
];

/** Why a sale takes no addendum of this kind now; null when it does. A cession needs no signed promise. */
export const whyNotAddendum = (
  sale: { stateId: number; promiseSigned: boolean },
  kind: AddendumKind,
): string | null =>
  kind === 'cesion'
    ? CEDABLE.includes(sale.stateId)
      ? null
      : 'Se cede desde el expediente completo y antes de la escritura.'
    : !sale.promiseSigned
      ? 'Una adenda cambia una promesa firmada: esta venta no tiene una.'
      : CHANGEABLE.includes(sale.stateId)
        ? null
        : 'En el estado de esta venta ya no se hacen adendas.';
