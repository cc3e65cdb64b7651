import { z } from 'zod';
import { listAudit } from '#contract/company/audit/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the audit log. */
export const AuditSearch = searchOf(listAudit, {
  linea: filterId,
});
export type AuditSearch = z.infer<typeof AuditSearch>;
