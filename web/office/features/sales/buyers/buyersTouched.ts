import { listSaleBuyers } from '#contract/sales/buyers/buyers.ts';
import { getSale, saleHistory } from '#contract/sales/sale/endpoints.ts';

/** Answers that a change of who buys makes old. */
export const BUYERS_TOUCHED = [listSaleBuyers, getSale, saleHistory] as const;
