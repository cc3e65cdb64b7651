import type { z } from 'zod';
import { listMails } from '#contract/company/outbox/endpoints.ts';
import { MailState } from '#contract/company/outbox/model.ts';
import { filterId, filterText, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the outbox holds. */
export const OutboxSearch = ListSearch.extend({
  ...orderedAs(listMails),
  tipo: filterText,
  estado: MailState.optional().catch(undefined),
  desde: filterText,
  hasta: filterText,
  correo: filterId,
});
export type OutboxSearch = z.infer<typeof OutboxSearch>;
