import type { z } from 'zod';
import { listOrders } from '#contract/care/ticketOrders/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the work orders; `orden` is the open one. */
export const OrdersSearch = searchOf(listOrders, { orden: filterId });
export type OrdersSearch = z.infer<typeof OrdersSearch>;
