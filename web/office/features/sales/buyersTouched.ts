import { listSaleBuyers } from '#contract/sales/buyers.ts';
import { getSale, saleHistory } from '#contract/sales/endpoints.ts';

/** Answers that a change of who buys makes old. */
export const BUYERS_TOUCHED = [listSaleBuyers, getSale, saleHistory] as const;
