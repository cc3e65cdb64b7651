import { z } from 'zod';
import { listBankAccounts } from '#contract/projects/bankAccounts/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of the bank accounts holds; `cuenta` is the one in the drawer. */
export const BankAccountsSearch = searchOf(listBankAccounts, {
  cuenta: filterId,
});
export type BankAccountsSearch = z.infer<typeof BankAccountsSearch>;
