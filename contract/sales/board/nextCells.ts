import { CELL } from './cards.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { STAGE_RULES } from './stageRules.ts';

/** A card as it is stored, as far as the rules look at it. */
export interface Card {
  stateId: number;
  /** State that a person gave it, which holds while the rules have nothing better: 3, 4 or 8. */
  held: number | null;
  /** A coordinator opened it again: it waits for a person to complete it. */
  reopened: boolean;
  /** Last day, YYYY-MM-DD. */
  dueOn: string | null;
}

export const NEW_CARD: Card = { stateId: CELL.notStarted, held: null, reopened: false, dueOn: null };

/** States of a sale in which nothing goes on (domain.md §3, any→7): 19 too, whose work goes on in another sale. */
const STOPPED: readonly number[] = [
  SALE.rejectedByBanks,
  SALE.withdrawn,
  SALE.expired,
  SALE.rescinded,
  SALE.ceded,
];

const settled = (state: number) => state === CELL.done || state === CELL.notApplicable;

/** The states of the 12 cards by the rules of the stages and what people decided. `now`: the cards as they are. */
export function nextCells(facts: SaleKnown, now: readonly Card[]): number[] {
  const next: number[] = [];
  for (const [at, rule] of STAGE_RULES.entries()) {
    const card = now[at] ?? NEW_CARD;
    const ready = rule.after?.every((stage) => settled(next[stage - 1]!)) ?? false;
    next.push(cellOf(facts, card, at, ready));
  }
  return next;
}

function cellOf(facts: SaleKnown, card: Card, at: number, ready: boolean): number {
  const rule = STAGE_RULES[at]!;
  if (card.held === CELL.notApplicable || rule.applies?.(facts) === false) return CELL.notApplicable;
  if (STOPPED.includes(facts.stateId)) return settled(card.stateId) ? card.stateId : CELL.blocked;
  if (!card.reopened) {
    if (rule.stays && card.stateId === CELL.done) return CELL.done;
    if (rule.missing(facts).length === 0) return CELL.done;
  }
  const open = openState(facts, card, at, ready);
  if (open === CELL.notStarted) return open;
  return rule.overdue?.(facts) || isPast(dueOf(facts, at, card), facts.today) ? CELL.overdue : open;
}

/** The day on which a stage is due: its own where it has one, else the card's. */
export function dueOf(facts: SaleKnown, at: number, card: Pick<Card, 'dueOn'>): string | null {
  const own = STAGE_RULES[at]?.dueOn?.(facts);
  return own === undefined ? card.dueOn : own;
}

/** A stage is late for a reason of its own, a payment that has not come: another day on the card does not help. */
export function lateByRule(facts: SaleKnown, at: number): boolean {
  const rule = STAGE_RULES[at];
  return rule?.overdue?.(facts) === true || isPast(rule?.dueOn?.(facts) ?? null, facts.today);
}

const isPast = (dueOn: string | null, today: string) => dueOn !== null && dueOn < today;

/** Not complete: whether it waits, goes on, or came back. */
function openState(facts: SaleKnown, card: Card, at: number, ready: boolean): number {
  const rule = STAGE_RULES[at]!;
  if (rule.observed?.(facts)) return CELL.observed;
  const begun = rule.started?.(facts) === true || card.reopened;
  if (!begun && !ready) return CELL.notStarted;
  if (card.held === CELL.observed) return CELL.observed;
  // 7→3: what stood still goes on (domain.md §3).
  if (begun || card.held === CELL.inProgress || card.stateId === CELL.blocked) return CELL.inProgress;
  return CELL.pending;
}
