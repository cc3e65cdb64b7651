import { SALE } from '#contract/sales/sale/rules.ts';

/** GET: a sale's letter of withdrawal (carta de desistimiento) as PDF to sign. `motivo`: the reason in the letter. */
export const WITHDRAWAL_LETTER = '/api/sale/precontracts/:id/carta_desistimiento.pdf';
export const LETTER_REASON_MOST = 300;

/** Whether the customer can still withdraw or has withdrawn: only then a letter exists. */
export const hasWithdrawalLetter = (stateId: number) =>
  stateId <= SALE.promiseSigned || stateId === SALE.withdrawn;
