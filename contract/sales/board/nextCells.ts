import { CELL, isLate } from './cards.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { STAGE_RULES } from './stageRules.ts';

/** The fields of a stored card that the rules need. */
export interface Card {
  stateId: number;
  /** State set by a user, valid until a rule overrides it: 3, 4 or 8. */
  held: number | null;
  /** A coordinator reopened it: only a user can complete it again. */
  reopened: boolean;
  /** Due day, YYYY-MM-DD. */
  dueOn: string | null;
}

export const NEW_CARD: Card = { stateId: CELL.notStarted, held: null, reopened: false, dueOn: null };

/** States without further work on the sale (domain.md §3, any→7), including 19, which continues in another sale. */
const STOPPED: readonly number[] = [
  SALE.rejectedByBanks,
  SALE.withdrawn,
  SALE.expired,
  SALE.rescinded,
  SALE.ceded,
];

const settled = (state: number) => state === CELL.done || state === CELL.notApplicable;

/** The states of the 12 cards, from the stage rules and users' decisions. `now`: the present cards. */
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
  return isLate(dueOf(facts, at, card), facts.today) ? CELL.overdue : open;
}

/** Due day of a stage: from its rule if it has one, else from the card. */
export function dueOf(facts: SaleKnown, at: number, card: Pick<Card, 'dueOn'>): string | null {
  const own = STAGE_RULES[at]?.dueOn?.(facts);
  return own === undefined ? card.dueOn : own;
}

/** The stage is late by a day of its rule, such as an unpaid payment's: a new due day on the card does not help. */
export const lateByRule = (facts: SaleKnown, at: number): boolean =>
  isLate(STAGE_RULES[at]?.dueOn?.(facts) ?? null, facts.today);

/** State of an incomplete stage: waiting, in progress, or observed. */
function openState(facts: SaleKnown, card: Card, at: number, ready: boolean): number {
  const rule = STAGE_RULES[at]!;
  if (rule.observed?.(facts)) return CELL.observed;
  const begun = rule.started?.(facts) === true || card.reopened;
  if (!begun && !ready) return CELL.notStarted;
  if (card.held === CELL.observed) return CELL.observed;
  // 7→3: a blocked stage continues (domain.md §3).
  if (begun || card.held === CELL.inProgress || card.stateId === CELL.blocked) return CELL.inProgress;
  return CELL.pending;
}
