import { z } from 'zod';
import { APPLICATION, DEED, PAYMENT } from '#contract/company/catalogs/states.ts';
import type { BankKnown, SaleKnown } from './known.ts';
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

/**
 * The turns that are a user's own work, by permissions: "Tu turno" in lists, the menu's counter and the sales of the
 * task queue are exactly these. Fewer than the permissions allow: a coordinator leaves the work of processors and
 * deliveries to them, and legal work belongs to those who draft it (domain.md §2.1). Accounting has none: its work is
 * payments and refunds, which are tasks of their own.
 */
export function deskOf(granted: ReadonlySet<string>): Turn[] {
  const coordinates = granted.has('ventas.aprobar');
  const turns: (Turn | false)[] = [
    coordinates && 'coordinador',
    granted.has('documentos.aprobar') && !coordinates && 'procesador',
    granted.has('legal.crear') && 'legal',
    granted.has('ventas.entregar') && !coordinates && 'postventa',
  ];
  return granted.has('ventas.ver') ? turns.filter((turn) => turn !== false) : [];
}

/**
 * Whether a sale waits for whoever has these turns. A delivered house waits for nobody: what breaks in it is a ticket, and
 * a task of its own.
 */
export const isOnDesk = (turns: readonly Turn[], sale: { turn: Turn; state: { id: number } }): boolean =>
  turns.includes(sale.turn) && sale.state.id !== SALE.delivered;

/** A filter by turn. mio: the turns of the caller's own work (`deskOf`). */
export const AskedTurn = z.enum([...Turn.options, 'mio']);
export const ASKED_TURN_LABELS: Record<z.infer<typeof AskedTurn>, string> = {
  mio: 'Tu turno',
  ...TURN_LABELS,
};

export interface NextStep {
  turn: Turn;
  /** The next step as text of a button or line. */
  text: string;
}

const NOBODY: NextStep = { turn: 'nadie', text: 'Nada pendiente' };
/** The next step of the promise, before it is sent to sign. */
function promiseStep({ promise }: SaleKnown): NextStep {
  switch (promise?.standing) {
    case 'borrador':
      return { turn: 'legal', text: 'Enviar la promesa a firma' };
    case 'revision':
      return { turn: 'legal', text: 'Aprobar los cambios de la promesa' };
    case 'rechazada':
      return { turn: 'legal', text: 'Corregir la promesa rechazada' };
    case 'vencida':
      return { turn: 'legal', text: 'Enviar otra vez la promesa vencida' };
    // Signed before the bank's letter came (preventa): the deed is next.
    case 'firmada':
      return { turn: 'legal', text: 'Pasar a escritura' };
    default:
      return { turn: 'legal', text: 'Generar la promesa' };
  }
}
const documents = (n: number) => (n === 1 ? 'un documento' : `${n} documentos`);

/** The sale's next step and its turn (domain.md §1 and §3). The sale stores both (`sales.turn`, `sales.next_step`). */
export function nextStep(facts: SaleKnown): NextStep {
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
      return { turn: 'cliente', text: `Cargar ${documents(Math.max(1, facts.papers.open))}` };
    case SALE.complete:
      if (cash || facts.promise) return promiseStep(facts);
      return {
        turn: 'procesador',
        text: facts.bank.live > 0 ? 'Enviar la solicitud al banco' : 'Enviar la solicitud a los bancos',
      };
    case SALE.inBank:
      return { turn: 'procesador', text: inBank(facts.bank) };
    case SALE.rejectedByBanks:
      return { turn: 'coordinador', text: 'Buscar otro banco o un codeudor' };
    case SALE.promiseLetter:
      return facts.bank.chosen?.stateId === APPLICATION.letterExpired
        ? { turn: 'procesador', text: 'Pedir la prórroga de la carta promesa' }
        : promiseStep(facts);
    case SALE.promiseSigning:
      return { turn: 'cliente', text: 'Firmar la promesa' };
    case SALE.promiseSigned:
      return promiseSigned(facts);
    case SALE.inDeed:
      return inDeed(facts);
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

/** The step of the deed, by its state (domain.md §3). */
const DEED_STEPS: Readonly<Record<number, string>> = {
  [DEED.toDo]: 'Preparar la minuta',
  [DEED.drafting]: 'Terminar la minuta',
  [DEED.withBank]: 'Pedir al banco su respuesta a la minuta',
  [DEED.approved]: 'Citar a la firma en la notaría',
  [DEED.signing]: 'Recoger las firmas en la notaría',
  [DEED.taxes]: 'Cerrar la escritura en la notaría',
  [DEED.closed]: 'Ingresar la escritura al Registro Público',
  [DEED.defective]: 'Corregir el defecto de la escritura',
};

function inDeed({ deed }: SaleKnown): NextStep {
  if (deed?.stateId === DEED.signed)
    return { turn: 'contabilidad', text: 'Pagar los impuestos de la escritura' };
  return { turn: 'legal', text: DEED_STEPS[deed?.stateId ?? 0] ?? 'Inscribir la escritura' };
}

function inBank(bank: BankKnown): string {
  if (bank.observed > 0) return 'Enviar al banco lo que pide';
  if (bank.approved > 0 && bank.chosen === null) return 'Elegir el banco';
  if (bank.approved > 0) return 'Pedir la carta promesa';
  return 'Dar seguimiento a los bancos';
}

function promiseSigned({ installments }: SaleKnown): NextStep {
  if (installments.toVerify > 0) return { turn: 'contabilidad', text: 'Verificar el pago de un abono' };
  if (installments.overdue > 0)
    return {
      turn: 'cliente',
      text:
        installments.overdue === 1
          ? 'Pagar un abono vencido'
          : `Pagar ${installments.overdue} abonos vencidos`,
    };
  return { turn: 'legal', text: 'Pasar a escritura' };
}

function inReview(facts: SaleKnown): NextStep {
  const { papers, separation, asksWork, hasLot } = facts;
  if (papers.toReview > 0) return { turn: 'procesador', text: `Revisar ${documents(papers.toReview)}` };
  if (papers.open > 0) return { turn: 'procesador', text: `Pedir ${documents(papers.open)}` };
  if (separation?.stateId === PAYMENT.reported || separation?.stateId === PAYMENT.verifying)
    return { turn: 'contabilidad', text: 'Verificar el pago de la separación' };
  if (separation?.stateId !== PAYMENT.confirmed) return { turn: 'cliente', text: 'Pagar la separación' };
  if (asksWork) return { turn: 'procesador', text: 'Escribir el sector de trabajo del cliente' };
  return { turn: 'procesador', text: hasLot ? 'Cerrar el expediente' : 'Elegir el lote con el cliente' };
}
