import { z } from 'zod';
import { listBankAccounts } from '#contract/projects/bankAccounts/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the bank accounts; `cuenta` is the open one. */
export const BankAccountsSearch = searchOf(listBankAccounts, {
  cuenta: filterId,
});
export type BankAccountsSearch = z.infer<typeof BankAccountsSearch>;
