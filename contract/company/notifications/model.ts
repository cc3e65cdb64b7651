import { z } from 'zod';
import { pageBy } from '#contract/paging.ts';
import { NOTICE_KIND_NAMES } from './kinds.ts';

/** An office notice to one user. `selected_at`: when the user opened it or marked it as read. */
export const Notice = z.object({
  id: z.number().int(),
  kind: z.enum(NOTICE_KIND_NAMES),
  /** One complete sentence. */
  text: z.string(),
  /** Path in the office. */
  url: z.string(),
  at: z.string(),
  selected_at: z.string().nullable(),
});
export type Notice = z.infer<typeof Notice>;

export const NoticeFilter = pageBy('id').extend({
  kind: z.enum(NOTICE_KIND_NAMES).optional(),
  /** 1: only unread notices. */
  unread: z.literal('1').optional(),
});
export type NoticeFilter = z.infer<typeof NoticeFilter>;
