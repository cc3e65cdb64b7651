import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Machine } from '#contract/transitions.ts';

/** What the bank has answered with. */
export const ANSWERS: readonly number[] = [
  APPLICATION.preapproved,
  APPLICATION.approved,
  APPLICATION.conditional,
  APPLICATION.rejected,
];
/** Somebody asks the bank how it goes, every third working day. */
export const FOLLOWED: readonly number[] = [2, 3, 4, 5, 6, 7];
/** Those that come to nothing. */
export const ENDED_APPLICATIONS: readonly number[] = [APPLICATION.rejected, APPLICATION.withdrawn];
/** Those that a withdrawal of the sale takes back. */
export const WITHDRAWABLE: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];
/** States in which an application may be the chosen one. */
export const CHOOSABLE: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 11];

/** Sales for which an application may be prepared, and those from which it may leave. */
export const PREPARING_STATES: readonly number[] = [3, 4, 5, 6, 7, 8, 9, 10];
export const SENDING_STATES: readonly number[] = [5, 6, 8, 9, 10];

/** Working days between two questions to the bank (domain.md §1, step 7). */
export const FOLLOW_UP_DAYS = 3;
/** Working days in which a bank answers while its own past does not say (domain.md §1, step 7: 5-15). */
export const USUAL_ANSWER = { from: 5, to: 15 } as const;
/** Answers that a bank must have given before its own median counts, and how many of the last are looked at. */
export const ANSWERS_NEEDED = 3;
export const ANSWERS_SEEN = 200;
/** Days that a pre-approval holds, from when it is given (domain.md §1, step 7: 60-90). */
export const PREAPPROVAL_DAYS = { least: 1, usual: 60, most: 90 } as const;
/** Days before the expiry of a letter on which people are told. */
export const LETTER_ALERTS = [30, 15, 7] as const;
/** A letter holds 90-180 days (domain.md §1, step 8); more than a year is a slip of the pen. */
export const LETTER_DAYS_MOST = 366;

/** What the rules of an application look at. */
export interface ApplicationFacts {
  saleStateId: number;
  /** forma_pago of the sale */
  paymentForm: string;
  /** The customer's data consent stands. */
  consented: boolean;
  /** Labels of papers that this bank asks for and that are not approved and in force. */
  missing: readonly string[];
  /** Labels of papers that die before the day on which the bank usually answers. */
  dying: readonly string[];
  /** Why it goes all the same, by somebody who may say so. */
  despite: boolean;
  chosen: boolean;
}

const list = (labels: readonly string[]) =>
  labels.slice(0, 4).join(', ') + (labels.length > 4 ? ` y ${labels.length - 4} más` : '');

/** Why an application cannot leave now; null when it can. What `despite` may overrule comes last. */
export function whyNotSend(facts: ApplicationFacts): string | null {
  if (facts.paymentForm !== 'hipoteca') return 'La compra es de contado: no lleva trámite bancario.';
  if (facts.saleStateId === SALE.rejectedByBanks)
    return 'Los bancos rechazaron esta venta: reactiva el trámite antes de enviar otra solicitud.';
  if (!SENDING_STATES.includes(facts.saleStateId))
    return 'La venta aún no tiene el expediente completo, o ya no está en trámite.';
  if (!facts.consented)
    return 'Falta el consentimiento de datos del cliente: sin él no se entrega nada a un banco.';
  if (facts.despite) return null;
  if (facts.missing.length > 0) return `Falta para este banco: ${list(facts.missing)}.`;
  if (facts.dying.length > 0) return `Vence antes de que el banco responda: ${list(facts.dying)}.`;
  return null;
}

/** An application, arrow by arrow (domain.md §3; decisions/0023). */
export const applicationMachine: Machine<ApplicationFacts> = {
  entity: 'solicitud',
  transitions: [
    { from: [1], to: 2, label: 'Registrar envío', permission: 'tramites.editar', whyNot: whyNotSend },
    { from: [2], to: 3, label: 'En análisis', permission: 'tramites.editar' },
    {
      from: [3],
      to: 4,
      label: 'El banco pide documentos',
      permission: 'tramites.editar',
      reason: 'required',
    },
    { from: [4], to: 3, label: 'Documentos enviados', permission: 'tramites.editar' },
    { from: [3], to: 5, label: 'Preaprobada', permission: 'tramites.editar' },
    { from: [3, 5, 7], to: 6, label: 'Aprobada', permission: 'tramites.editar' },
    {
      from: [3],
      to: 7,
      label: 'Aprobada con condiciones',
      permission: 'tramites.editar',
      reason: 'required',
    },
    { from: [3], to: 9, label: 'Rechazada por el banco', permission: 'tramites.editar', reason: 'required' },
    { from: [5], to: 3, label: 'Preaprobación vencida', permission: null },
    {
      from: [6],
      to: 8,
      label: 'Carta promesa emitida',
      permission: 'tramites.editar',
      whyNot: () => 'Carga la carta promesa con sus datos.',
    },
    { from: [8], to: 11, label: 'Carta vencida', permission: null },
    {
      from: [11],
      to: 8,
      label: 'Carta prorrogada',
      permission: 'tramites.editar',
      whyNot: () => 'Registra la prórroga que dio el banco, con su nuevo vencimiento.',
    },
    {
      from: [8],
      to: 12,
      label: 'Desembolsada',
      permission: 'pagos.aprobar',
      whyNot: () => 'Confirma el desembolso en la lista de desembolsos.',
    },
    {
      from: [1, 2, 3, 4, 5, 6, 7, 8],
      to: 10,
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

/** The application under the words of a buyer: what the bank has, what it answered, without what colleagues note. */
export const BUYER_WORDS: Readonly<Record<number, string>> = {
  1: 'Estamos preparando tu solicitud.',
  2: 'El banco ya tiene tu solicitud.',
  3: 'El banco está estudiando tu solicitud.',
  4: 'El banco pidió más documentos. Te avisamos cuáles.',
  5: 'El banco te preaprobó.',
  6: 'El banco aprobó tu préstamo.',
  7: 'El banco aprobó tu préstamo con condiciones. Tu procesador te explica cuáles.',
  8: 'El banco emitió la carta promesa de pago.',
  9: 'Este banco no aprobó la solicitud.',
  10: 'Esta solicitud se retiró.',
  11: 'La carta promesa venció. Estamos pidiendo una prórroga al banco.',
  12: 'El banco pagó la casa.',
};
