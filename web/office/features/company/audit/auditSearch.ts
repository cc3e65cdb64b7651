import { z } from 'zod';
import { listAudit } from '#contract/company/audit/endpoints.ts';
import { DEEDS, type Deed } from '#contract/company/audit/words.ts';
import { filterId, filterText, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the audit log holds. */
export const AuditSearch = ListSearch.extend({
  ...orderedAs(listAudit),
  que: z
    .enum(Object.keys(DEEDS) as [Deed, ...Deed[]])
    .optional()
    .catch(undefined),
  usuario_id: filterId,
  registro: filterText,
  registro_id: filterText,
  desde: filterText,
  hasta: filterText,
  linea: filterId,
});
export type AuditSearch = z.infer<typeof AuditSearch>;
