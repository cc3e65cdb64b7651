import { z } from 'zod';
import { listNotices } from '#contract/company/notifications/endpoints.ts';
import { NOTICE_KIND_NAMES } from '#contract/company/notifications/kinds.ts';
import { ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of one's notices holds. */
export const NoticesSearch = ListSearch.extend({
  ...orderedAs(listNotices),
  kind: z.enum(NOTICE_KIND_NAMES).optional().catch(undefined),
  unread: z.literal('1').optional().catch(undefined),
});
export type NoticesSearch = z.infer<typeof NoticesSearch>;
