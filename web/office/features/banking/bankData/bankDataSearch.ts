import { z } from 'zod';
import { listBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import { filterId, filterText, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the list of bank data holds. */
export const BankDataSearch = ListSearch.extend({
  ...orderedAs(listBankData),
  estado: z.enum(['borrador', 'enviado', 'verificado']).optional().catch(undefined),
  proyecto_id: filterId,
});
export type BankDataSearch = z.infer<typeof BankDataSearch>;

/** What the address of one sale's bank data holds: `pagina` picks the tab (spec §2.5). */
export const BankDataTab = z.object({
  pagina: z.coerce.number().int().min(1).max(6).optional().catch(undefined),
  banco: filterId,
  filtro: filterText,
});
