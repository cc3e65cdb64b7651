import { SALE } from '#contract/sales/sale/rules.ts';

/** GET: the letter of withdrawal (carta de desistimiento) of a sale, as PDF to be signed. `motivo`: what it gives as reason. */
export const WITHDRAWAL_LETTER = '/api/sale/precontracts/:id/carta_desistimiento.pdf';
export const LETTER_REASON_MOST = 300;

/** Whether a sale may still end by the customer's withdrawal, or has: else there is no letter to sign. */
export const hasWithdrawalLetter = (stateId: number) =>
  stateId <= SALE.promiseSigned || stateId === SALE.withdrawn;
