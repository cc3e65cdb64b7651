/** Facts of a sale that decide its next step, its turn and its 12 stages. Days are YYYY-MM-DD. */
export interface SaleKnown {
  /** State of the sale (SALE). */
  stateId: number;
  /** hipoteca · contado: a cash sale has no bank process. */
  paymentForm: string;
  /** Today in Panama. */
  today: string;
  hasProcessor: boolean;
  /** It claims a lot. */
  hasLot: boolean;
  /** The employment sector is unknown: the file cannot be completed without it. */
  asksWork: boolean;
  /** The last separation payment (PAYMENT); null without one. */
  separation: { stateId: number; dueOn: string | null } | null;
  /** Required documents: `open` wait for the customer, `toReview` for the processor. */
  papers: { open: number; toReview: number };
  /** State of the APC report; null when it is not requested yet. */
  apc: number | null;
  bank: BankKnown;
  /** The disbursement of the chosen bank was requested. */
  disbursementAsked: boolean;
  installments: Installments;
  /** The sale's promise: its last round; null without one. */
  promise: PromiseKnown | null;
  /** The company holds money of the customer. */
  holdsMoney: boolean;
  /** Buyer and company signed the promise, and no newer one waits for signatures. */
  promiseSigned: boolean;
  /** The legal file of the house of its lot; null while nothing is written. */
  house: HouseKnown | null;
  /** Its deed that is not void; null before. */
  deed: DeedKnown | null;
  /** The works of its house; null while no contract builds it. */
  works: { percent: number } | null;
  /** The delivery of its house; null before it is scheduled. */
  handover: HandoverKnown | null;
}

/** What the delivery of a house says to its sale. */
export interface HandoverKnown {
  id: number;
  /** HANDOVER (contract/care/handover/rules.ts) */
  stateId: number;
  scheduledOn: string;
  /** The day of the signed acta. */
  deliveredOn: string | null;
}

/** What the legal file of a house says to its sale (domain.md §1, row 11). */
export interface HouseKnown {
  /** It has its own finca, inscribed. */
  segregated: boolean;
  permitOn: string | null;
  /** Last day of a provisional permit. */
  permitUntil: string | null;
}

/** What a deed says to its sale (domain.md §3). */
export interface DeedKnown {
  id: number;
  /** DEED */
  stateId: number;
  /** Day since when it is in its state. */
  since: string;
  /** The usual days in this state, from when it came into it. */
  usual: { least: number; most: number } | null;
  /** Day of the signature at the notary. */
  notaryOn: string | null;
  /** Last day to correct a defect of the registry; null: it has none. */
  limitOn: string | null;
}

/** Valid payments of the down payment, or of a cash price. */
export interface Installments {
  total: number;
  confirmed: number;
  /** `moving`: reported, in verification, or partly paid. `toVerify`: reported or in verification. */
  moving: number;
  toVerify: number;
  overdue: number;
  /** Of those not confirmed. */
  nextDueOn: string | null;
}

/** Counts of a sale's bank applications (domain.md §3). */
export interface BankKnown {
  /** All except rejected and withdrawn ones. */
  live: number;
  /** Sent to the bank, with or without an answer. */
  sent: number;
  /** The bank asks for more documents or sets a condition. */
  observed: number;
  /** Approved, or in a later state. */
  approved: number;
  /** State of the chosen one (APPLICATION), and the last day of its letter of promise. */
  chosen: { stateId: number; letterUntil: string | null } | null;
}

/** The last round of a sale's promise (contract/legal/promises/rules.ts). */
export interface PromiseKnown {
  id: number;
  /** borrador: to write or send · revision: to approve · firma: sent · firmada · rechazada · vencida · anulada */
  standing: 'borrador' | 'revision' | 'firma' | 'firmada' | 'rechazada' | 'vencida' | 'anulada';
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

/** Facts that other features provide. */
export type Told = Pick<
  SaleKnown,
  | 'hasLot'
  | 'separation'
  | 'papers'
  | 'apc'
  | 'bank'
  | 'disbursementAsked'
  | 'installments'
  | 'promise'
  | 'holdsMoney'
  | 'promiseSigned'
  | 'house'
  | 'deed'
  | 'works'
  | 'handover'
>;

/** Facts of a sale without data in other features. */
export const NOTHING: Told = {
  hasLot: false,
  separation: null,
  papers: { open: 0, toReview: 0 },
  apc: null,
  bank: NO_BANK,
  disbursementAsked: false,
  installments: NO_INSTALLMENTS,
  promise: null,
  holdsMoney: false,
  promiseSigned: false,
  house: null,
  deed: null,
  works: null,
  handover: null,
};
