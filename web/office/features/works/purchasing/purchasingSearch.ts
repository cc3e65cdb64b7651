import { z } from 'zod';
import { listOrders, listRequests } from '#contract/works/purchasing/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** `ver=tablero` shows the board. */
export const RequestsSearch = searchOf(listRequests, {
  ver: z.enum(['tablero']).optional().catch(undefined),
});
export type RequestsSearch = z.infer<typeof RequestsSearch>;
export const OrdersSearch = searchOf(listOrders, {});
export type OrdersSearch = z.infer<typeof OrdersSearch>;
