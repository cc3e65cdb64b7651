import { z } from 'zod';
import { listTickets } from '#contract/care/tickets/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the tickets; `ver=tablero` shows the board. */
export const TicketsSearch = searchOf(listTickets, {
  ver: z.enum(['tablero']).optional().catch(undefined),
  nuevo: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
});
export type TicketsSearch = z.infer<typeof TicketsSearch>;
