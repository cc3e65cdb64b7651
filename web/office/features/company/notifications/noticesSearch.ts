import { z } from 'zod';
import { listNotices } from '#contract/company/notifications/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the notifications. */
export const NoticesSearch = searchOf(listNotices);
export type NoticesSearch = z.infer<typeof NoticesSearch>;
