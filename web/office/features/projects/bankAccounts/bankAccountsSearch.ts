import { z } from 'zod';
import { listBankAccounts } from '#contract/projects/bankAccounts/endpoints.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the bank accounts holds; `cuenta` is the one in the drawer. */
export const BankAccountsSearch = ListSearch.extend({
  ...orderedAs(listBankAccounts),
  banco_id: filterId,
  archivadas: z.coerce.number().optional().catch(undefined),
  cuenta: filterId,
});
export type BankAccountsSearch = z.infer<typeof BankAccountsSearch>;
