/** What the rules of the 12 stages look at. Days are YYYY-MM-DD. */
export interface StageFacts {
  /** Of the sale (SALE). */
  stateId: number;
  /** hipoteca · contado */
  paymentForm: string;
  /** Today in Panama. */
  today: string;
  /** The last separation asked for; null when there is none. */
  separation: { stateId: number; dueOn: string | null } | null;
  /** Required papers, by what they wait for: `open` for the customer, `toReview` for the processor. */
  papers: { open: number; toReview: number };
  /** State of the APC report among the papers; null when it is not asked for yet. */
  apc: number | null;
  bank: BankFacts;
  /** Payments of the down payment (types 2 and 3, and a cash price) that stand; `nextDueOn` of those not confirmed. */
  installments: {
    total: number;
    confirmed: number;
    moving: number;
    overdue: number;
    nextDueOn: string | null;
  };
}

/** The bank applications of a sale, counted (domain.md §3). */
export interface BankFacts {
  /** All but rejected and withdrawn ones. */
  live: number;
  /** With the bank, or answered by it, whatever the answer. */
  sent: number;
  /** The bank asks for something: more papers, a condition. */
  observed: number;
  /** Approved, or further. */
  approved: number;
  /** State of the chosen one, and the last day of its letter of promise. */
  chosen: { stateId: number; letterUntil: string | null } | null;
  /** Its money was asked for. */
  disbursementAsked: boolean;
}

export const NO_BANK: BankFacts = {
  live: 0,
  sent: 0,
  observed: 0,
  approved: 0,
  chosen: null,
  disbursementAsked: false,
};

/** Facts of a sale of which only the state, form of payment and separation are known. */
export const plainFacts = (
  given: Pick<StageFacts, 'stateId' | 'paymentForm' | 'separation'> & Partial<StageFacts>,
): StageFacts => ({
  today: '0000-00-00',
  papers: { open: 0, toReview: 0 },
  apc: null,
  bank: NO_BANK,
  installments: { total: 0, confirmed: 0, moving: 0, overdue: 0, nextDueOn: null },
  ...given,
});
