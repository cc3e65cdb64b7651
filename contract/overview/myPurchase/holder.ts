import { DEED, PAYMENT } from '#contract/company/catalogs/states.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { dutiesOf, nextActionFor, YOU, type NextAction, type PurchaseFacts } from './nextAction.ts';

/** Holder of a stage, and why it is stopped; shown to the buyer. */
export interface Holding {
  status: 'hecha' | 'actual' | 'detenida' | 'pendiente' | 'no_aplica';
  /** For a current or late stage: "Tú", "Tu procesador", "El banco" … Null: nobody. */
  who: string | null;
  /** For a stopped stage: the reason. */
  reason: string | null;
}

const ACCOUNTING = 'Nuestra contabilidad';
const BANK = 'El banco';
const LAWYERS = 'Nuestros abogados';
const REGISTRY = 'El Registro Público';
/** States of a card whose stage is under way. */
const LIVE: readonly number[] = [CELL.pending, CELL.inProgress, CELL.observed, CELL.overdue];

interface WayFacts {
  buyer: PurchaseFacts;
  stages: SaleKnown;
  /** States of the 12 cards (CELL), in order. */
  cards: readonly number[];
  hasProcessor: boolean;
}

/**
 * The buyer's view: the next action, and the holder of each of the 12 stages. A stage is the buyer's when a duty of the
 * buyer belongs to it; the next action uses the same duties, so both always agree. The other holders follow from the
 * facts of the office's turn (contract/sales/sale/turn.ts).
 */
export function wayOf({ buyer, stages, cards, hasProcessor }: WayFacts): {
  next: NextAction;
  way: Holding[];
} {
  const ended = hasEnded(buyer.stateId);
  const live = cards.flatMap((cell, at) => (!ended && LIVE.includes(cell) ? [at + 1] : []));
  // A duty of a finished stage, such as a document that the bank requests again, counts for the current stage.
  const mine = new Set(dutiesOf(buyer).map(({ stage }) => (live.includes(stage) ? stage : live[0])));
  const way = cards.map((cell, at): Holding => {
    const stage = at + 1;
    if (cell === CELL.done) return { status: 'hecha', who: null, reason: null };
    if (cell === CELL.notApplicable) return { status: 'no_aplica', who: null, reason: null };
    if (!live.includes(stage))
      return cell === CELL.notStarted
        ? { status: 'pendiente', who: null, reason: null }
        : { status: 'detenida', who: null, reason: whyStopped(buyer.stateId) };
    const who = mine.has(stage) ? YOU : elseHas(stage, stages, hasProcessor);
    return cell === CELL.overdue
      ? { status: 'detenida', who, reason: whyLate(stage, stages) }
      : { status: 'actual', who, reason: null };
  });
  return { next: nextActionFor(buyer), way };
}

/** Holder of a stage without a duty of the buyer. */
function elseHas(
  stage: number,
  { stateId, bank, disbursementAsked, paymentForm, deed }: SaleKnown,
  hasProcessor: boolean,
): string {
  const processor = hasProcessor ? 'Tu procesador' : 'Nuestro equipo de ventas';
  switch (stage) {
    case 1:
    case 7:
      return ACCOUNTING;
    case 4:
      return bank.sent > 0 && bank.observed === 0 && bank.approved === 0 ? BANK : processor;
    case 6:
      if (stateId === SALE.promiseSigning) return 'Las demás personas que firman';
      // A cash sale does not need a bank letter first.
      return stateId < SALE.promiseLetter && paymentForm !== 'contado' ? processor : LAWYERS;
    case 8:
      return 'Nuestra obra';
    case 9:
      return atNotary(deed);
    case 10:
      return deed?.stateId === DEED.closed || deed?.stateId === DEED.defective ? LAWYERS : REGISTRY;
    case 11:
      return paymentForm !== 'contado' && disbursementAsked ? BANK : ACCOUNTING;
    case 12:
      return 'Post-venta';
    default:
      return processor;
  }
}

/** Who has the deed until it is closed at the notary. */
function atNotary(deed: SaleKnown['deed']): string {
  switch (deed?.stateId) {
    case DEED.withBank:
      return BANK;
    case DEED.signed:
      return ACCOUNTING;
    case DEED.taxes:
      return 'La notaría';
    case DEED.toDo:
    case DEED.drafting:
    case DEED.approved:
      return LAWYERS;
    default:
      return 'Nuestros abogados y la notaría';
  }
}

const STOPPED: Readonly<Record<number, string>> = {
  [SALE.rejectedByBanks]: 'los bancos no aprobaron la hipoteca; buscamos contigo otro banco o un codeudor.',
  [SALE.withdrawn]: 'desististe de la compra.',
  [SALE.expired]: 'el tiempo para pagar la separación terminó.',
  [SALE.rescinded]: 'el contrato se terminó.',
  [SALE.ceded]: 'la compra sigue a nombre de otra persona.',
};
const whyStopped = (stateId: number) =>
  STOPPED[stateId] ?? 'la compra está en pausa; te avisamos cuando siga.';

function whyLate(stage: number, { separation, installments }: SaleKnown): string {
  if (stage === 1 && separation?.stateId !== PAYMENT.reported)
    return 'el plazo para pagar la separación terminó.';
  if (stage === 7 && installments.overdue > 0)
    return installments.overdue === 1
      ? 'hay un abono vencido.'
      : `hay ${installments.overdue} abonos vencidos.`;
  return 'tarda más de lo normal.';
}
