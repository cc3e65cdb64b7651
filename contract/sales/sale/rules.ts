import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { formatMoney } from '#contract/money.ts';
import type { Machine } from '#contract/transitions.ts';
import { RESCINDABLE, whyNotDecideRescission } from '#contract/sales/ending/rescissionRules.ts';
import type { BankKnown } from './known.ts';

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

/** Sales that a processor still has to work on (rulings.md 30). */
export const OPEN_STATES = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** States in which a lot stays claimed by the sale. */
export const ENDED_STATES = [SALE.withdrawn, SALE.expired, SALE.rescinded, SALE.ceded] as const;

export const hasEnded = (stateId: number) => ENDED_STATES.some((state) => state === stateId);

/** What the rules of a sale look at. */
export interface SaleFacts {
  /** Sentences for what the form still lacks: name, document, phone, model or lot, consent. */
  missingFields: readonly string[];
  /** Labels of required papers that are not approved. */
  papersToApprove: readonly string[];
  /** Labels of papers that are rejected or pending. */
  papersOpen: readonly string[];
  hasLot: boolean;
  /** For 17→3: nobody else has claimed the lot meanwhile. */
  lotFree: boolean;
  separationConfirmed: boolean;
  /** The sector of work was never said, so that the income papers were never asked for. */
  asksWork: boolean;
  paymentForm: 'hipoteca' | 'contado';
  /** The sale's bank applications. */
  bank: BankKnown;
  /** What is still to be paid of the price, in cents. */
  balanceCents: number;
  /** Somebody came in to answer for the debt after the banks had rejected (7 → 6). */
  newCodebtor: boolean;
  /** There is money or a closed file to settle: a withdrawal needs the customer's letter. */
  letterNeeded: boolean;
  /** The customer's letter of withdrawal is among the papers, uploaded or signed. */
  withdrawalLetter: boolean;
  /** The day of the notice of breach among the papers; null while there is none. */
  breachNoticedOn: string | null;
  /** The rescission that somebody prepared and nobody decided yet. */
  rescission: { preparedByCaller: boolean } | null;
}

const list = (labels: readonly string[]) =>
  labels.slice(0, 4).join(', ') + (labels.length > 4 ? ` y ${labels.length - 4} más` : '');
const NO_BANK_IN_CASH = 'Una venta de contado no pasa por el banco.';
const needs = (sentence: string) => () => sentence;

/** The pre-contract, arrow by arrow (domain.md §3, rulings.md 27, 28 and 32). */
export const saleMachine: Machine<SaleFacts> = {
  entity: 'precontrato',
  transitions: [
    {
      from: [1],
      to: 2,
      label: 'Recibir pre-contrato',
      permission: 'ventas.editar',
      whyNot: ({ missingFields }) =>
        missingFields.length > 0 ? `Falta completar: ${list(missingFields)}.` : null,
    },
    { from: [2], to: 3, label: 'Iniciar revisión', permission: 'documentos.aprobar' },
    {
      from: [3],
      to: 4,
      label: 'Pedir documentos',
      permission: 'documentos.aprobar',
      reason: 'required',
      whyNot: ({ papersOpen }) =>
        papersOpen.length === 0 ? 'No hay ningún documento rechazado ni pendiente que pedir.' : null,
    },
    { from: [4], to: 3, label: 'Volver a revisión', permission: null },
    {
      from: [3],
      to: 5,
      label: 'Expediente completo',
      permission: 'documentos.aprobar',
      whyNot: ({ asksWork, papersToApprove, hasLot, separationConfirmed }) =>
        asksWork
          ? 'Falta el sector de trabajo del cliente: con él se piden sus comprobantes de ingresos. Escríbelo en «Editar datos».'
          : papersToApprove.length > 0
            ? `Falta aprobar: ${list(papersToApprove)}.`
            : !hasLot
              ? 'Falta escoger el lote.'
              : !separationConfirmed
                ? 'Contabilidad aún no confirma la separación.'
                : null,
    },
    {
      from: [5],
      to: 6,
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
      from: [6],
      to: 8,
      label: 'Carta promesa emitida',
      permission: null,
      whyNot: ({ bank }) =>
        bank.chosen?.stateId === APPLICATION.letter ? null : 'Falta la carta promesa del banco elegido.',
    },
    {
      from: [6],
      to: 7,
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
      from: [7],
      to: 6,
      label: 'Reactivar trámite',
      permission: 'ventas.aprobar',
      reason: 'required',
      whyNot: ({ bank, newCodebtor }) =>
        bank.live > 0 || newCodebtor ? null : 'Falta una solicitud a otro banco, o agregar un codeudor.',
    },
    {
      from: [5, 8],
      to: 9,
      label: 'Enviar promesa a firma',
      permission: 'legal.editar',
      whyNot: needs('Falta generar el contrato de promesa de compraventa.'),
    },
    {
      from: [9],
      to: 10,
      label: 'Promesa firmada',
      permission: null,
      whyNot: needs('Faltan las firmas del cliente y de la promotora.'),
    },
    {
      from: [9],
      to: 8,
      label: 'Firma rechazada',
      permission: null,
      whyNot: needs('El cliente no ha rechazado la firma.'),
    },
    {
      from: [9],
      to: 5,
      label: 'Firma rechazada',
      permission: null,
      whyNot: needs('El cliente no ha rechazado la firma.'),
    },
    {
      from: [10],
      to: 6,
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
      from: [8, 10],
      to: 11,
      label: 'Pasar a escritura',
      permission: 'legal.editar',
      whyNot: ({ paymentForm }) =>
        paymentForm === 'contado'
          ? 'Faltan la promesa firmada, el permiso de ocupación y la finca segregada.'
          : 'Faltan la promesa firmada, la carta promesa vigente, el permiso de ocupación y la finca segregada.',
    },
    {
      from: [11],
      to: 12,
      label: 'Inscrito',
      permission: null,
      whyNot: needs('La escritura aún no está inscrita en el Registro Público.'),
    },
    {
      from: [12],
      to: 13,
      label: 'Registrar que se pagó',
      permission: 'pagos.aprobar',
      // In cash there is no bank: the whole price is paid and confirmed.
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
      from: [13],
      to: 14,
      label: 'Entregar vivienda',
      permission: 'ventas.entregar',
      whyNot: needs('Falta el acta de entrega firmada.'),
    },
    {
      from: [14],
      to: 15,
      label: 'Cerrar',
      permission: null,
      whyNot: needs('Se cierra solo a los 12 meses de la entrega, sin reclamos abiertos.'),
    },
    {
      from: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      to: 16,
      label: 'Registrar desistimiento',
      permission: 'ventas.anular',
      reason: 'required',
      whyNot: ({ withdrawalLetter, letterNeeded }) =>
        letterNeeded && !withdrawalLetter
          ? 'Falta la carta de desistimiento firmada por el cliente entre los papeles.'
          : null,
    },
    { from: [2, 3, 4, 5], to: 17, label: 'Separación vencida', permission: null },
    {
      from: [17],
      to: 3,
      label: 'Reactivar',
      permission: 'ventas.aprobar',
      reason: 'required',
      whyNot: ({ lotFree }) => (lotFree ? null : 'El lote ya no está libre. Escoge otro lote primero.'),
    },
    {
      from: RESCINDABLE,
      to: 18,
      label: 'Rescindir',
      permission: 'legal.aprobar',
      reason: 'required',
      whyNot: whyNotDecideRescission,
    },
    {
      from: [5, 6, 7, 8, 9, 10],
      to: 19,
      label: 'Ceder',
      permission: 'legal.editar',
      reason: 'required',
      whyNot: needs('Falta la adenda de cesión firmada.'),
    },
  ],
};
