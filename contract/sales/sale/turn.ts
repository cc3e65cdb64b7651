import { z } from 'zod';
import { PAYMENT } from '#contract/money/payments/rules.ts';
import { SALE } from './rules.ts';

/** Whose turn it is. nadie: the sale has ended. */
export const Turn = z.enum([
  'cliente',
  'procesador',
  'contabilidad',
  'coordinador',
  'legal',
  'postventa',
  'nadie',
]);
export type Turn = z.infer<typeof Turn>;

export const TURN_LABELS: Record<Turn, string> = {
  cliente: 'Cliente',
  procesador: 'Procesador',
  contabilidad: 'Contabilidad',
  coordinador: 'Coordinación de ventas',
  legal: 'Legal',
  postventa: 'Post-venta',
  nadie: 'Nadie',
};

/** What the next step of a sale depends on. Counts are of required papers. */
export interface StepFacts {
  stateId: number;
  /** hipoteca · contado: who pays cash has nothing to do with a bank. */
  paymentForm: string;
  /** Uploaded or under review: they wait for the processor. */
  papersToReview: number;
  /** Pending, rejected or expired: they wait for the customer. */
  papersOpen: number;
  /** State of the separation payment; null when there is none yet. */
  separationState: number | null;
  /** The sector of work was never said: the file cannot be closed without it. */
  asksWork: boolean;
  hasLot: boolean;
  hasProcessor: boolean;
  /** Its bank applications, counted; null where the state of the sale does not ask. */
  bank: BankStanding | null;
  /** Installments of the down payment; null where the state does not ask. */
  installments: { overdue: number; moving: number } | null;
  /** Money of the customer is there that was not given back. */
  holdsMoney: boolean;
}

/** The bank applications of a sale in numbers (domain.md §3). */
export interface BankStanding {
  /** All but rejected and withdrawn ones. */
  live: number;
  /** Sent, whatever the answer; withdrawn ones left out. */
  sent: number;
  /** The bank asks for papers or sets a condition. */
  observed: number;
  /** Approved, or further. */
  approved: number;
  /** State of the chosen one; null when none is. */
  chosen: number | null;
}

/** State of an application whose letter of promise has run out. */
export const LETTER_EXPIRED = 11;

export interface NextStep {
  turn: Turn;
  /** What to do, in the words of a button or a line. */
  text: string;
}

const NOBODY: NextStep = { turn: 'nadie', text: 'Nada pendiente' };
const SEND_PROMISE: NextStep = { turn: 'legal', text: 'Enviar la promesa a firma' };
const papers = (n: number) => (n === 1 ? 'un documento' : `${n} documentos`);

/** The one next thing to do in a sale, and who does it (domain.md §1 and §3). */
export function nextStep(facts: StepFacts): NextStep {
  if (!facts.hasProcessor && facts.stateId >= SALE.received && facts.stateId <= SALE.papersMissing)
    return { turn: 'coordinador', text: 'Asignar un procesador' };
  const cash = facts.paymentForm === 'contado';
  switch (facts.stateId) {
    case SALE.draft:
      return { turn: 'cliente', text: 'Completar el formulario' };
    case SALE.received:
      return { turn: 'procesador', text: 'Iniciar la revisión' };
    case SALE.inReview:
      return inReview(facts);
    case SALE.papersMissing:
      return { turn: 'cliente', text: `Cargar ${papers(Math.max(1, facts.papersOpen))}` };
    case SALE.complete:
      if (cash) return SEND_PROMISE;
      return {
        turn: 'procesador',
        text:
          facts.bank && facts.bank.live > 0
            ? 'Enviar la solicitud al banco'
            : 'Enviar la solicitud a los bancos',
      };
    case SALE.inBank:
      return { turn: 'procesador', text: inBank(facts.bank) };
    case SALE.rejectedByBanks:
      return { turn: 'coordinador', text: 'Buscar otro banco o un codeudor' };
    case SALE.promiseLetter:
      return facts.bank?.chosen === LETTER_EXPIRED
        ? { turn: 'procesador', text: 'Pedir la prórroga de la carta promesa' }
        : SEND_PROMISE;
    case SALE.promiseSigning:
      return { turn: 'cliente', text: 'Firmar la promesa' };
    case SALE.promiseSigned:
      return promiseSigned(facts);
    case SALE.inDeed:
      return { turn: 'legal', text: 'Inscribir la escritura' };
    case SALE.registered:
      return {
        turn: 'contabilidad',
        text: cash ? 'Confirmar que se pagó el precio' : 'Registrar el desembolso',
      };
    case SALE.disbursed:
      return { turn: 'postventa', text: 'Entregar la vivienda' };
    case SALE.delivered:
      return { turn: 'postventa', text: 'Atender la garantía' };
    case SALE.expired:
      return { turn: 'coordinador', text: 'Reactivar o cerrar' };
    case SALE.withdrawn:
    case SALE.rescinded:
      return facts.holdsMoney ? { turn: 'contabilidad', text: 'Devolver lo pagado' } : NOBODY;
    default:
      return NOBODY;
  }
}

function inBank(bank: BankStanding | null): string {
  if (!bank) return 'Dar seguimiento a los bancos';
  if (bank.observed > 0) return 'Enviar al banco lo que pide';
  if (bank.approved > 0 && bank.chosen === null) return 'Elegir el banco';
  if (bank.approved > 0) return 'Pedir la carta promesa';
  return 'Dar seguimiento a los bancos';
}

function promiseSigned({ installments }: StepFacts): NextStep {
  if (installments && installments.moving > 0)
    return { turn: 'contabilidad', text: 'Verificar el pago de un abono' };
  if (installments && installments.overdue > 0)
    return {
      turn: 'cliente',
      text:
        installments.overdue === 1
          ? 'Pagar un abono vencido'
          : `Pagar ${installments.overdue} abonos vencidos`,
    };
  return { turn: 'legal', text: 'Pasar a escritura' };
}

function inReview(facts: StepFacts): NextStep {
  const { papersToReview, papersOpen, separationState, asksWork, hasLot } = facts;
  if (papersToReview > 0) return { turn: 'procesador', text: `Revisar ${papers(papersToReview)}` };
  if (papersOpen > 0) return { turn: 'procesador', text: `Pedir ${papers(papersOpen)}` };
  if (separationState === PAYMENT.reported || separationState === PAYMENT.verifying)
    return { turn: 'contabilidad', text: 'Verificar el pago de la separación' };
  if (separationState !== PAYMENT.confirmed) return { turn: 'cliente', text: 'Pagar la separación' };
  if (asksWork) return { turn: 'procesador', text: 'Escribir el sector de trabajo del cliente' };
  return { turn: 'procesador', text: hasLot ? 'Cerrar el expediente' : 'Escoger el lote con el cliente' };
}
