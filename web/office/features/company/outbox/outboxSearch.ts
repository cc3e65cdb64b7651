import type { z } from 'zod';
import { listMails } from '#contract/company/outbox/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the outbox. */
export const OutboxSearch = searchOf(listMails, {
  correo: filterId,
});
export type OutboxSearch = z.infer<typeof OutboxSearch>;
