import { z } from 'zod';
import { NOTICE_KIND_NAMES } from '#contract/notifications/kinds.ts';
import { ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of one's notices holds. */
export const NoticesSearch = ListSearch.extend({
  kind: z.enum(NOTICE_KIND_NAMES).optional().catch(undefined),
  unread: z.literal('1').optional().catch(undefined),
});
export type NoticesSearch = z.infer<typeof NoticesSearch>;
