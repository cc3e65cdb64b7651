import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { SALE, OPEN_STATES } from '#contract/sales/sale/rules.ts';
import type { Machine, WhyNot } from '#contract/transitions.ts';

/** The bank has answered. */
export const ANSWERS: readonly number[] = [
  APPLICATION.preapproved,
  APPLICATION.approved,
  APPLICATION.conditional,
  APPLICATION.rejected,
];
/** Sent; the bank has not answered yet. */
export const WAITING = [APPLICATION.sent, APPLICATION.analysis, APPLICATION.morePapers] as const;
/** The processor asks the bank for news every third working day. */
export const FOLLOWED: readonly number[] = [
  ...WAITING,
  APPLICATION.preapproved,
  APPLICATION.approved,
  APPLICATION.conditional,
];
/** The bank gave its letter of promise, which holds or has expired. */
export const WITH_LETTER: readonly number[] = [APPLICATION.letter, APPLICATION.letterExpired];
/** Final states without a loan. */
export const ENDED_APPLICATIONS: readonly number[] = [APPLICATION.rejected, APPLICATION.withdrawn];
/** The bank said yes, in this state or an earlier one. */
export const APPROVED = [
  APPLICATION.preapproved,
  APPLICATION.approved,
  APPLICATION.conditional,
  APPLICATION.letter,
  APPLICATION.letterExpired,
  APPLICATION.disbursed,
] as const;
/** A withdrawal of the sale also withdraws applications in these states. */
export const WITHDRAWABLE: readonly number[] = [APPLICATION.toSend, ...FOLLOWED, APPLICATION.letter];
/** States in which an application may be the chosen one. */
export const CHOOSABLE: readonly number[] = [...FOLLOWED, ...WITH_LETTER];

/** Sale states in which an application may be prepared, and those in which it may be sent. */
export const PREPARING_STATES: readonly number[] = OPEN_STATES.filter((state) => state !== SALE.received);
export const SENDING_STATES: readonly number[] = [
  SALE.complete,
  SALE.inBank,
  SALE.promiseLetter,
  SALE.promiseSigning,
  SALE.promiseSigned,
];

/** Working days between two follow-ups with the bank (domain.md §1, step 7). */
export const FOLLOW_UP_DAYS = 3;
/**
 * Default answer time of a bank in working days, while it has too few answers of its own (domain.md §1, step 7: 5-15).
 */
export const USUAL_ANSWER = { from: 5, to: 15 } as const;
/** Minimum number of answers before a bank's own median counts, and how many recent answers the median uses. */
export const ANSWERS_NEEDED = 3;
export const ANSWERS_SEEN = 200;
/** Days that a pre-approval is valid, from the day it is given (domain.md §1, step 7: 60-90). */
export const PREAPPROVAL_DAYS = { least: 1, usual: 60, most: 90 } as const;
/** Days before a letter expires on which users get an alert. */
export const LETTER_ALERTS = [30, 15, 7] as const;
/** A letter is valid for 90-180 days (domain.md §1, step 8). More than a year is a typing error. */
export const LETTER_DAYS_MOST = 366;

/** The facts that the rules of an application need. */
export interface ApplicationFacts {
  saleStateId: number;
  /** `forma_pago` of the sale */
  paymentForm: string;
  /** The customer's data consent is in force. */
  consented: boolean;
  /** Labels of documents that this bank requires and that are not approved or not in force. */
  missing: readonly string[];
  /** Labels of documents that expire before the bank usually answers. */
  dying: readonly string[];
  /** A permitted user gave a reason to send it although documents are missing. */
  despite: boolean;
  chosen: boolean;
}

/** Nothing of a customer leaves for a bank while their consent does not stand (Ley 81 de 2019). */
export const NO_DATA_CONSENT =
  'Falta el consentimiento de datos del cliente: sin él no se entrega nada a un banco.';

const list = (labels: readonly string[]) =>
  labels.slice(0, 4).join(', ') + (labels.length > 4 ? ` y ${labels.length - 4} más` : '');

/** Codes of what a reason overrules: documents, never the consent nor the state of the sale. */
export const OVERRULABLE: readonly string[] = ['DOCUMENTS_MISSING', 'DOCUMENTS_EXPIRING'];

/** Why an application cannot be sent now; null when it can. The reasons that `despite` overrules come last. */
export function whyNotSend(facts: ApplicationFacts): WhyNot | null {
  if (facts.paymentForm !== 'hipoteca') return 'La compra es de contado: no lleva trámite bancario.';
  if (facts.saleStateId === SALE.rejectedByBanks)
    return 'Los bancos rechazaron esta venta: reactiva el trámite antes de enviar otra solicitud.';
  if (!SENDING_STATES.includes(facts.saleStateId))
    return 'La venta aún no tiene el expediente completo, o ya no está en trámite.';
  if (!facts.consented) return NO_DATA_CONSENT;
  if (facts.despite) return null;
  if (facts.missing.length > 0)
    return { code: 'DOCUMENTS_MISSING', reason: `Falta para este banco: ${list(facts.missing)}.` };
  if (facts.dying.length > 0)
    return {
      code: 'DOCUMENTS_EXPIRING',
      reason: `Vence antes de que el banco responda: ${list(facts.dying)}.`,
    };
  return null;
}

/** State machine of an application (domain.md §3; decisions/0023). */
export const applicationMachine: Machine<ApplicationFacts> = {
  entity: 'solicitud',
  transitions: [
    {
      from: [APPLICATION.toSend],
      to: APPLICATION.sent,
      label: 'Registrar envío',
      permission: 'tramites.editar',
      whyNot: whyNotSend,
    },
    {
      from: [APPLICATION.sent],
      to: APPLICATION.analysis,
      label: 'En análisis',
      permission: 'tramites.editar',
    },
    {
      from: [APPLICATION.analysis],
      to: APPLICATION.morePapers,
      label: 'El banco pide documentos',
      permission: 'tramites.editar',
      reason: 'required',
    },
    {
      from: [APPLICATION.morePapers],
      to: APPLICATION.analysis,
      label: 'Documentos enviados',
      permission: 'tramites.editar',
    },
    {
      from: [APPLICATION.analysis],
      to: APPLICATION.preapproved,
      label: 'Preaprobada',
      permission: 'tramites.editar',
    },
    {
      from: [APPLICATION.analysis, APPLICATION.preapproved, APPLICATION.conditional],
      to: APPLICATION.approved,
      label: 'Aprobada',
      permission: 'tramites.editar',
    },
    {
      from: [APPLICATION.analysis],
      to: APPLICATION.conditional,
      label: 'Aprobada con condiciones',
      permission: 'tramites.editar',
      reason: 'required',
    },
    {
      from: [APPLICATION.analysis],
      to: APPLICATION.rejected,
      label: 'Rechazada por el banco',
      permission: 'tramites.editar',
      reason: 'required',
    },
    {
      from: [APPLICATION.preapproved],
      to: APPLICATION.analysis,
      label: 'Preaprobación vencida',
      permission: null,
    },
    {
      from: [APPLICATION.approved],
      to: APPLICATION.letter,
      label: 'Carta promesa emitida',
      permission: 'tramites.editar',
      whyNot: () => 'Carga la carta promesa con sus datos.',
    },
    { from: [APPLICATION.letter], to: APPLICATION.letterExpired, label: 'Carta vencida', permission: null },
    {
      from: [APPLICATION.letterExpired],
      to: APPLICATION.letter,
      label: 'Carta prorrogada',
      permission: 'tramites.editar',
      whyNot: () => 'Registra la prórroga que dio el banco, con su nuevo vencimiento.',
    },
    {
      from: [APPLICATION.letter],
      to: APPLICATION.disbursed,
      label: 'Desembolsada',
      permission: 'pagos.aprobar',
      whyNot: () => ({
        code: 'DISBURSEMENT_FIRST',
        reason: 'Confirma el desembolso en la lista de desembolsos.',
        leads_to: { route: '/oficina/desembolsos' },
      }),
    },
    {
      from: [
        APPLICATION.toSend,
        APPLICATION.sent,
        APPLICATION.analysis,
        APPLICATION.morePapers,
        APPLICATION.preapproved,
        APPLICATION.approved,
        APPLICATION.conditional,
        APPLICATION.letter,
      ],
      to: APPLICATION.withdrawn,
      label: 'Retirar solicitud',
      permission: 'tramites.anular',
      reason: 'required',
      whyNot: ({ chosen, saleStateId }) =>
        chosen && saleStateId >= SALE.promiseLetter && saleStateId < SALE.withdrawn
          ? 'Es la carta con la que se paga la casa: elige antes otro banco con carta.'
          : null,
    },
  ],
};

/** Text for the buyer by application state. It shows the bank's progress and answer, and no internal notes. */
export const BUYER_WORDS: Readonly<Record<number, string>> = {
  [APPLICATION.toSend]: 'Estamos preparando tu solicitud.',
  [APPLICATION.sent]: 'El banco ya tiene tu solicitud.',
  [APPLICATION.analysis]: 'El banco está estudiando tu solicitud.',
  [APPLICATION.morePapers]: 'El banco pidió más documentos. Te avisamos cuáles.',
  [APPLICATION.preapproved]: 'El banco te preaprobó.',
  [APPLICATION.approved]: 'El banco aprobó tu préstamo.',
  [APPLICATION.conditional]: 'El banco aprobó tu préstamo con condiciones. Tu procesador te explica cuáles.',
  [APPLICATION.letter]: 'El banco emitió la carta promesa de pago.',
  [APPLICATION.rejected]: 'Este banco no aprobó la solicitud.',
  [APPLICATION.withdrawn]: 'Esta solicitud se retiró.',
  [APPLICATION.letterExpired]: 'La carta promesa venció. Estamos pidiendo una prórroga al banco.',
  [APPLICATION.disbursed]: 'El banco pagó la casa.',
};
