import type { z } from 'zod';
import { MailState } from '#contract/outbox/model.ts';
import { filterId, filterText, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the outbox holds. */
export const OutboxSearch = ListSearch.extend({
  tipo: filterText,
  estado: MailState.optional().catch(undefined),
  desde: filterText,
  hasta: filterText,
  correo: filterId,
});
export type OutboxSearch = z.infer<typeof OutboxSearch>;
