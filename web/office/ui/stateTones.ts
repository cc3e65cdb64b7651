import type { Tone } from '#web/design/tokens.ts';

/** The colour of each state, by catalog (ids of domain.md §2). Unlisted states are neutral. */
const TONES = {
  precontract: {
    progress: [2, 3, 6, 9, 11],
    attention: [4, 7],
    positive: [5, 8, 10, 12, 13, 14, 15],
    negative: [16, 17, 18],
  },
  document: { progress: [2, 3, 8], attention: [6], positive: [4, 9], negative: [5, 10] },
  payment: { progress: [2, 3], attention: [6, 7], positive: [4], negative: [5, 9] },
  prospect: { progress: [2, 3, 4], attention: [1], positive: [5], negative: [6] },
  cell: { progress: [3], attention: [2, 4], positive: [5], negative: [6, 7] },
  lot: { progress: [2, 3], positive: [1], attention: [4], negative: [7] },
  bankApplication: { progress: [2, 3], attention: [4, 7], positive: [5, 6, 8, 12], negative: [9, 11] },
  appointment: { progress: [1, 3], positive: [2, 4], negative: [5, 6, 7] },
  addendum: { progress: [2, 3], positive: [4], negative: [5, 6] },
  writing: { progress: [2, 3, 5, 7, 9], positive: [4, 6, 8, 11, 12], negative: [10, 13] },
  promise: { progress: [2, 4], positive: [3, 5], negative: [6, 7, 8, 9] },
  templateVersion: { progress: [2], positive: [3] },
  contract: { progress: [2, 3, 4, 5], attention: [6], positive: [7, 8, 9], negative: [10] },
  contractAddendum: { progress: [2], positive: [3], negative: [4] },
  account: { progress: [2, 3, 4], positive: [5], negative: [6, 7] },
  job: { progress: [2, 3, 4, 5, 8], attention: [6, 10], positive: [7, 9], negative: [11] },
  permit: { progress: [2], attention: [3], positive: [4], negative: [5] },
  plan: { progress: [1], positive: [2], negative: [4] },
  envelope: { progress: [1, 5], positive: [6], attention: [3], negative: [2, 4] },
  signer: { progress: [2], attention: [3], positive: [4], negative: [5] },
  survey: { positive: [2, 4], attention: [3] },
  ticket: { progress: [2, 3], attention: [4, 5, 8], positive: [6, 7], negative: [9] },
  workOrder: { progress: [1, 2], attention: [4, 6], positive: [5], negative: [3, 7] },
  purchaseOrder: { progress: [1, 2, 3], attention: [4], positive: [5], negative: [6, 7] },
  stockCount: { attention: [1], positive: [2], negative: [3] },
  voucher: { progress: [2], positive: [3], negative: [5] },
  reconciliation: { attention: [4, 5], progress: [1, 2], positive: [3], negative: [6] },
  accountingPeriod: { positive: [1], attention: [3, 4] },
  handover: { progress: [1, 2, 3], positive: [4], negative: [5, 6] },
  punch: { attention: [1], progress: [2], positive: [3] },
  backCharge: { progress: [1], positive: [2, 4], attention: [3], negative: [5] },
  onlineDeposit: { progress: [1, 2], positive: [3, 7], attention: [5], negative: [4, 6] },
  issuedInvoice: { progress: [1, 2], positive: [3], negative: [4, 5] },
  invoice: { progress: [2, 4], attention: [8], positive: [3, 5], negative: [6, 7] },
  advance: { progress: [1, 3], positive: [2, 4], negative: [5, 6] },
  paymentBatch: { progress: [1, 2, 3], positive: [4], negative: [5] },
  interimLoan: { attention: [1], positive: [2], negative: [4] },
  drawdown: { progress: [1, 2], positive: [3], negative: [4] },
  loanPayment: { progress: [1, 2], positive: [3], negative: [4, 5] },
  houseRelease: { attention: [1], progress: [2, 3], positive: [4], negative: [5] },
  replenishment: { progress: [1, 3], positive: [2, 4], negative: [5] },
  materialRequest: { progress: [2, 5, 6, 7], positive: [3, 8, 9, 10], negative: [4, 11] },
} satisfies Record<string, Partial<Record<Tone, number[]>>>;

export type StateCatalog = keyof typeof TONES;

/** The tone of a state. */
export function toneOf(catalog: StateCatalog, id: number): Tone {
  const tones: Partial<Record<Tone, number[]>> = TONES[catalog];
  const found = Object.entries(tones).find(([, ids]) => ids.includes(id));
  return (found?.[0] as Tone | undefined) ?? 'neutral';
}
