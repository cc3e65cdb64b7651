import { z } from 'zod';
import { listBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';

/** What the address of the list of bank data holds. */
export const BankDataSearch = searchOf(listBankData);
export type BankDataSearch = z.infer<typeof BankDataSearch>;

/** What the address of one sale's bank data holds: `pagina` picks the tab (spec §2.5). */
export const BankDataTab = z.object({
  pagina: z.coerce.number().int().min(1).max(6).optional().catch(undefined),
  banco: filterId,
  filtro: filterText,
});
