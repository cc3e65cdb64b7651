import {
  commissionAccounts,
  getCommission,
  listCommissions,
  saleCommissions,
} from '#contract/sales/commissions/endpoints.ts';

/** Answers that a change of a commission makes old. */
export const TOUCHED = [listCommissions, commissionAccounts, getCommission, saleCommissions] as const;
