/** What is known of a sale: all that its next step, its turn and its 12 stages follow from. Days are YYYY-MM-DD. */
export interface SaleKnown {
  /** Of the sale (SALE). */
  stateId: number;
  /** hipoteca · contado: who pays cash has nothing to do with a bank. */
  paymentForm: string;
  /** Today in Panama. */
  today: string;
  hasProcessor: boolean;
  /** It claims a lot. */
  hasLot: boolean;
  /** The sector of work was never said: the file cannot be closed without it. */
  asksWork: boolean;
  /** The last separation asked for (PAYMENT); null when there is none. */
  separation: { stateId: number; dueOn: string | null } | null;
  /** Required papers, by what they wait for: `open` for the customer, `toReview` for the processor. */
  papers: { open: number; toReview: number };
  /** State of the APC report among the papers; null when it is not asked for yet. */
  apc: number | null;
  bank: BankKnown;
  /** The money of the bank was asked for. */
  disbursementAsked: boolean;
  installments: Installments;
  /** Money of the customer is there that was not given back. */
  holdsMoney: boolean;
}

/** Payments of the down payment, and of a cash price, that stand. */
export interface Installments {
  total: number;
  confirmed: number;
  /** Reported, looked at, or paid in part; the first two wait for accounting. */
  moving: number;
  toVerify: number;
  overdue: number;
  /** Of those that are not confirmed. */
  nextDueOn: string | null;
}

/** The bank applications of a sale, counted (domain.md §3). */
export interface BankKnown {
  /** All but rejected and withdrawn ones. */
  live: number;
  /** With the bank, or answered by it, whatever the answer. */
  sent: number;
  /** The bank asks for something: more papers, a condition. */
  observed: number;
  /** Approved, or further. */
  approved: number;
  /** State of the chosen one (APPLICATION), and the last day of its letter of promise. */
  chosen: { stateId: number; letterUntil: string | null } | null;
}

export const NO_BANK: BankKnown = {
  live: 0,
  sent: 0,
  observed: 0,
  approved: 0,
  chosen: null,
};

export const NO_INSTALLMENTS: Installments = {
  total: 0,
  confirmed: 0,
  moving: 0,
  toVerify: 0,
  overdue: 0,
  nextDueOn: null,
};

/** What other features tell of a sale. */
export type Told = Pick<
  SaleKnown,
  'hasLot' | 'separation' | 'papers' | 'apc' | 'bank' | 'disbursementAsked' | 'installments' | 'holdsMoney'
>;

/** Of a sale that has nothing of theirs. */
export const NOTHING: Told = {
  hasLot: false,
  separation: null,
  papers: { open: 0, toReview: 0 },
  apc: null,
  bank: NO_BANK,
  disbursementAsked: false,
  installments: NO_INSTALLMENTS,
  holdsMoney: false,
};
