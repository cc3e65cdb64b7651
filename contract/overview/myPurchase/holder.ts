import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { dutiesOf, nextActionFor, YOU, type NextAction, type PurchaseFacts } from './nextAction.ts';

/** Who has a stage of the way, and why it stands still; said to the buyer. */
export interface Holding {
  status: 'hecha' | 'actual' | 'detenida' | 'pendiente' | 'no_aplica';
  /** Of one that is under way or late: "Tú", "Tu procesador", "El banco" … Null: nobody has it. */
  who: string | null;
  /** Of one that stands still: why. */
  reason: string | null;
}

const ACCOUNTING = 'Nuestra contabilidad';
const BANK = 'El banco';
/** State of an application that the bank approved; its letter has still to be asked for. */
const LIVE: readonly number[] = [CELL.pending, CELL.inProgress, CELL.observed, CELL.overdue];

interface WayFacts {
  buyer: PurchaseFacts;
  stages: SaleKnown;
  /** States of the 12 cards (CELL), in order. */
  cards: readonly number[];
  hasProcessor: boolean;
}

/**
 * What the buyer reads of a purchase: the next action, and of each of the 12 stages who has it. A stage is the buyer's where something
 * waits for the buyer, and that is what the next action is taken from, so that the two never contradict each other. Who else has
 * one follows from the facts of the office's turn (contract/sales/sale/turn.ts).
 */
export function wayOf({ buyer, stages, cards, hasProcessor }: WayFacts): {
  next: NextAction;
  way: Holding[];
} {
  const ended = hasEnded(buyer.stateId);
  const live = cards.flatMap((cell, at) => (!ended && LIVE.includes(cell) ? [at + 1] : []));
  // What belongs to a stage that is over, a paper that the bank asks for again, holds up the one that is under way.
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

/** Who has a stage in which nothing waits for the buyer. */
function elseHas(
  stage: number,
  { stateId, bank, disbursementAsked, paymentForm }: SaleKnown,
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
      // In cash no letter has to come first.
      return stateId < SALE.promiseLetter && paymentForm !== 'contado' ? processor : 'Nuestros abogados';
    case 8:
      return 'Nuestra obra';
    case 9:
      return 'Nuestros abogados y la notaría';
    case 10:
      return 'El Registro Público';
    case 11:
      return paymentForm !== 'contado' && disbursementAsked ? BANK : ACCOUNTING;
    case 12:
      return 'Post-venta';
    default:
      return processor;
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
