import { z } from 'zod';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the bank accounts holds; `cuenta` is the one in the drawer. */
export const BankAccountsSearch = ListSearch.extend({
  order_column: z.enum(['nombre', 'id']).optional().catch(undefined),
  banco_id: filterId,
  archivadas: z.coerce.number().optional().catch(undefined),
  cuenta: filterId,
});
export type BankAccountsSearch = z.infer<typeof BankAccountsSearch>;
