import { z } from 'zod';
import { listNotices } from '#contract/company/notifications/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of one's notices holds. */
export const NoticesSearch = searchOf(listNotices);
export type NoticesSearch = z.infer<typeof NoticesSearch>;
