import { listPayments } from '#contract/payments/endpoints.ts';
import { getSaleMoney } from '#contract/payments/saleEndpoints.ts';
import { draftRefund, getRefund, listRefunds } from '#contract/refunds/endpoints.ts';
import { getSale, saleHistory } from '#contract/sales/endpoints.ts';

/** Answers that a change of a refund makes old. */
export const TOUCHED = [
  draftRefund,
  getRefund,
  listRefunds,
  listPayments,
  getSaleMoney,
  getSale,
  saleHistory,
] as const;
