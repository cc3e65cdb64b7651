import { APPLICATION, DEED } from '#contract/company/catalogs/states.ts';
import { formatMoney } from '#contract/money.ts';
import type { Missing } from '#contract/offers.ts';
import type { Machine, WhyNot } from '#contract/transitions.ts';
import { whyNotDecideRescission } from './rescissionRules.ts';
import type { BankKnown, DeedKnown, HandoverKnown, HouseKnown, Installments, PromiseKnown } from './known.ts';
import { whyNotBack, whyNotSigning } from './promiseRules.ts';
import { missingToDeed } from './toDeed.ts';
import { lowerFirst } from '#contract/words.ts';

/** States of a pre-contract (domain.md §2). */
export const SALE = {
  draft: 1,
  received: 2,
  inReview: 3,
  papersMissing: 4,
  complete: 5,
  inBank: 6,
  rejectedByBanks: 7,
  promiseLetter: 8,
  promiseSigning: 9,
  promiseSigned: 10,
  inDeed: 11,
  registered: 12,
  disbursed: 13,
  delivered: 14,
  closed: 15,
  withdrawn: 16,
  expired: 17,
  rescinded: 18,
  ceded: 19,
} as const;

/**
 * "En curso": from the reception of the pre-contract until the sale closes, a year after the keys. Every count of sales
 * in progress uses this one definition; in SQL it is `inProgress` of server/modules/sales/sale/standing.service.ts.
 */
export const IN_PROGRESS = [
  SALE.received,
  SALE.inReview,
  SALE.papersMissing,
  SALE.complete,
  SALE.inBank,
  SALE.rejectedByBanks,
  SALE.promiseLetter,
  SALE.promiseSigning,
  SALE.promiseSigned,
  SALE.inDeed,
  SALE.registered,
  SALE.disbursed,
  SALE.delivered,
] as const;
export const isInProgress = (stateId: number): boolean => IN_PROGRESS.some((one) => one === stateId);

/** Sales that are still a processor's work (rulings.md 30). */
export const OPEN_STATES = [
  SALE.received,
  SALE.inReview,
  SALE.papersMissing,
  SALE.complete,
  SALE.inBank,
  SALE.rejectedByBanks,
  SALE.promiseLetter,
  SALE.promiseSigning,
  SALE.promiseSigned,
] as const;
/** The buyer or the company gave the sale up. A ceded sale is not lost: it continues as another one. */
export const LOST_STATES = [SALE.withdrawn, SALE.expired, SALE.rescinded] as const;
/** States of an ended sale: it claims no lot any more. */
export const ENDED_STATES = [SALE.withdrawn, SALE.expired, SALE.rescinded, SALE.ceded] as const;

/** "Terminadas": neither a draft nor in progress. */
export const FINISHED_STATES = [SALE.closed, ...ENDED_STATES] as const;

/** States in which a sale may be rescinded. */
export const RESCINDABLE = [
  SALE.promiseLetter,
  SALE.promiseSigning,
  SALE.promiseSigned,
  SALE.inDeed,
] as const;
export const isRescindable = (stateId: number): boolean => RESCINDABLE.some((one) => one === stateId);

export const hasEnded = (stateId: number) => ENDED_STATES.some((state) => state === stateId);

/** Facts that the rules of a sale need. */
export interface SaleFacts {
  /** Missing parts of the form, as sentences: name, document, phone, model or lot, consent. */
  missingFields: readonly string[];
  /** Labels of required documents that are not approved. */
  papersToApprove: readonly string[];
  /** Labels of documents that are rejected or pending. */
  papersOpen: readonly string[];
  hasLot: boolean;
  /** For 17→3: nobody else has claimed the lot meanwhile. */
  lotFree: boolean;
  separationConfirmed: boolean;
  /** The employment sector is unknown, so the income documents were never requested. */
  asksWork: boolean;
  paymentForm: 'hipoteca' | 'contado';
  /** The sale's bank applications. */
  bank: BankKnown;
  /** The sale's promise: its last round. */
  promise: PromiseKnown | null;
  /** Unpaid part of the price, in centavos. */
  balanceCents: number;
  /** A co-debtor was added after the banks rejected the sale (7 → 6). */
  newCodebtor: boolean;
  /** There is money to settle or a completed file: a withdrawal needs the customer's letter. */
  letterNeeded: boolean;
  /** The customer's letter of withdrawal is uploaded or signed. */
  withdrawalLetter: boolean;
  /** Day of the uploaded notice of breach; null without one. */
  breachNoticedOn: string | null;
  /** YYYY-MM-DD in Panama. */
  today: string;
  promiseSigned: boolean;
  house: HouseKnown | null;
  deed: DeedKnown | null;
  /** The delivery of its house. */
  handover: HandoverKnown | null;
  installments: Installments;
  /** The prepared rescission that waits for a decision. */
  rescission: { preparedByCaller: boolean } | null;
}

const list = (labels: readonly string[]) =>
  labels.slice(0, 4).join(', ') + (labels.length > 4 ? ` y ${labels.length - 4} más` : '');
/** Kinds of missing things, by which a sale's page knows where each is mended. */
export const MISSING = {
  form: 'FORM',
  work: 'WORK',
  paper: 'PAPER',
  lot: 'LOT',
  separation: 'SEPARATION',
  letter: 'LETTER',
} as const;
const missingOf = (reason: string, missing: readonly Missing[]): WhyNot => ({
  code: missing[0]!.code,
  reason,
  missing,
});
const NO_BANK_IN_CASH = 'Una venta de contado no pasa por el banco.';
const needs = (sentence: string) => () => sentence;

/** State machine of the pre-contract (domain.md §3, rulings.md 27, 28 and 32). */
export const saleMachine: Machine<SaleFacts> = {
  entity: 'precontrato',
  transitions: [
    {
      from: [SALE.draft],
      to: SALE.received,
      label: 'Recibir pre-contrato',
      permission: 'ventas.editar',
      whyNot: ({ missingFields }) =>
        missingFields.length > 0
          ? missingOf(
              `Falta completar: ${list(missingFields)}.`,
              missingFields.map((label) => ({ code: MISSING.form, label })),
            )
          : null,
    },
    { from: [SALE.received], to: SALE.inReview, label: 'Iniciar revisión', permission: 'documentos.aprobar' },
    {
      from: [SALE.inReview],
      to: SALE.papersMissing,
      label: 'Pedir documentos',
      permission: 'documentos.aprobar',
      reason: 'required',
      whyNot: ({ papersOpen }) =>
        papersOpen.length === 0 ? 'No hay ningún documento rechazado ni pendiente que pedir.' : null,
    },
    { from: [SALE.papersMissing], to: SALE.inReview, label: 'Volver a revisión', permission: null },
    {
      from: [SALE.inReview],
      to: SALE.complete,
      label: 'Expediente completo',
      permission: 'documentos.aprobar',
      whyNot: ({ asksWork, papersToApprove, hasLot, separationConfirmed }) => {
        const missing = [
          ...(asksWork ? [{ code: MISSING.work, label: 'Sector de trabajo' }] : []),
          ...papersToApprove.map((label) => ({ code: MISSING.paper, label })),
          ...(hasLot ? [] : [{ code: MISSING.lot, label: 'Lote' }]),
          ...(separationConfirmed ? [] : [{ code: MISSING.separation, label: 'Pago de la separación' }]),
        ];
        if (asksWork)
          return missingOf(
            'Falta el sector de trabajo del cliente: con él se piden sus comprobantes de ingresos. Escríbelo en «Editar datos».',
            missing,
          );
        if (papersToApprove.length > 0) return missingOf(`Falta aprobar: ${list(papersToApprove)}.`, missing);
        if (!hasLot) return missingOf('Falta elegir el lote.', missing);
        return separationConfirmed ? null : missingOf('Contabilidad aún no confirma la separación.', missing);
      },
    },
    {
      from: [SALE.complete],
      to: SALE.inBank,
      label: 'En trámite bancario',
      permission: null,
      whyNot: ({ bank, paymentForm }) =>
        paymentForm === 'contado'
          ? NO_BANK_IN_CASH
          : bank.sent > 0
            ? null
            : 'Falta enviar una solicitud bancaria.',
    },
    {
      from: [SALE.inBank],
      to: SALE.promiseLetter,
      label: 'Carta promesa emitida',
      permission: null,
      whyNot: ({ bank }) =>
        bank.chosen?.stateId === APPLICATION.letter ? null : 'Falta la carta promesa del banco elegido.',
    },
    {
      from: [SALE.inBank],
      to: SALE.rejectedByBanks,
      label: 'Rechazado por bancos',
      permission: null,
      whyNot: ({ bank }) =>
        bank.live > 0
          ? 'Aún hay solicitudes bancarias sin respuesta.'
          : bank.sent === 0
            ? 'Ningún banco ha respondido todavía.'
            : null,
    },
    {
      from: [SALE.rejectedByBanks],
      to: SALE.inBank,
      label: 'Reactivar trámite',
      permission: 'ventas.aprobar',
      reason: 'required',
      whyNot: ({ bank, newCodebtor }) =>
        bank.live > 0 || newCodebtor ? null : 'Falta una solicitud a otro banco, o agregar un codeudor.',
    },
    {
      from: [SALE.complete, SALE.promiseLetter],
      to: SALE.promiseSigning,
      label: 'Enviar promesa a firma',
      permission: null,
      whyNot: whyNotSigning,
    },
    {
      from: [SALE.promiseSigning],
      to: SALE.promiseSigned,
      label: 'Promesa firmada',
      permission: null,
      whyNot: ({ promise }) =>
        promise?.standing === 'firmada' ? null : 'Faltan las firmas del cliente y de la promotora.',
    },
    {
      from: [SALE.promiseSigning],
      to: SALE.promiseLetter,
      label: 'Firma rechazada',
      permission: null,
      whyNot: whyNotBack,
    },
    {
      from: [SALE.promiseSigning],
      to: SALE.complete,
      label: 'Firma rechazada',
      permission: null,
      whyNot: whyNotBack,
    },
    {
      from: [SALE.promiseSigned],
      to: SALE.inBank,
      label: 'Pasar a trámite bancario',
      permission: 'documentos.aprobar',
      whyNot: ({ bank, paymentForm }) =>
        paymentForm === 'contado'
          ? NO_BANK_IN_CASH
          : bank.chosen?.stateId === APPLICATION.letter
            ? 'Ya tiene carta promesa: sigue con la escritura.'
            : bank.sent > 0
              ? null
              : 'Falta enviar una solicitud bancaria.',
    },
    {
      from: [SALE.promiseLetter, SALE.promiseSigned],
      to: SALE.inDeed,
      label: 'Pasar a escritura',
      permission: 'legal.crear',
      whyNot: (facts) => {
        const missing = missingToDeed(facts);
        if (missing.length === 0) return null;
        const labels = missing.map(({ label }) => lowerFirst(label));
        return missingOf(`Falta: ${labels.join(', ')}.`, missing);
      },
    },
    {
      from: [SALE.inDeed],
      to: SALE.registered,
      label: 'Inscrito',
      permission: null,
      whyNot: needs('La escritura aún no está inscrita en el Registro Público.'),
    },
    {
      from: [SALE.registered],
      to: SALE.disbursed,
      label: 'Registrar que se pagó',
      permission: 'pagos.aprobar',
      // A cash sale has no bank: the whole price must be paid and confirmed.
      whyNot: ({ bank, paymentForm, balanceCents }) =>
        paymentForm === 'contado'
          ? balanceCents > 0
            ? `Falta confirmar ${formatMoney(balanceCents)} del precio.`
            : null
          : bank.chosen?.stateId === APPLICATION.disbursed
            ? null
            : 'Falta el desembolso confirmado del banco.',
    },
    {
      from: [SALE.disbursed],
      to: SALE.delivered,
      label: 'Entregar vivienda',
      permission: 'ventas.entregar',
      whyNot: ({ handover }) => (handover?.deliveredOn ? null : 'Falta el acta de entrega firmada.'),
    },
    {
      from: [SALE.delivered],
      to: SALE.closed,
      label: 'Cerrar',
      permission: null,
      whyNot: needs('Se cierra solo a los 12 meses de la entrega, sin reclamos abiertos.'),
    },
    {
      from: [
        SALE.draft,
        SALE.received,
        SALE.inReview,
        SALE.papersMissing,
        SALE.complete,
        SALE.inBank,
        SALE.rejectedByBanks,
        SALE.promiseLetter,
        SALE.promiseSigning,
        SALE.promiseSigned,
      ],
      to: SALE.withdrawn,
      label: 'Registrar desistimiento',
      permission: 'ventas.anular',
      reason: 'required',
      whyNot: ({ withdrawalLetter, letterNeeded }) =>
        letterNeeded && !withdrawalLetter
          ? missingOf('Falta la carta de desistimiento firmada por el cliente entre los documentos.', [
              { code: MISSING.letter, label: 'Carta de desistimiento firmada' },
            ])
          : null,
    },
    {
      from: [SALE.received, SALE.inReview, SALE.papersMissing, SALE.complete],
      to: SALE.expired,
      label: 'Separación vencida',
      permission: null,
    },
    {
      from: [SALE.expired],
      to: SALE.inReview,
      label: 'Reactivar',
      permission: 'ventas.aprobar',
      reason: 'required',
      whyNot: ({ lotFree }) => (lotFree ? null : 'El lote ya no está libre. Elige otro lote primero.'),
    },
    {
      from: RESCINDABLE,
      to: SALE.rescinded,
      label: 'Rescindir',
      permission: 'legal.aprobar',
      reason: 'required',
      whyNot: (facts) =>
        facts.deed?.stateId === DEED.entered || facts.deed?.stateId === DEED.defective
          ? 'La escritura está en el Registro Público: espera su respuesta.'
          : whyNotDecideRescission(facts),
    },
    {
      from: [
        SALE.complete,
        SALE.inBank,
        SALE.rejectedByBanks,
        SALE.promiseLetter,
        SALE.promiseSigning,
        SALE.promiseSigned,
      ],
      to: SALE.ceded,
      label: 'Ceder',
      permission: 'legal.editar',
      reason: 'required',
      whyNot: needs('Falta la adenda de cesión firmada.'),
    },
  ],
};
