import { listPayments } from '#contract/money/payments/endpoints.ts';
import { getSaleMoney } from '#contract/money/payments/saleEndpoints.ts';
import { draftRefund, getRefund, listRefunds } from '#contract/money/refunds/endpoints.ts';
import { getSale, saleHistory } from '#contract/sales/sale/endpoints.ts';

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
