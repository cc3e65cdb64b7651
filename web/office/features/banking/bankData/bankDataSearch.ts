import { z } from 'zod';
import { listBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';

/** Search parameters of the bank data. */
export const BankDataSearch = searchOf(listBankData);
export type BankDataSearch = z.infer<typeof BankDataSearch>;

/** Search parameters of one sale's bank data; `pagina` is the tab (spec §2.5). */
export const BankDataTab = z.object({
  pagina: z.coerce.number().int().min(1).max(6).optional().catch(undefined),
  banco: filterId,
  filtro: filterText,
});
