import { z } from 'zod';
import { BankMailStateName } from '#contract/banking/bankMail/model.ts';

export const BankMailsSearch = z.object({
  estado: BankMailStateName.optional().catch(undefined),
  precontrato_id: z.coerce.number().int().positive().optional().catch(undefined),
});
export type BankMailsSearch = z.infer<typeof BankMailsSearch>;
