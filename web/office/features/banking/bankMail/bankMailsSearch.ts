import type { z } from 'zod';
import { listBankMails } from '#contract/banking/bankMail/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const BankMailsSearch = searchOf(listBankMails);
export type BankMailsSearch = z.infer<typeof BankMailsSearch>;
