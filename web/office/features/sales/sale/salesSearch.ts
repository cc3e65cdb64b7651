import { z } from 'zod';
import { listSales } from '#contract/sales/sale/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the queue. */
export const SalesSearch = searchOf(listSales);
export type SalesSearch = z.infer<typeof SalesSearch>;
